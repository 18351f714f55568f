"""A position as HTML, for a notebook: what lies before each seat, with our pictures of the cards."""

from __future__ import annotations

from html import escape

from repulse.engine.contract import Seat
from repulse.games.galaxy.display.phase_text import phase_words
from repulse.games.galaxy.display.phrases import Phrases
from repulse.games.galaxy.display.picture import card_svg
from repulse.games.galaxy.rules.card_table import FACE_DOWN, CardId
from repulse.games.galaxy.rules.score import total_score
from repulse.games.galaxy.rules.state import GalaxyState

_WIDTH, _HEIGHT = 100, 140
_CARD = f"display:inline-block;width:{_WIDTH}px;margin:2px;vertical-align:top;font:11px sans-serif;text-align:center"


def position_html(s: GalaxyState, p: Phrases) -> str:
    """Return the table; hidden cards are counted, not shown."""
    head = f"{s.title()} · {phase_words(p, s)} · {p.text('cards', n=len(s.deck))}"
    seats = "".join(_seat(s, p, seat) for seat in range(s.players))
    return f"<div><p><b>{escape(head)}</b></p>{seats}</div>"


def state_html(state: GalaxyState) -> str:
    """Return a position in English, as a notebook shows it."""
    return position_html(state, Phrases(state.cards))


def _seat(s: GalaxyState, p: Phrases, seat: Seat) -> str:
    cards = [card for card in s.hand[seat] if card != FACE_DOWN]
    facts = f"{p.player(seat)}: {total_score(s, seat)} VP, {p.text('cards', n=len(s.hand[seat]))}"
    tableau = "".join(
        _card(s, p, card, mark=_mark(p, card, good, damaged=s.is_damaged(seat, card)))
        for card, good in zip(s.tableau[seat], s.goods[seat], strict=True)
    )
    hand = "".join(_card(s, p, card, mark="") for card in cards)
    shown = f"<div style='opacity:.85;border-top:1px dashed'>{hand}</div>" if hand else ""
    return f"<details open=''><summary>{escape(facts)}</summary>{tableau}{shown}</details>"


def _mark(p: Phrases, world: CardId, good: int, *, damaged: bool) -> str:
    if damaged:
        return "✗"
    return f"● {p.kind(world)}" if good >= 0 else ""


def _card(s: GalaxyState, p: Phrases, card: CardId, *, mark: str) -> str:
    fact = s.cards.cards[card]
    assert fact is not None
    svg = card_svg(fact, language=p.language)
    small = svg.replace('width="200" height="280"', f'width="{_WIDTH}" height="{_HEIGHT}"', 1)
    return f"<span style='{_CARD}'>{small}{escape(mark)}</span>"
