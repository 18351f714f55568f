"""The table and the questions as a screen gets them."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from tests.games.earth.positions import answer, earth

from repulse.engine.contract import SPECTATOR
from repulse.engine.display.languages import LANGUAGES
from repulse.engine.display.segments import text_of
from repulse.games.earth.display.display import EarthDisplay
from repulse.games.earth.display.phrases import earth_words, words
from repulse.games.earth.display.screen import present
from repulse.games.earth.display.text_table import forecast_text, map_lines, table_text
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.components import SHIPPED
from repulse.games.earth.rules.game import EarthGame
from repulse.games.earth.rules.state import EarthState

NAMES = ["Ann", "", "Cleo"]


def speaking(language: str, names: Sequence[str] = ()) -> EarthDisplay:
    return EarthDisplay(EarthGame(), language, names)


def asia() -> EarthState:
    return earth(
        ships={"Asia": [2, 1, 1]},
        motherships=["Europe", "Africa", "Atlantic"],
        scoring=["Asia", "Africa", "Europe", "Atlantic"],
        gadgets=["Death Ray", "Redirected Landing"],
    )


def test_players_are_called_by_their_names() -> None:
    state = asia()
    state.log = []
    answer(state, 0, "gadget Death Ray")
    asked = speaking("en", NAMES).ask(state.view(0), 0, 1)
    assert asked is not None
    assert [text_of(option["title"]) for option in asked["options"]] == ["Player 2 in Asia", "Cleo in Asia"]
    answer(state, 0, "player 3 in Asia")
    game = speaking("en", NAMES)
    lines = [game.log_text(state, event) for event in state.log]
    assert lines[0].startswith("Ann uses Death Ray for ")
    assert lines[-1] == "Ann destroys 1 ship of Cleo in Asia."
    screen = present(state.view(SPECTATOR), SPECTATOR, "fr", names=NAMES)
    assert [player["name"] for player in screen["players"]] == ["Ann", "Joueur 2", "Cleo"]
    forecast = next(region["forecast"] for region in screen["regions"] if region["region"] == "Asia")
    assert "Ann avec 2 vaisseaux" in forecast[0]["text"]


def test_the_table_as_text_has_the_names_too() -> None:
    phrases = words("en", NAMES)
    assert "Ann to play" in table_text(asia().view(0), 0, True, phrases=phrases)
    assert "Ann with 2 ships" in forecast_text(asia(), phrases)
    assert speaking("en", NAMES).score_lines(asia(), 2) == ["Cleo: 0 VP"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Player 2 has no ship in Europe."),
        ("fr", "Joueur 2 n'a pas de vaisseau en Europe."),
        ("ja", "ヨーロッパにプレイヤー2の宇宙船はありません。"),
    ],
)
def test_refusals_are_sentences_only_in_the_display(language: str, text: str) -> None:
    state = answer(asia(), 0, "gadget Death Ray")
    decision = state.decision(0)
    value = EarthGame().from_token(state, decision.domain, "player 2 in Europe")
    error = state.refusal(decision, value)
    assert speaking(language, ()).refusal_text(state, decision, error) == text
    assert str(error) == "no-ship-of-theirs (player=1, region='Europe')"


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("en", "North America does not score this turn."),
        ("fr", "Amérique du Nord : cette région n'est pas décomptée ce tour."),
        ("ja", "北アメリカはこのターンの得点計算の対象ではありません。"),
    ],
)
def test_reasons_are_given_in_the_language(language: str, reason: str) -> None:
    state = answer(asia(), 0, "gadget Redirected Landing")
    asked = speaking(language).ask(state.view(0), 0, 1)
    assert asked is not None
    texts = {row["name"]: text_of(row["text"]) for row in asked["why_not"]}
    assert texts["North America"] == reason


@pytest.mark.parametrize(("language", "label"), [("en", "Asia"), ("fr", "Asie"), ("ja", "アジア")])
def test_regions_have_a_name_in_each_language_and_one_for_records(language: str, label: str) -> None:
    state = asia()
    screen = present(state.view(0), 0, language)
    shown = next(region for region in screen["regions"] if region["region"] == "Asia")
    assert shown["label"] == label
    asked = speaking(language).ask(state.view(0), 0, 1)
    assert asked is not None
    move = next(option for option in asked["options"] if option["word"] == "move Asia > Europe")
    assert label in text_of(move["title"])
    assert move["target"] == {"kind": "move", "name": "Asia", "other": "Europe", "seat": 0}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_region_is_named_and_fits_the_drawn_map(language: str) -> None:
    region_ids = {ident for ident in earth_words(language).texts if ident.startswith("region.")}
    assert region_ids == {f"region.{name}" for name in SHIPPED.region_names}
    phrases = words(language)
    lines = map_lines(asia(), phrases)
    for region in range(REGIONS):
        assert re.search(rf"\|{phrases.short_region(region)} *(\||~)", "\n".join(lines))
    # Signs of Japanese are two columns wide.
    assert len({sum(2 if sign > "\u2fff" else 1 for sign in line) for line in lines[:7]}) == 1


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_descriptions_have_no_english_names(language: str) -> None:
    english = {card["name"] for card in speaking("en").cards()}
    other = {card["name"] for card in speaking(language).cards()}
    gadgets = set(SHIPPED.gadget_names)
    assert not other & (english - gadgets)
    assert gadgets <= other


def test_a_region_says_what_its_places_pay() -> None:
    for players, third in ((3, 0), (4, 3)):
        state = earth(players, scoring=["Asia", "Africa", "Europe", "Atlantic"], harvest={"Asia": 1})
        regions = {region["region"]: region for region in present(state.view(0), 0)["regions"]}
        assert regions["Asia"]["rewards"] == [6, 6, third]
        assert regions["Australia"]["rewards"] == []


def test_a_viewer_sees_what_one_ship_more_would_bring() -> None:
    """Rules 5.4: a tie shares the rewards, and one's own mothership halves them."""
    state = earth(
        4,
        ships={"Asia": [0, 1, 0, 0], "Europe": [1, 0, 0, 0], "Africa": [1, 1, 0, 0]},
        motherships=["Europe", "Atlantic", "Atlantic", "Atlantic"],
        scoring=["Asia", "Africa", "Europe", "Atlantic"],
        harvest={"Asia": 1},
    )
    regions = {region["region"]: region for region in present(state.view(0), 0)["regions"]}

    def gained(region: str) -> tuple[int, int, int, int] | None:
        share = regions[region]["with_ship"]
        return share and (share["place"], share["sharing"], share["vp"], share["energy"])

    assert gained("Asia") == (1, 2, 3, 3)
    assert gained("Africa") == (1, 1, 4, 0)
    assert gained("Europe") == (1, 1, 2, 0)
    assert gained("Australia") is None
    # The position itself has no ship more, and a spectator has none to come.
    assert regions["Asia"]["ships"] == [0, 1, 0, 0]
    assert all(region["with_ship"] is None for region in present(state.view(SPECTATOR), SPECTATOR)["regions"])
