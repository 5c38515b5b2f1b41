"""The cookie of version 0.1.0, which had another name: it is read once and replaced by today's cookie."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.http import dump_cookie
from werkzeug.wrappers import Request

OLD_NAME = "session"


def with_old_cookie(
    wsgi: WSGIApplication, names: Mapping[str, str], seconds: int, is_ours: Callable[[str], bool]
) -> WSGIApplication:
    """Wrap a WSGI application so that a phone with the cookie of version 0.1.0 gets it under today's name.

    `names` are today's names by URL scheme; browsers keep the cookie for `seconds`. `is_ours` tells whether this server
    signed the cookie: another program on the same host may use the same name.
    """

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        scheme = environ["wsgi.url_scheme"]
        sent, name = Request(environ, populate_request=False).cookies, names[scheme]
        value = sent.get(OLD_NAME)
        if value is None or not is_ours(value):
            return wsgi(environ, start_response)
        headers = [("Set-Cookie", dump_cookie(OLD_NAME, "", 0, 0, path="/", httponly=True, samesite="Lax"))]
        if name not in sent:
            environ["HTTP_COOKIE"] = f"{environ['HTTP_COOKIE']}; {name}={value}"
            secure = scheme == "https"
            kept = dump_cookie(name, value, seconds, path="/", secure=secure, httponly=True, samesite="Lax")
            headers.insert(0, ("Set-Cookie", kept))

        def start(status: str, own: list[tuple[str, str]], *error: Any) -> Any:
            return start_response(status, [*headers, *own], *error)  # of two cookies the browser keeps the last

        return wsgi(environ, start)

    return application
