"""An assistant plays through the Model Context Protocol, at tables of its own and of a server."""

from __future__ import annotations

import asyncio
import re

import pytest

pytestmark = pytest.mark.assistants
pytest.importorskip("mcp")

from mcp import Client  # noqa: E402

from repulse.mcp.server import AssistantServer  # noqa: E402


def call(assistant: AssistantServer, tool: str, **arguments: object) -> tuple[str, bool]:
    """Call a tool as a client does; return its text and whether it is an error."""

    async def session() -> tuple[str, bool]:
        async with Client(assistant.server) as client:
            result = await client.call_tool(tool, arguments)
            return "".join(getattr(part, "text", "") for part in result.content), bool(result.is_error)

    return asyncio.run(session())


@pytest.fixture
def assistant() -> AssistantServer:
    return AssistantServer(seed=lambda: 7)


def test_an_assistant_finds_games_rules_and_cards(assistant: AssistantServer) -> None:
    games, _ = call(assistant, "list_games")
    assert "'counterstrike'" in games
    assert "sensible" in games
    rules, _ = call(assistant, "rules", game="galaxy", options={"game": "invasion"})
    assert "Answer:" in rules
    matches, _ = call(assistant, "rules", game="galaxy", search="windfall")
    assert "windfall" in matches
    card, _ = call(assistant, "card", name="Gem World")
    assert "Gem World" in card


def test_an_assistant_plays_a_game_to_its_end(assistant: AssistantServer) -> None:
    text, error = call(assistant, "new_game", players=2, opponent="random")
    assert not error
    table = re.search(r"table\d+", text)
    assert table is not None
    local = assistant.tables.get(table[0])
    for _ in range(400):
        if "The game is over" in text:
            break
        reply = local.table.bot_reply(0, "sensible")  # type: ignore[attr-defined]
        text, error = call(assistant, "answer", table=table[0], answer=reply)
        assert not error, text
    assert "VP" in text
    late, error = call(assistant, "answer", table=table[0], answer="1")
    assert error
    assert "The game is over." in late
    assert not call(assistant, "leave", table=table[0])[1]
    assert call(assistant, "list_tables")[0] == "no tables"


def test_a_mistake_is_one_line_and_changes_nothing(assistant: AssistantServer) -> None:
    text, _ = call(assistant, "new_game", players=2)
    before = call(assistant, "look", table="table1")
    wrong, error = call(assistant, "answer", table="table1", answer="42")
    assert error
    assert "no option 42" in wrong
    assert call(assistant, "look", table="table1") == before
    assert call(assistant, "look", table="table9")[1]
    assert call(assistant, "new_game", game="chess")[1]
    assert call(assistant, "new_game", seat=5)[1]
    assert text.startswith("You sit at table1.")
