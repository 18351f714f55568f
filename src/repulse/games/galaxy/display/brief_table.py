"""The table in few words, for readers that pay for each: language models, and people who listen.

The powers in force are those of the viewer's tableau and hand; of the others' cards it says what can be seen at a glance.
Everything else about a card can be looked up by its name.
"""

from __future__ import annotations

from repulse.engine.contract import Seat
from repulse.games.galaxy.display.phrases import Phrases
from repulse.games.galaxy.display.text_table import hand_lines, middle_lines, player_lines, powers_line
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.state import GalaxyState


def brief_table(p: Phrases, s: GalaxyState, viewer: Seat) -> str:
    """Return the whole table as its viewer sees it, in few words."""
    lines = middle_lines(p, s, viewer)
    for i in range(s.players):
        # The viewer first, then the others clockwise.
        seat = (max(viewer, 0) + i) % s.players
        lines += ["", *player_lines(p, s, seat, viewer=viewer)]
        lines += _own_cards(p, s, seat) if seat == viewer else _cards_of_others(p, s, seat)
    if 0 <= viewer < s.players:
        lines += ["", *hand_lines(p, s, viewer)]
    return "\n".join(lines)


def _own_cards(p: Phrases, s: GalaxyState, seat: Seat) -> list[str]:
    """Return a line for each card that has powers, and one for all others."""
    plain = []
    lines = []
    for index, card in enumerate(s.tableau[seat]):
        powers = powers_line(p, card)
        if powers:
            text = p.text("table.card_with_powers", card=_with_marks(p, s, seat, index=index), powers=powers)
            lines.append(text)
        else:
            plain.append(_with_marks(p, s, seat, index=index))
    if plain:
        lines.append(p.text("table.card", card=p.text("list.semicolon").join(plain)))
    return lines


def _cards_of_others(p: Phrases, s: GalaxyState, seat: Seat) -> list[str]:
    cards = [_with_marks(p, s, seat, index=index) for index in range(len(s.tableau[seat]))]
    return [p.text("table.card", card=p.text("list.semicolon").join(cards))] if cards else []


def _with_marks(p: Phrases, s: GalaxyState, seat: Seat, *, index: int) -> str:
    """Return the name of a card in a tableau, with its kind of good, a good that lies on it, and damage."""
    card: CardId = s.tableau[seat][index]
    fact = p.fact(card)
    marks = []
    if fact.good is not None:
        ident = "card.windfall" if fact.windfall else "card.production"
        marks.append(p.text(ident, kind=p.kind(card)))
    if s.is_damaged(seat, card):
        marks.append(p.text("table.mark_damaged"))
    elif s.goods[seat][index] >= 0:
        marks.append(p.text("table.mark_good"))
    if not marks:
        return p.name(card)
    return p.text("card.line", card=p.name(card), facts=p.text("list.comma").join(marks))
