"""The odds of the next attack in words: "You hold 8 times in 10; 4 to 12 comes, you have 7, ties lose"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from repulse.engine.contract import Seat
from repulse.games.galaxy.display.phrases import Phrases, minus
from repulse.games.galaxy.display.screen_types import OddsScreen
from repulse.games.galaxy.rules.military import military_vs_xenos
from repulse.games.galaxy.rules.phases.invasion import will_retaliate
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import FIRST_INVASION_ROUND, STAGE_CONQUEST, War, wave_of
from repulse.games.galaxy.rules.war_odds import AttackOdds, attack_odds, may_be_attacked

_SENTENCES: Final[tuple[Literal["verdict", "range", "reserve"], ...]] = ("verdict", "range", "reserve")


def odds_screens(p: Phrases, s: GalaxyState, you: Seat) -> list[OddsScreen]:
    """Return what each seat can expect, with the words for `you` in the second person."""
    return [_odds_screen(p, odds, odds.seat == you) for odds in attack_odds(s)]


def odds_for(p: Phrases, screens: Sequence[OddsScreen], you: Seat) -> list[OddsScreen]:
    """Return the odds that a spectator sees, with the words for `you` in the second person."""
    return [
        {
            **odds,
            "verdict": _verdict(p, you, odds["tenths"], may_hold=odds["chance_most"] > 0, is_you=True),
            "range": _range(p, odds["lowest"], odds["highest"], have=odds["have"], is_you=True),
        }
        if odds["seat"] == you
        else odds
        for odds in screens
    ]


def odds_lines(p: Phrases, s: GalaxyState, you: Seat) -> list[str]:
    """Return the odds of all seats as lines of the table, below the one that says what comes next."""
    coming = next_attack_text(p, s)
    lines = [coming] if coming else []
    for odds in attack_odds(s):
        screen = _odds_screen(p, odds, odds.seat == you)
        facts = {part: screen[part] for part in _SENTENCES}
        lines.append(p.text("table.odds_seat", **facts).rstrip())
    return lines


def tenths_of(ways: int, draws: int) -> int:
    """Return a chance in tenths, 0 and 10 only if nothing else can happen."""
    if ways in (0, draws):
        return 10 if ways else 0
    return min(9, max(1, (20 * ways + draws) // (2 * draws)))


def _odds_screen(p: Phrases, odds: AttackOdds, is_you: bool) -> OddsScreen:
    tenths = tenths_of(odds.holds, odds.draws)
    return {
        "seat": odds.seat,
        "rank": odds.rank + 1,
        "have": odds.total,
        "most": odds.most,
        "lowest": odds.lowest,
        "median": odds.median,
        "highest": odds.highest,
        "chance": _share(odds.holds, odds.draws),
        "chance_most": _share(odds.holds_at_most, odds.draws),
        "tenths": tenths,
        "verdict": _verdict(p, odds.seat, tenths, may_hold=odds.holds_at_most > 0, is_you=is_you),
        "range": _range(p, odds.lowest, odds.highest, have=odds.total, is_you=is_you),
        "reserve": _reserve(p, odds),
    }


def _share(ways: int, draws: int) -> float:
    """Return a chance with three decimals, 0 and 1 only if that is exact."""
    if ways in (0, draws):
        return float(ways > 0)
    return min(0.999, max(0.001, round(ways / draws, 3)))


def _verdict(p: Phrases, seat: Seat, tenths: int, *, may_hold: bool, is_you: bool) -> str:
    if tenths == 10:
        ident = "odds.safe.you" if is_you else "odds.safe.player"
    elif tenths:
        ident = "odds.holds.you" if is_you else "odds.holds.player"
    elif may_hold:
        ident = "odds.holds_with_powers.you" if is_you else "odds.holds_with_powers.player"
    else:
        ident = "odds.falls.you" if is_you else "odds.falls.player"
    return p.text(ident, player=p.player(seat), n=tenths)


def _range(p: Phrases, lowest: int, highest: int, *, have: int, is_you: bool) -> str:
    comes = (
        p.text("odds.comes_one", n=lowest)
        if lowest == highest
        else p.text("odds.comes", lowest=minus(lowest), highest=minus(highest))
    )
    return p.text("odds.range.you" if is_you else "odds.range.player", comes=comes, have=have)


def _reserve(p: Phrases, odds: AttackOdds) -> str:
    """Describe the effect of powers, unless the seat has none or is safe without."""
    if odds.most == odds.total or odds.holds == odds.draws:
        return ""
    tenths = tenths_of(odds.holds_at_most, odds.draws)
    return p.text("odds.reserve_safe" if tenths == 10 else "odds.reserve", most=odds.most, n=tenths)


# --- what comes next ---


def next_attack_text(p: Phrases, s: GalaxyState) -> str:
    """Return which cards the next attack brings, or why no attack comes this round; empty when the war is over."""
    war = s.war
    if war is None or s.over or not may_be_attacked(s):
        return ""
    if sum(military_vs_xenos(s, seat) for seat in range(s.players)) >= war.repulse:
        return p.text("odds.conquered" if war.stage == STAGE_CONQUEST else "odds.repulsed")
    if s.round < FIRST_INVASION_ROUND:
        return p.text("table.first_invasion", round=FIRST_INVASION_ROUND)
    if war.stage == STAGE_CONQUEST:
        return p.text("odds.next_retaliation") if will_retaliate(s, war) else _spared(p, s, war)
    return p.text("odds.next_wave", waves=_next_waves(p, s, war))


def _spared(p: Phrases, s: GalaxyState, war: War) -> str:
    is_breather = war.breather and not s.experienced
    return p.text("table.breather" if is_breather else "table.spared")


def _next_waves(p: Phrases, s: GalaxyState, war: War) -> str:
    """Return the waves that the next cards belong to, the first first."""
    waves: list[int] = []
    for i in range(s.players):
        wave = wave_of(war.deck[-1 - i]) if i < len(war.deck) else 3
        if wave not in waves:
            waves.append(wave)
    return p.listing([str(wave) for wave in waves])
