"""The segments on a screen say the same as the plain texts, with every card marked that is named."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from repulse.bots.random import RandomBot
from repulse.engine.contract import Decision, Seat, State
from repulse.engine.display.languages import LANGUAGES
from repulse.engine.display.screen import Ask
from repulse.engine.display.segments import Text, mark_card, text_of
from repulse.engine.match import Match
from repulse.games import display_of

GAMES = [
    ("galaxy", {"game": "counterstrike", "players": 2}),
    ("galaxy", {"game": "invasion", "players": 3}),
    ("earth", {"players": 3}),
]


def questions(match: Match) -> Iterator[tuple[State, Seat, Decision]]:
    """Some questions of a game that is played at random, each with the view of the one who is asked."""
    bot = RandomBot(3)
    while match.state.owing and len(match.choices) < 200:
        seat = match.state.seats_owing()[0]
        decision = match.state.decision(seat)
        yield match.state.view(seat), seat, decision
        match.answer(seat, decision.forced_choice() if decision.forced() else bot.choose_blind(decision))


def texts_of(ask: Ask) -> list[Text]:
    options = [text for option in ask["options"] for text in (option["title"], option["detail"])]
    reasons = [reason["text"] for reason in ask["why_not"]]
    parts = [part["source"] for total in ask["totals"] for part in total["parts"]]
    return [ask["text"], *options, *reasons, *parts]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_segments_say_what_the_plain_text_says(language: str, name: str, options: dict[str, object]) -> None:
    display = display_of(name, language, ["Ann", f"B{mark_card('o')}"])
    # Of earth, Gadgets are the cards that a text names.
    cards = {
        card["name"] for card in display.cards() if name == "galaxy" or card["facets"]["type"] == ["gadget"]
    }
    match = Match(display.game, options, 3)
    texts: list[Text] = []
    for view, seat, decision in questions(match):
        ask = display.ask(view, seat, 1)
        assert ask is not None
        assert text_of(ask["text"]) == display.question_text(view, decision)
        texts += texts_of(ask)
    for event in match.all_events():
        line = display.log_line(match.state, event)["text"]
        assert text_of(line) == display.log_text(match.state, event)
        texts.append(line)
    for seat in range(match.state.players):
        texts += [part["source"] for part in display.score_parts(match.state, seat)]
    rest = {segment["text"] for text in texts for segment in text if "card" not in segment}
    named = {segment["card"] for text in texts for segment in text if "card" in segment}
    assert named
    assert named <= cards
    assert not [(card, text) for text in rest for card in cards if card in text]


def test_an_option_has_its_detail_apart() -> None:
    display = display_of("galaxy")
    details: dict[str, str] = {}
    for view, seat, decision in questions(Match(display.game, {"game": "frontier", "players": 2}, 3)):
        ask = display.ask(view, seat, 1)
        assert ask is not None
        for option, value in zip(ask["options"], decision.options, strict=True):
            title, detail = text_of(option["title"]), text_of(option["detail"])
            if decision.domain in ("action", "deck"):
                line = f"{title} ({detail})" if detail else title
                assert display.option_text(view, decision, value) == line
            details[title] = detail
    assert details["Develop"].startswith("everyone may place a development")
    assert details["Place no world"] == ""


def test_a_card_to_place_says_its_price_in_a_word_or_two() -> None:
    display = display_of("galaxy")
    seen: set[str] = set()
    for seed in range(3, 9):
        for view, seat, decision in questions(Match(display.game, {"game": "invasion", "players": 3}, seed)):
            ask = display.ask(view, seat, 1)
            assert ask is not None
            for option in ask["options"]:
                detail, price = text_of(option["detail"]), option["price"]
                if decision.prompt not in ("develop.place", "settle.place") or option["word"] == "pass":
                    assert not price
                    continue
                seen.add(price)
                if price.startswith("Pay "):
                    assert f"pay {price.removeprefix('Pay ')} card" in detail, detail
                elif price == "Free":
                    assert "pay nothing" in detail or "free" in detail, detail
                else:
                    assert price.startswith("Conquer")
                    assert "conquer it with Military" in detail
    assert {"Pay 1", "Pay 3", "Free", "Conquer"} <= seen
