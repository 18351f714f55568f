"""Scores: chips, printed points and "?" cards, each with its source."""

from __future__ import annotations

from repulse.engine.contract import Seat
from repulse.games.galaxy.codes import count_by, deck
from repulse.games.galaxy.rules.card_table import CardId, CompiledScoreLine, Count
from repulse.games.galaxy.rules.military import military, military_vs_xenos
from repulse.games.galaxy.rules.position import Position
from repulse.games.galaxy.rules.war import BONUS_VP, CONQUEST_BONUS_VP, STAGE_CONQUEST


def card_score(state: Position, seat: Seat, card: CardId) -> int:
    """Return the points of a card in a tableau."""
    lines = state.cards.score[card]
    if not lines:
        return state.cards.vp[card]
    return state.cards.vp[card] + counted_score(state, seat, lines)


def counted_score(state: Position, seat: Seat, lines: list[CompiledScoreLine]) -> int:
    """Return the points of a "?" card: each card counts once, in the best line that fits (R-SCO-01)."""
    total = 0
    for card in state.undamaged(seat):
        total += _best_line(state, card, lines)
    for line in lines:
        total += line.vp * _other_count(state, seat, line.count)
    return total


def _best_line(state: Position, card: CardId, lines: list[CompiledScoreLine]) -> int:
    """Return the points for one card among those that a "?" card counts."""
    traits = state.cards.traits[card]
    best = 0
    for line in lines:
        if line.vp > best and fits_line(traits, card, line.count):
            best = line.vp
    return best


def points_for_placing(state: Position, seat: Seat, card: CardId) -> int:
    """Return the points that a card would bring: its own, and those of "?" cards that count it; Military stays what it is."""
    total = state.cards.vp[card]
    lines = state.cards.score[card]
    if lines:
        total += counted_score(state, seat, lines) + _best_line(state, card, lines)
    for placed in state.undamaged(seat):
        lines = state.cards.score[placed]
        if lines:
            total += _best_line(state, card, lines)
    return total


def fits_line(traits: int, card: CardId, count: Count) -> bool:
    """Return whether a card counts in a line."""
    if count.by == count_by.TRAITS:
        return traits & count.traits == count.traits
    return count.by == count_by.NAME and count.card == card


def _other_count(state: Position, seat: Seat, count: Count) -> int:
    """Return what a line counts other than cards: chips, Military, goods (R-SCO-02, R-SCO-03, R-SCO-08)."""
    if count.by == count_by.VP_CHIPS:
        return state.chips_held(seat) // count.divisor
    if count.by == count_by.MILITARY:
        return military(state, seat)
    if count.by == count_by.GOODS:
        return len(state.worlds_with_goods(seat, 0))
    return 1 if count.by == count_by.ONE else 0


def total_score(state: Position, seat: Seat) -> int:
    """Return the score of a seat if the game ended now."""
    return score_before_bonus(state, seat) + war_bonus(state, seat)


def score_before_bonus(state: Position, seat: Seat) -> int:
    """Return the score without the bonus tiles that are awarded only at the end."""
    total = state.chips_held(seat)
    for card in state.undamaged(seat):
        total += card_score(state, seat, card)
    if state.war is not None:
        total += state.war.awards[seat] + state.war.tiles[seat]
    return total


def war_bonus(state: Position, seat: Seat) -> int:
    """Return the points for the bonus tiles of a seat."""
    if state.war is None:
        return 0
    return bonus_tiles(state, [military_vs_xenos(state, player) for player in range(state.players)])[seat]


def bonus_tiles(state: Position, strengths: list[int]) -> list[int]:
    """Return the points for the bonus tiles of all seats: none before the first round, and none after an empire defeat.

    Greatest Admiral, by the Military vs. Xenos given, and Greatest Contributor (R-INV-29, R-INV-30); in the conquest stage,
    the most VP chips and the most Xeno systems (R-CST-35).
    """
    war = state.war
    assert war is not None
    tiles = [0] * state.players
    if war.is_defeat() or state.round == 0:
        return tiles
    if war.stage == STAGE_CONQUEST:
        _award(tiles, state.chips, CONQUEST_BONUS_VP)
        _award(
            tiles, [systems_conquered(state, player) for player in range(state.players)], CONQUEST_BONUS_VP
        )
    else:
        _award(tiles, strengths, BONUS_VP)
        _award(tiles, war.contributed, BONUS_VP)
    return tiles


def _award(tiles: list[int], counts: list[int], points: int) -> None:
    """Give a bonus tile to everybody who has the most."""
    most = max(counts)
    for seat in range(len(counts)):
        if counts[seat] == most:
            tiles[seat] += points


def systems_conquered(state: Position, seat: Seat) -> int:
    """Return how many Xeno systems a seat has conquered, damaged and lost ones included (R-CST-35, R-CST-37)."""
    if state.frontier is None:
        return 0
    standing = [card for card in state.tableau[seat] if state.cards.deck[card] == deck.SYSTEM]
    return len(standing) + len(state.frontier.lost[seat])


def tie_break(state: Position, seat: Seat) -> int:
    """Return hand cards and goods, the tie-breaker (R-END-02)."""
    return len(state.hand[seat]) + len(state.worlds_with_goods(seat, 0))


def winners(state: Position) -> list[Seat]:
    """Return who has the most points, ties broken; several if still tied."""
    standing = [total_score(state, seat) * 1000 + tie_break(state, seat) for seat in range(state.players)]
    best = max(standing)
    return [seat for seat in range(state.players) if standing[seat] == best]
