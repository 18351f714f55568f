"""The cards of a game as the page loads them are of the types that the schema declares."""

from __future__ import annotations

from dataclasses import fields

import msgspec
import pytest

from repulse.engine.display.cards import CardFile
from repulse.games import entry_of, game_names
from repulse.games.galaxy.cards import Card
from repulse.games.galaxy.display.card_types import GalaxyCard
from repulse.server.http.schema import schema
from repulse.table.overlays import cards_of


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("language", ["en", "ja"])
def test_cards_are_of_the_declared_types(game: str, language: str) -> None:
    display = entry_of(game).display_in(language)
    body = msgspec.json.encode(cards_of(display))
    file = msgspec.json.decode(body, type=CardFile)
    assert file["language"] == language
    raw = msgspec.json.decode(body)["cards"]
    cards = msgspec.convert(raw, type=dict[str, display.card_type])  # type: ignore[name-defined]
    assert cards.keys() == raw.keys()


def test_a_card_of_galaxy_has_no_field_that_its_row_lacks() -> None:
    own = {"svg", "facets", "rows", "lines"}
    assert set(GalaxyCard.__annotations__) <= {field.name for field in fields(Card)} | own


def test_the_schema_has_the_cards_of_both_games() -> None:
    definitions = schema()["$defs"]
    assert {"CardFile", "GalaxyCard", "EarthCard"} <= definitions.keys()
    assert definitions["Ask"]["properties"]["kind"] == {"enum": ["one", "some"]}
