"""Players that ask a net, in games whose cards or components an overlay has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

import repulse
from repulse.bots import has_net, make_bot
from repulse.bots.neural.stand_in import MIN_KNOWN, known_share, stand_in
from repulse.games import game_named

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "overlays"
NEEDS_NET = pytest.mark.skipif(not has_net("earth"), reason="needs numpy and the nets")


def options(rules: str, name: str, **more: object) -> dict[str, object]:
    return game_named(rules).check_options({"overlays": [repulse.overlay_from_file(FOLDER / name)], **more})


def test_small_changes_and_other_names_leave_a_net_what_it_knows() -> None:
    earth, galaxy = game_named("earth"), game_named("galaxy")
    assert known_share(earth, {"players": 3}) == 1.0
    assert known_share(earth, options("earth", "small-changes.toml")) > 0.95
    assert known_share(galaxy, options("galaxy", "xeno-systems.toml", game="counterstrike")) > 0.95
    assert stand_in(earth, options("earth", "small-changes.toml"), 1) is None


def test_a_whole_other_set_is_played_by_the_sensible_bot() -> None:
    earth = game_named("earth")
    other = options("earth", "other-earth.toml")
    assert known_share(earth, other) < MIN_KNOWN
    assert type(stand_in(earth, other, 1)) is type(make_bot("sensible", "earth", 1))


@NEEDS_NET
@pytest.mark.parametrize("bot", ["expert", "learned", "master@0.01"])
@pytest.mark.parametrize("file", ["other-earth.toml", "small-changes.toml"])
def test_players_that_ask_a_net_play_with_overlays(bot: str, file: str) -> None:
    match = repulse.new("earth", players=3, seed=2, overlays=[FOLDER / file])
    while match.state.turn < 3 and not match.is_over():
        answer_once(match, bot)


def answer_once(match: repulse.Match, bot: str) -> None:
    seat = match.state.seats_owing()[0]
    player = make_bot(bot if seat == 0 else "sensible", "earth", 1)
    player.begin(match.game, match.options, seat)
    view = match.state.view(seat)
    match.answer(seat, player.choose(view, view.decision(seat)))
