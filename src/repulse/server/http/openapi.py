"""The OpenAPI document, generated from the table of routes and the message types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import repulse
from repulse.server.http.api import NDJSON, Route
from repulse.server.http.schema import shapes_of
from repulse.table.wire.connections import PROTOCOL
from repulse.table.wire.replies import Problem

_REF: Final = "#/components/schemas/{name}"
_QUERY_TYPES: Final = {int: "integer", str: "string"}


def openapi(routes: Sequence[Route]) -> dict[str, Any]:
    """Return the OpenAPI document."""
    types = [
        kind for route in routes for kind in (route.request_type, route.response_type) if kind is not None
    ]
    shapes, components = shapes_of([*types, Problem], _REF)
    by_type = list(zip([*types, Problem], shapes, strict=True))

    def shape(requested: Any) -> Any:
        return next(schema for kind, schema in by_type if kind == requested)

    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, shape)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Repulse",
            "version": f"{repulse.__version__} (protocol {PROTOCOL})",
            "description": "Rooms and games. docs/reference/protocol.md describes the WebSocket.",
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
    parameters += [
        {"name": name, "in": "query", "schema": {"type": _QUERY_TYPES[kind]}}
        for name, kind in route.query.items()
    ]
    schema = {"type": "string"} if route.media_type == NDJSON else {}
    if route.response_type is not None:
        schema = shape(route.response_type)
    reply = {"description": route.summary, "content": {route.media_type: {"schema": schema}}}
    failed = {
        "description": "The request failed; code and message say why.",
        "content": {"application/json": {"schema": shape(Problem)}},
    }
    name = re.sub(r"\W+", "_", f"{route.method.lower()}{route.path.removeprefix('/api')}").strip("_")
    operation: dict[str, Any] = {
        "operationId": name,
        "summary": route.summary,
        "responses": {str(route.status): reply, "default": failed},
    }
    if parameters:
        operation["parameters"] = parameters
    if route.request_type is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": shape(route.request_type)}},
        }
    if route.has_token:
        operation["security"] = [{}, {"token": []}]
    return operation
