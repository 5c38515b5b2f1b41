"""Run the app as `scorekeeper serve` does, on a free port, with a probe in its loop. Prints the port."""

import sys

from scorekeeper.commands.background_checks import run_checks
from scorekeeper.commands.serve import listen, run
from scorekeeper.live import Send
from scorekeeper.web import create_app
from scorekeeper.web.http.asgi import Asgi, asgi_application
from scorekeeper.web.http.bodies import Message, Receive
from tools.bench.probe import Probe, watch_loop

PROBE = "/probe/"


def with_probe(app: Asgi) -> Asgi:
    """Return `app` with an address that asks the probe."""
    probe = Probe(watch_loop)

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        if not scope["path"].startswith(PROBE):
            await app(scope, receive, send)
            return
        body = probe.answer(scope["path"].removeprefix(PROBE))
        headers = [(b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return answer


def main() -> None:
    """Serve the database named in the arguments until the process is told to stop."""
    listener = listen("127.0.0.1", 0)
    app = create_app({"DATABASE": sys.argv[1], "RATELIMIT_ENABLED": False})
    services = app.extensions["scorekeeper"]
    print(listener.getsockname()[1], flush=True)
    with (
        services.store.database.listen(services.notifications.on_notify, services.notifications.on_connected),
        run_checks(services.notifications.keep_up),
    ):
        run(with_probe(asgi_application(app)), services.hub, listener)


if __name__ == "__main__":
    main()
