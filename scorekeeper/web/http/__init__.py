"""The layer below every page: the ASGI application, sessions, headers, files, the request log, services."""

from scorekeeper.web.http import assets, health, installation, numbers, request_log, security, write_bounds

BLUEPRINTS = (health.blueprint, installation.blueprint)
PARTS = (numbers, request_log, security, write_bounds, assets)
