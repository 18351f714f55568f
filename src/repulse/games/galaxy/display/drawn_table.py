"""The table of galaxy in a few lines for a terminal: the round, the war, a block for each player, and the hand."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Seat
from repulse.engine.display.board import Line, Span, Tone, flowed, justified, wrapped
from repulse.games.galaxy.display.breakdown import explain_military, total
from repulse.games.galaxy.display.odds_text import odds_screens
from repulse.games.galaxy.display.phase_text import PHASES, callers, phase_of, phase_words
from repulse.games.galaxy.display.phrases import Phrases
from repulse.games.galaxy.rules.card_table import FACE_DOWN, CardId
from repulse.games.galaxy.rules.military import military_vs_xenos
from repulse.games.galaxy.rules.state import GalaxyState

PHASE_TONES: Final[tuple[Tone, ...]] = ("cyan", "yellow", "red", "green", "magenta")
NUMERALS: Final = ("I", "II", "III", "IV", "V")
GOOD: Final = "●"
DAMAGE: Final = "✗"
INDENT: Final = 4


def drawn_table(p: Phrases, s: GalaxyState, viewer: Seat, *, width: int) -> list[Line]:
    """Return the table as a viewer sees it, opponents first, the viewer's own cards last.

    Args:
        p: The words.
        s: The position.
        viewer: The seat that looks, or -1.
        width: The columns of a line.
    """
    lines = _heading(p, s, width)
    lines += [[Span(line)] for text in _war(p, s, viewer) for line in wrapped(text, width)]
    for i in range(1, s.players + 1):
        # The viewer comes last, next to the question.
        lines += _player(p, s, (max(viewer, 0) + i) % s.players, viewer=viewer, width=width)
    if 0 <= viewer < s.players:
        lines += _hand(p, s, viewer, width=width)
    return lines


def _heading(p: Phrases, s: GalaxyState, width: int) -> list[Line]:
    now = phase_of(s)
    left: Line = [Span(p.text("board.round", round=s.round), "strong"), Span("  ")]
    if now in PHASES:
        for phase, numeral, tone in zip(PHASES, NUMERALS, PHASE_TONES, strict=True):
            name = f"▸{numeral} {p.phase(phase)}" if phase == now else numeral
            left += [Span(name, tone if callers(s, phase) else "quiet"), Span("  ")]
    else:
        left.append(Span(phase_words(p, s)))
    piles = p.text("board.piles", pool=max(0, s.pool), deck=len(s.deck), discards=len(s.discards))
    return justified(left, [Span(piles, "quiet")], width)


def _war(p: Phrases, s: GalaxyState, viewer: Seat) -> list[str]:
    if s.war is None or s.over:
        return []
    together = sum(military_vs_xenos(s, seat) for seat in range(s.players))
    lines = [p.text("board.war", military=together, value=s.war.repulse)]
    own = [odds for odds in odds_screens(p, s, viewer) if odds["seat"] == viewer]
    return lines + [f"{odds['verdict']} {odds['range']}" for odds in own]


def _player(p: Phrases, s: GalaxyState, seat: Seat, *, viewer: Seat, width: int) -> list[Line]:
    own = seat == viewer
    name = p.text("board.you") if own else p.player(seat)
    facts = p.text(
        "board.player",
        score=s.scores()[seat],
        hand=len(s.hand[seat]),
        goods=sum(good >= 0 for good in s.goods[seat]),
        military=total(explain_military(s, seat, words=p)),
    )
    played = p.listing([p.action(code) for code in s.actions[seat]]) if s.actions[seat] else ""
    head: Line = [Span(name, "own" if own else "strong"), Span("  "), Span(facts)]
    lines = justified(head, [Span(played, "quiet")], width) if played else [head]
    cards = [_card(p, s, seat, index=i) for i in range(len(s.tableau[seat]))]
    return lines + flowed(cards or [[Span(p.text("board.no_cards"), "quiet")]], width, indent=INDENT)


def _card(p: Phrases, s: GalaxyState, seat: Seat, *, index: int) -> Line:
    card = s.tableau[seat][index]
    if s.is_damaged(seat, card):
        return [Span(p.name(card), "loss"), Span(f" {DAMAGE}", "loss")]
    name: Line = [Span(p.name(card))]
    return [*name, Span(f" {GOOD}", "gain")] if s.goods[seat][index] >= 0 else name


def _hand(p: Phrases, s: GalaxyState, seat: Seat, *, width: int) -> list[Line]:
    cards = [card for card in (*s.offered[seat], *s.hand[seat]) if card != FACE_DOWN]
    if not cards:
        return [[Span(p.text("table.hand_empty"), "quiet")]]
    lines: list[Line] = [[Span(p.text("table.hand", cards=p.text("cards", n=len(cards))), "strong")]]
    return lines + flowed([_held(p, card) for card in cards], width, indent=INDENT)


def _held(p: Phrases, card: CardId) -> Line:
    fact = p.fact(card)
    points = "?" if fact.vp is None else str(fact.vp)
    return [Span(p.name(card)), Span(f" {fact.cost}/{points}", "quiet")]
