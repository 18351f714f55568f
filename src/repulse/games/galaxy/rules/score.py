"""Scores: chips, printed points and "?" cards, each with its source."""

from __future__ import annotations

from repulse.engine.contract import Seat
from repulse.games.galaxy.rules.card_table import CardId, Count, ScoreLine
from repulse.games.galaxy.rules.codes import deck, per
from repulse.games.galaxy.rules.military import military, military_vs_xenos
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import BONUS_VP, CONQUEST_BONUS_VP, STAGE_CONQUEST


def card_score(s: GalaxyState, seat: Seat, card: CardId) -> int:
    """The points of a card in a tableau."""
    lines = s.cards.score[card]
    if not lines:
        return s.cards.vp[card]
    return s.cards.vp[card] + counted_score(s, seat, lines)


def counted_score(s: GalaxyState, seat: Seat, lines: list[ScoreLine]) -> int:
    """The points of a "?" card: each card counts once, in the best line that fits (R-SCO-01)."""
    total = 0
    for card in s.undamaged(seat):
        total += _best_line(s, card, lines)
    for line in lines:
        total += line.vp * _other_count(s, seat, line.count)
    return total


def _best_line(s: GalaxyState, card: CardId, lines: list[ScoreLine]) -> int:
    """The points for one card among those that a "?" card counts."""
    traits = s.cards.traits[card]
    best = 0
    for line in lines:
        if line.vp > best and fits_line(traits, card, line.count):
            best = line.vp
    return best


def points_for_placing(s: GalaxyState, seat: Seat, card: CardId) -> int:
    """The points that a card would bring: its own, and those of "?" cards that count it; Military stays what it is."""
    total = s.cards.vp[card]
    lines = s.cards.score[card]
    if lines:
        total += counted_score(s, seat, lines) + _best_line(s, card, lines)
    for placed in s.undamaged(seat):
        lines = s.cards.score[placed]
        if lines:
            total += _best_line(s, card, lines)
    return total


def fits_line(traits: int, card: CardId, count: Count) -> bool:
    """Whether a card counts in a line."""
    if count.by == per.TRAITS:
        return traits & count.traits == count.traits
    return count.by == per.NAME and count.card == card


def _other_count(s: GalaxyState, seat: Seat, count: Count) -> int:
    """What a line counts other than cards: chips, Military, goods (R-SCO-02, R-SCO-03, R-SCO-08)."""
    if count.by == per.VP_CHIPS:
        return s.chips_held(seat) // count.divisor
    if count.by == per.MILITARY:
        return military(s, seat)
    if count.by == per.GOODS:
        return len(s.worlds_with_goods(seat, 0))
    return 1 if count.by == per.ONE else 0


def total_score(s: GalaxyState, seat: Seat) -> int:
    """The score of a seat if the game ended now."""
    return score_before_bonus(s, seat) + war_bonus(s, seat)


def score_before_bonus(s: GalaxyState, seat: Seat) -> int:
    """The score without the bonus tiles that are awarded only at the end."""
    total = s.chips_held(seat)
    for card in s.undamaged(seat):
        total += card_score(s, seat, card)
    if s.war is not None:
        total += s.war.awards[seat] + s.war.tiles[seat]
    return total


def war_bonus(s: GalaxyState, seat: Seat) -> int:
    """The points for the bonus tiles of a seat."""
    if s.war is None:
        return 0
    return bonus_tiles(s, [military_vs_xenos(s, each) for each in range(s.players)])[seat]


def bonus_tiles(s: GalaxyState, strengths: list[int]) -> list[int]:
    """The points for the bonus tiles of all seats: none before the first round, and none after an empire defeat.

    Greatest Admiral, by the Military vs. Xenos given, and Greatest Contributor (R-INV-29, R-INV-30); in the conquest stage,
    the most VP chips and the most Xeno systems (R-CST-35).
    """
    war = s.war
    assert war is not None
    tiles = [0] * s.players
    if war.is_defeat() or s.round == 0:
        return tiles
    if war.stage == STAGE_CONQUEST:
        _award(tiles, s.chips, CONQUEST_BONUS_VP)
        _award(tiles, [systems_conquered(s, each) for each in range(s.players)], CONQUEST_BONUS_VP)
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


def systems_conquered(s: GalaxyState, seat: Seat) -> int:
    """How many Xeno systems a seat has conquered, damaged and lost ones included (R-CST-35, R-CST-37)."""
    if s.frontier is None:
        return 0
    standing = [card for card in s.tableau[seat] if s.cards.deck[card] == deck.SYSTEM]
    return len(standing) + len(s.frontier.lost[seat])


def tie_break(s: GalaxyState, seat: Seat) -> int:
    """Hand cards and goods, the tie-breaker (R-END-02)."""
    return len(s.hand[seat]) + len(s.worlds_with_goods(seat, 0))


def winners(s: GalaxyState) -> list[Seat]:
    """Who has the most points, ties broken; several if still tied."""
    standing = [total_score(s, seat) * 1000 + tie_break(s, seat) for seat in range(s.players)]
    best = max(standing)
    return [seat for seat in range(s.players) if standing[seat] == best]
