"""The OpenAPI document, generated from the table of routes and the message types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import repulse
from repulse.server.schema import shapes_of
from repulse.table.protocol import PROTOCOL, Problem

if TYPE_CHECKING:
    from repulse.server.api import Route

_REF = "#/components/schemas/{name}"


def openapi(routes: Sequence[Route]) -> dict[str, Any]:
    """The document."""
    types = [kind for route in routes for kind in (route.takes, route.gives) if kind is not None]
    shapes, components = shapes_of([*types, Problem], _REF)
    by_type = list(zip([*types, Problem], shapes, strict=True))

    def shape(wanted: Any) -> Any:
        return next(made for kind, made in by_type if kind == wanted)

    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, shape)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Repulse",
            "version": f"{repulse.__version__} (protocol {PROTOCOL})",
            "description": "Rooms and games. docs/protocol.md describes the WebSocket.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(route: Route, shape: Any) -> dict[str, Any]:
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)\}", route.path)
    ]
    numbers = ("after", "step", "as")
    parameters += [
        {"name": name, "in": "query", "schema": {"type": "integer" if name in numbers else "string"}}
        for name in route.query
    ]
    good = (
        "201"
        if route.method == "POST" and route.path.endswith(("/rooms", "/join", "/me", "/devices"))
        else "200"
    )
    reply: dict[str, Any] = {"description": route.does}
    if route.gives is not None:
        reply["content"] = {"application/json": {"schema": shape(route.gives)}}
    elif route.path.endswith("/stream"):
        reply["content"] = {"application/x-ndjson": {"schema": {"type": "string"}}}
    else:
        reply["content"] = {"application/json": {"schema": {}}}
    failed = {
        "description": "It could not be done; the code and the words say why.",
        "content": {"application/json": {"schema": shape(Problem)}},
    }
    name = re.sub(r"\W+", "_", f"{route.method.lower()}{route.path.removeprefix('/api')}").strip("_")
    made: dict[str, Any] = {
        "operationId": name,
        "summary": route.does,
        "responses": {good: reply, "default": failed},
    }
    if parameters:
        made["parameters"] = parameters
    if route.takes is not None:
        made["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": shape(route.takes)}},
        }
    if route.token:
        made["security"] = [{}, {"token": []}]
    return made
