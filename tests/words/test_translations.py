"""Translations: every text of every language, with the slots of the English one, and games told in them."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from repulse.advice.phrases import advice_words
from repulse.bots.random import RandomBot
from repulse.cli.app import run
from repulse.cli.messages import Messages, UserError, cli_words
from repulse.engine.contract import (
    SPECTATOR,
    Choice,
    IllegalChoice,
    RepulseError,
    Seat,
    State,
)
from repulse.engine.display.languages import LANGUAGES
from repulse.engine.display.words import Catalogue, engine_words
from repulse.engine.match import Match
from repulse.games import display_of, game_named
from repulse.games.earth.display.phrases import earth_words
from repulse.games.galaxy.cards import SETS, load_cards
from repulse.games.galaxy.display.card_text import card_words, describe_card
from repulse.games.galaxy.display.phrases import galaxy_words
from repulse.games.galaxy.display.svg.card import power_groups, row_scale
from repulse.games.galaxy.display.svg.pen import LIGHT, Pen
from repulse.games.galaxy.display.text_table import table_text
from repulse.table.words import table_words

OTHERS = [language for language in LANGUAGES if language != "en"]
SLOT = re.compile(r"\{(\w+)((?:\|[^|{}]*)+)?\}")
LATIN_ONLY_IN_ENGLISH = re.compile(r"\b(the|you|your|card|cards|world|worlds|good|goods)\b")


def catalogues(language: str) -> dict[str, Catalogue]:
    return {
        "galaxy": galaxy_words(language),
        "galaxy cards": card_words(language),
        "earth": earth_words(language),
        "command line": cli_words(language),
        "table": table_words(language),
        "engine": engine_words(language),
        "advice": advice_words(language),
    }


def facts(text: str) -> set[str]:
    """The slots that are filled with facts; forms by a number are each language's own affair."""
    return {name for name, forms in SLOT.findall(text) if not forms}


def every_slot(text: str) -> set[str]:
    return {name for name, _ in SLOT.findall(text)}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    "name", ["galaxy", "galaxy cards", "earth", "command line", "table", "engine", "advice"]
)
def test_every_text_is_translated_and_no_other(language: str, name: str) -> None:
    english, other = catalogues("en")[name], catalogues(language)[name]
    assert not sorted(set(english.texts) - set(other.texts))
    assert not sorted(set(other.texts) - set(english.texts))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    "name", ["galaxy", "galaxy cards", "earth", "command line", "table", "engine", "advice"]
)
def test_translations_have_the_slots_of_the_english_text(language: str, name: str) -> None:
    english, other = catalogues("en")[name], catalogues(language)[name]
    for ident, text in other.texts.items():
        if ident not in english.texts:
            continue
        assert facts(text) == facts(english.texts[ident]), ident
        assert every_slot(text) <= every_slot(english.texts[ident]), ident
        assert not set("{}|") & set(SLOT.sub("", text)), ident


@pytest.mark.parametrize("language", OTHERS)
def test_every_card_is_described(language: str) -> None:
    for card in load_cards(SETS):
        text = describe_card(card, language)
        assert text.startswith(card.name)
        assert "{" not in text
        text_left = text.replace(card.name, "")
        for other in load_cards(SETS):
            text_left = text_left.replace(other.name, "")
        assert not LATIN_ONLY_IN_ENGLISH.search(text_left), text


@pytest.mark.parametrize("language", OTHERS)
def test_pictures_of_cards_have_room_for_the_words(language: str) -> None:
    for card in load_cards(SETS):
        rows = [row for _, group in power_groups(card, Pen(LIGHT), card_words(language)) for row in group]
        assert all(row_scale(row, 18) >= 0.78 for row in rows), card.name


CONFIGURATIONS = [
    ("galaxy", {"game": "invasion", "players": 3}),
    ("galaxy", {"game": "counterstrike", "players": 2, "experienced": True}),
    ("earth", {"players": 3}),
]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("name", "options"), CONFIGURATIONS)
def test_a_game_is_described_without_an_english_word(
    language: str, name: str, options: dict[str, object]
) -> None:
    display = display_of(name, language)
    names = [card.name for card in load_cards(SETS)] if name == "galaxy" else []
    match = Match(display.game, options, 5)
    bot = RandomBot(5)
    lines: set[str] = set()
    while match.state.owing and len(match.choices) < 400:
        seat = match.state.seats_owing()[0]
        decision = match.state.decision(seat)
        if len(match.choices) % 7 == 0:
            lines.add(display.question_text(match.state.view(seat), decision))
            lines |= {
                display.option_text(match.state.view(seat), decision, value) for value in decision.options
            }
        match.answer(seat, decision.forced_choice() if decision.forced() else bot.choose_blind(decision))
    lines |= {display.log_text(match.state, event) for event in match.all_events()}
    if name == "galaxy":
        lines.add(table_text(match.state.view(SPECTATOR), SPECTATOR, galaxy_words(language)))
    for line in lines:
        rest = line
        for card in sorted(names, key=len, reverse=True):
            rest = rest.replace(card, "")
        assert not LATIN_ONLY_IN_ENGLISH.search(rest), line


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_are_named_with_a_language(language: str) -> None:
    for name in ("galaxy", "earth"):
        assert display_of(name, language).language == language


def test_forms_by_number_follow_the_language() -> None:
    french, english = galaxy_words("fr"), galaxy_words()
    assert [french.text("cards", {"n": n}) for n in (0, 1, 2)] == ["0 carte", "1 carte", "2 cartes"]
    assert [english.text("cards", {"n": n}) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_errors_are_translated_where_possible() -> None:
    messages = Messages("fr")
    assert messages.error(UserError("unclear.no_undo")) == "Il n'y a rien à annuler."
    assert messages.error(RepulseError("as it is")) == "as it is"


def refusal(state: State, seat: Seat, choice: Choice) -> IllegalChoice | None:
    """Why an answer is refused, if it is."""
    try:
        state.apply(seat, choice)
    except IllegalChoice as error:
        return error
    return None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "options"), CONFIGURATIONS)
def test_refusals_are_translated(language: str, name: str, options: dict[str, object]) -> None:
    """Each reason of the rules has a sentence in every language."""
    display = display_of(name, language)
    match = Match(display.game, options, 5)
    bot = RandomBot(5)
    while match.state.owing and len(match.choices) < 150:
        seat = match.state.seats_owing()[0]
        decision = match.state.decision(seat)
        view = match.state.view(seat)
        sorted_options = sorted(decision.options)
        wrong: list[Choice] = [
            [],
            [*sorted_options, sorted_options[-1]],
            sorted_options[::-1],
            [-7],
            [0],
            [sorted_options[0], 10**6],
        ]
        for choice in wrong:
            error = refusal(match.state.clone(), seat, choice)
            if error is not None:
                sentence = display.refusal_text(view, decision, error)
                assert sentence != str(error), "a reason without a sentence"
                english = display_of(name).refusal_text(view, decision, error)
                assert (sentence == english) == (language == "en"), sentence
        match.answer(seat, decision.forced_choice() if decision.forced() else bot.choose_blind(decision))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["cards", "gem world", "--language", "fr"], "Monde, coût 2, 1 PV"),
        (["cards", "gem world", "--language", "de"], "Welt, Kosten 2, 1 SP"),
        (["play", "earth", "-p", "3", "--seed", "1", "--language", "de"], "Wie viel Energie bietest du"),
        (["cards", "gem world", "--language", "ja"], "Novelty の生産ワールド"),
        (["cards", "monde trouvaille génétique", "--language", "fr"], "cartes ; nommez-en une"),
        (["play", "earth", "-p", "3", "--seed", "1", "--language", "ja"], "いくつ入札しますか"),
        (["play", "galaxy", "-p", "2", "--seed", "1", "--language", "fr"], "La partie est sauvegardée"),
    ],
)
def test_commands_speak_the_language(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("REPULSE_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run(arguments) == 0
    assert words in capsys.readouterr().out


def test_a_record_is_shown_in_the_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REPULSE_HOME", str(tmp_path))
    path = tmp_path / "game.json"
    path.write_text(Match(game_named("galaxy"), {"players": 2}, 1).record().to_json(), encoding="utf-8")
    assert run(["replay", str(path), "--at", "0", "--language", "fr"]) == 0
    assert "Après 0 choix sur 0, à découvert." in capsys.readouterr().out


@pytest.mark.parametrize("command", [["play", "galaxy"], ["replay", "nothing"], ["cards"], ["rules"]])
def test_an_unknown_language_is_a_one_line_error(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*command, "--language", "tlh"]) == 2
    output = capsys.readouterr()
    assert output.err == "repulse: There are no words for the language 'tlh'; there are en, de, fr and ja.\n"
    assert output.out == ""
