"""The whole table, and any card, as plain lines that people, screen readers and programs can read.

Everything here is made from public facts and the viewer's own, so a view will do as well as a whole position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from repulse.engine.contract import RepulseError, Seat, State
from repulse.engine.display.words import Catalogue
from repulse.games.galaxy.cards import (
    PHASES,
    SETS,
    Card,
    load_cards,
)
from repulse.games.galaxy.display.breakdown import explain_military, explain_score, total
from repulse.games.galaxy.display.card_text import describe_card, describe_phase, describe_score
from repulse.games.galaxy.display.phase_text import phase_words
from repulse.games.galaxy.display.phrases import (
    ACTION_IDS,
    Phrases,
    galaxy_words,
    signed,
)
from repulse.games.galaxy.display.war_text import frontier_lines, seat_lines, war_lines
from repulse.games.galaxy.rules.card_table import FACE_DOWN, CardId
from repulse.games.galaxy.rules.state import GalaxyState


def table_text(
    view: State, viewer: Seat, catalogue: Catalogue | None = None, *, names: Sequence[str] = ()
) -> str:
    """Return the whole table as its viewer sees it, line by line."""
    s = cast(GalaxyState, view)
    p = Phrases(s.cards, catalogue, names)
    lines = middle_lines(p, s, viewer)
    for i in range(s.players):
        # The viewer first, then the others clockwise.
        lines += ["", *_tableau(p, s, (max(viewer, 0) + i) % s.players, viewer=viewer)]
    if 0 <= viewer < s.players:
        lines += ["", *hand_lines(p, s, viewer)]
    return "\n".join(lines)


def middle_lines(p: Phrases, s: GalaxyState, viewer: Seat) -> list[str]:
    """Return what belongs to no player: round, phase, piles, pending seats, picked actions."""
    lines = [
        p.text("table.round", round=s.round, phase=phase_words(p, s)),
        p.text(
            "table.piles",
            pool=max(0, s.pool),
            deck=p.text("cards", n=len(s.deck)),
            discards=p.text("cards", n=len(s.discards)),
        ),
    ]
    lines += war_lines(p, s, viewer) + frontier_lines(p, s)
    for seat in range(s.players):
        if s.actions[seat]:
            actions = p.listing([p.action(action) for action in s.actions[seat]])
            lines.append(p.text("table.actions", player=_who(p, seat, viewer), actions=actions))
    if s.over:
        winners = p.listing([_who(p, seat, viewer) for seat in s.winners()])
        lines.append(p.text("table.winners", players=winners))
    else:
        waiting = p.listing([_who(p, seat, viewer) for seat in s.seats_owing()])
        lines.append(p.text("table.waiting", players=waiting))
    return lines


def _who(p: Phrases, seat: Seat, viewer: Seat) -> str:
    return p.text("table.you", player=p.player(seat)) if seat == viewer else p.player(seat)


def _tableau(p: Phrases, s: GalaxyState, seat: Seat, *, viewer: Seat) -> list[str]:
    """Return what lies before a player, in a line for each card."""
    lines = player_lines(p, s, seat, viewer=viewer)
    for card, good in zip(s.tableau[seat], s.goods[seat], strict=True):
        ident = "table.card_with_good" if good >= 0 else "table.card"
        if s.is_damaged(seat, card):
            ident = "table.card_damaged"
        lines.append(p.text(ident, card=p.card_line(card)))
    return lines


def player_lines(p: Phrases, s: GalaxyState, seat: Seat, *, viewer: Seat) -> list[str]:
    """Return the numbers of a player: points, Military, cards, and where they stand in the war."""
    numbers = p.text(
        "table.player_now" if s.war is not None and not s.over else "table.player",
        player=_who(p, seat, viewer),
        chips=s.chips[seat],
        score=s.scores()[seat],
        military=total(explain_military(s, seat, words=p)),
        hand=p.text("cards", n=len(s.hand[seat])),
        tableau=p.text("cards", n=len(s.tableau[seat])),
    )
    return [numbers, *seat_lines(p, s, seat)]


def hand_lines(p: Phrases, s: GalaxyState, seat: Seat) -> list[str]:
    """Return a viewer's own cards, with what they do."""
    lines = []
    if s.offered[seat]:
        lines.append(p.text("table.offered"))
        lines += [_full_line(p, card) for card in s.offered[seat]]
    if s.frontier is not None and s.frontier.looked[seat]:
        lines.append(p.text("table.looked"))
        lines += [_full_line(p, card) for card in s.frontier.looked[seat] if card != FACE_DOWN]
    if not s.hand[seat]:
        return [*lines, p.text("table.hand_empty")]
    lines.append(p.text("table.hand", cards=p.text("cards", n=len(s.hand[seat]))))
    lines += [_full_line(p, card) for card in s.hand[seat] if card != FACE_DOWN]
    return lines


def _full_line(p: Phrases, card: CardId) -> str:
    """Return a card with all its powers in one line."""
    powers = powers_line(p, card)
    if not powers:
        return p.text("table.card", card=p.card_line(card))
    return p.text("table.card_with_powers", card=p.card_line(card), powers=powers)


def powers_line(p: Phrases, card: CardId) -> str:
    """Return all powers of a card in one line; empty if it has none."""
    fact = p.fact(card)
    texts = [text for text in (describe_phase(fact, phase, p.language) for phase in PHASES) if text]
    if fact.score:
        lines = p.text("list.comma").join(describe_score(line, p.language) for line in fact.score)
        texts.append(p.text("table.score", lines=lines))
    return " ".join(texts)


def score_lines(
    s: GalaxyState, seat: Seat, catalogue: Catalogue | None = None, *, names: Sequence[str] = ()
) -> list[str]:
    """Return the score of a seat if the game ended now, and a line for each thing that it is made of."""
    p = Phrases(s.cards, catalogue, names)
    rows = explain_score(s, seat, p)
    lines = [p.text("table.total", player=p.player(seat), n=total(rows))]
    lines += [p.text("table.points", source=source, amount=signed(amount)) for source, amount in rows]
    return lines


# --- help ---


def card_help(name: str, state: State | None = None, catalogue: Catalogue | None = None) -> str:
    """Describe a card, given its name or the beginning of it.

    Raises:
        RepulseError: No card fits, or several do.
    """
    words = catalogue or galaxy_words()
    cards = _all_cards(state)
    return describe_card(cards[_find(words, name, list(cards))], words.language)


def help_text(topic: str, state: State | None = None, catalogue: Catalogue | None = None) -> str:
    """Return a card or an action card by its name or the beginning of it, in words."""
    words = catalogue or galaxy_words()
    cards = _all_cards(state)
    actions = {words.text(f"action.{ident}.name"): ident for ident in ACTION_IDS}
    name = _find(words, topic, [*actions, *cards])
    if name in actions:
        return words.text("with_parts", {"text": name, "parts": words.text(f"action.{actions[name]}.does")})
    return describe_card(cards[name], words.language)


def _all_cards(state: State | None) -> dict[str, Card]:
    """Return every card by its name; those of a game as that game has them, overlays and all."""
    cards = {card.name: card for card in load_cards(SETS)}
    if state is not None:
        cards.update({card.name: card for card in cast(GalaxyState, state).cards.cards if card is not None})
    return cards


def _find(words: Catalogue, text: str, names: list[str]) -> str:
    """Return the name that a text means: in full, or else by its beginning; case does not matter."""
    low = text.strip().casefold()
    exact = [name for name in names if name.casefold() == low]
    matches = exact or [name for name in names if low and name.casefold().startswith(low)]
    if len(matches) == 1:
        return matches[0]
    if not matches:
        raise RepulseError(words.text("help.none", {"wanted": text}))
    listed = words.text("list.comma").join(sorted(matches)[:_MAX_LISTED])
    raise RepulseError(words.text("help.several", {"wanted": text, "names": listed, "n": len(matches)}))


_MAX_LISTED: Final = 20
