"""The facts of the log: what happened as data, for a screen that shows it move."""

from __future__ import annotations

from typing import Any, Final

import pytest

import repulse
from repulse.engine.contract import SPECTATOR
from repulse.games import display_of
from repulse.table.viewer_events import line_for

GAMES: Final[list[tuple[str, dict[str, Any]]]] = [
    ("galaxy", {"game": "frontier", "players": 2}),
    ("galaxy", {"game": "counterstrike", "players": 3}),
    ("earth", {"players": 3}),
]
TOLD_AS: Final = {
    "invasion_card": {"wave", "strength"},
    "world": {"world", "kind"},
    "portal": {"portal", "ships"},
}
"""Fields that become several facts."""


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_every_field_of_an_event_is_a_fact(game: str, options: dict[str, Any]) -> None:
    match = repulse.new(game, seed=3, **options)
    match.play_bots(dict.fromkeys(range(options["players"]), "sensible"))
    kinds = match.game.event_kinds()
    display = display_of(game, "fr", [])
    view = match.state.view(0)
    for event in match.all_events():
        line = line_for(display, view, event, viewer=0)
        expected: set[str] = set()
        for field in kinds[event[0]].fields:
            expected |= TOLD_AS.get(field, {field})
        assert set(line["facts"]) == expected, line


def test_hidden_cards_are_counted_and_have_no_names() -> None:
    match = repulse.new("galaxy", game="base", players=2, seed=5)
    match.play_bots({0: "sensible", 1: "sensible"})
    display = display_of("galaxy", "en", [])
    names = {name for name in match.state.cards.names if name}
    hidden = 0
    for event in match.all_events():
        private = match.game.event_kinds()[event[0]].private_from
        for viewer in (SPECTATOR, 1 - event[1]):
            if event[1] < 0 or len(event) <= private:
                continue
            cards = line_for(display, match.state.view(viewer), event, viewer=viewer)["facts"]["cards"]
            assert cards == [""] * (len(event) - private)
            hidden += 1
        if event[1] >= 0 and len(event) > private:
            own = line_for(display, match.state.view(event[1]), event, viewer=event[1])["facts"]["cards"]
            assert isinstance(own, list)
            assert set(own) <= names
    assert hidden > 20


def test_names_are_the_same_in_every_language() -> None:
    match = repulse.new("earth", players=3, seed=1)
    match.play_bots(dict.fromkeys(range(3), "sensible"))
    view = match.state.view(SPECTATOR)
    reported = [
        [
            line_for(display_of("earth", language, []), view, event, viewer=SPECTATOR)
            for event in match.all_events()
        ]
        for language in ("en", "ja")
    ]
    assert [line["facts"] for line in reported[0]] == [line["facts"] for line in reported[1]]
    assert [line["text"] for line in reported[0]] != [line["text"] for line in reported[1]]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_line_that_is_shared_is_the_same_from_every_view(game: str, options: dict[str, Any]) -> None:
    match = repulse.new(game, seed=4, **options)
    match.play_bots(dict.fromkeys(range(options["players"]), "random"))
    display = display_of(game, "de", ["Ann", "Bob", "Cid"][: options["players"]])
    assert display.shares_log_lines
    viewers = [SPECTATOR, *range(options["players"])]
    for step in range(0, len(match.record().choices), 9):
        state = match.at(step).state
        views = {viewer: state.view(viewer) for viewer in viewers}
        for event in match.at(step).all_events()[-20:]:
            for reader in viewers:
                visible = views[reader].visible_event(event, reader)
                lines = [display.log_line(views[viewer], visible) for viewer in viewers]
                assert all(line == lines[0] for line in lines)
