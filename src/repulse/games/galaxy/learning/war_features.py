"""The features of the war: who holds against the Xenos, and what the bonus tiles would change."""

from __future__ import annotations

from repulse.engine.contract import Seat
from repulse.engine.features import small
from repulse.games.galaxy.learning import feature_layout as at
from repulse.games.galaxy.learning.buckets import lead_bucket, near
from repulse.games.galaxy.learning.feature_layout import GalaxyLayout
from repulse.games.galaxy.rules.phases.invasion import BUNKER_DEFENSE, attack_strength
from repulse.games.galaxy.rules.score import bonus_tiles, systems_conquered
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import (
    MIN_SPACE,
    STAGE_CONQUEST,
    InvasionCard,
    War,
    disks_after,
    wave_of,
)
from repulse.games.galaxy.rules.war_odds import NextAttack


class WarMemo:
    """The possible cards of the next attack, and the facts they were found from."""

    __slots__ = ("assigned", "attack", "deck", "discards", "stage")

    def __init__(self) -> None:
        self.stage = 0
        self.deck = -1
        self.discards: list[InvasionCard] = []
        self.assigned: list[InvasionCard] = []
        self.attack: NextAttack | None = None


def write_war(
    layout: GalaxyLayout, s: GalaxyState, me: Seat, sums: list[list[int]], memo: WarMemo, out: bytearray
) -> None:
    """Write the numbers of the war; `sums` are those of the seats, the one being asked first."""
    war = s.war
    assert war is not None
    players = s.players
    strengths = [numbers[at.MILITARY] + numbers[at.VS_XENO] for numbers in sums]
    attack = _next_attack(s, war, memo)
    disks = _disks_next(s, war, me, strengths)
    all_fall = 1.0
    for away in range(players):
        seat = (me + away) % players
        start = layout.war_numbers[away]
        _write_seat(layout, s, war, away, seat, out)
        numbers = sums[away]
        total = strengths[away] + numbers[at.DEFENSE]
        most = total + numbers[at.TEMP_MILITARY] + numbers[at.TEMP_DEFENSE]
        if s.hand[seat]:
            most += BUNKER_DEFENSE
        rank = disks.index(seat)
        military = numbers[at.MILITARY]
        ways = attack.ways_to_hold(rank, total - war.surge, military, strengths[away])
        holds = ways / attack.draws
        all_fall *= 1.0 - holds
        out[start + at.TOTAL] = small(total - MIN_SPACE)
        out[start + at.HOLDS] = int(at.CERTAIN * holds + 0.5)
        ways = attack.ways_to_hold(rank, most - war.surge, military, strengths[away])
        holds = ways / attack.draws
        out[start + at.HOLDS_AT_MOST] = int(at.CERTAIN * holds + 0.5)
        place = min(max(total, at.MIN_TOTAL), at.MAX_TOTAL) - at.MIN_TOTAL
        out[layout.total_is[away] + place] = 1
    start = layout.war
    out[start + at.ALL_FALL] = int(at.CERTAIN * all_fall + 0.5)
    _write_shared(layout, war, sum(strengths), out)
    _write_leads(layout, s, me, strengths, [numbers[at.SCORE] for numbers in sums], out)


def _next_attack(s: GalaxyState, war: War, memo: WarMemo) -> NextAttack:
    """Return what can come next, counted again if an invasion card was turned over since."""
    attack = memo.attack
    if (
        attack is not None
        and memo.stage == war.stage
        and memo.deck == len(war.deck)
        and memo.discards == war.discards
        and memo.assigned == war.assigned
    ):
        return attack
    memo.stage = war.stage
    memo.deck = len(war.deck)
    memo.discards = war.discards[:]
    memo.assigned = war.assigned[:]
    attack = NextAttack(war, s.players)
    memo.attack = attack
    return attack


def _disks_next(s: GalaxyState, war: War, me: Seat, strengths: list[int]) -> list[Seat]:
    """Return the order of the disks if they were moved now."""
    by_seat = [strengths[(seat - me) % s.players] for seat in range(s.players)]
    return disks_after(war, by_seat, s.player_order())


def _write_seat(
    layout: GalaxyLayout, s: GalaxyState, war: War, away: int, seat: Seat, out: bytearray
) -> None:
    start = layout.war_numbers[away]
    out[start + at.SPACE] = small(war.spaces[seat] - MIN_SPACE)
    if seat in war.order:
        out[start + at.RANK] = war.order.index(seat)
    out[start + at.CONTRIBUTED] = small(war.contributed[seat])
    out[start + at.AWARDS] = small(war.awards[seat])
    out[start + at.TILES] = small(war.tiles[seat])
    if war.assigned[seat]:
        out[start + at.ATTACKED] = 1
        out[start + at.ATTACK] = small(attack_strength(s, seat))
    if war.failed >> seat & 1:
        out[start + at.FAILED] = 1
    damaged = s.damaged_worlds(seat)
    out[start + at.DAMAGED_WORLDS] = small(len(damaged))
    for card in damaged:
        out[layout.damaged[away] + layout.world[card]] = 1
    if war.stage == STAGE_CONQUEST:
        out[start + at.SYSTEMS] = small(systems_conquered(s, seat))


def _write_shared(layout: GalaxyLayout, war: War, strength: int, out: bytearray) -> None:
    start = layout.war
    gap = small(war.repulse - strength)
    out[start + at.REPULSE] = small(war.repulse)
    out[start + at.STRENGTH] = small(strength)
    out[start + at.GAP] = gap
    out[layout.gap_is + min(gap, at.MAX_GAP)] = 1
    out[start + at.DEFEATS] = small(war.defeats)
    out[start + at.REPULSED] = 1 if war.repulsed else 0
    out[start + at.CONQUEST] = 1 if war.stage == STAGE_CONQUEST else 0
    out[start + at.BREATHER] = 1 if war.breather else 0
    out[start + at.SURGE] = small(war.surge)
    out[start + at.CONQUERED] = 1 if war.conquered else 0
    out[start + at.INVASION_CARDS] = small(len(war.deck))
    if war.deck:
        out[layout.wave + wave_of(war.deck[-1]) - 1] = 1


def _write_leads(
    layout: GalaxyLayout,
    s: GalaxyState,
    me: Seat,
    strengths: list[int],
    points: list[int],
    out: bytearray,
) -> None:
    """Write the lead over the best other seat: in points, also with the bonus tiles, and in the things these are for."""
    war = s.war
    assert war is not None
    players = s.players
    by_seat = [strengths[(seat - me) % players] for seat in range(players)]
    tiles = bonus_tiles(s, by_seat)
    with_tiles: list[int] = []
    contributed: list[int] = []
    for away in range(players):
        seat = (me + away) % players
        with_tiles.append(points[away] + tiles[seat])
        contributed.append(war.contributed[seat])
        out[layout.war_numbers[away] + at.BONUS] = tiles[seat]
    out[layout.lead_is + lead_bucket(lead_of(points))] = 1
    out[layout.tiles_lead_is + lead_bucket(lead_of(with_tiles))] = 1
    out[layout.strength_lead_is + near(lead_of(strengths))] = 1
    out[layout.contributed_lead_is + near(lead_of(contributed))] = 1


def lead_of(numbers: list[int]) -> int:
    """Return the lead of the first number over the highest of the others."""
    best = numbers[1]
    for i in range(2, len(numbers)):
        best = max(best, numbers[i])
    return numbers[0] - best
