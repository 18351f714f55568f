"""Breakdowns: every number a player sees as a list of what made it.

Each is a list of lines (the source in words, and an amount) that add up to the number the rules use. They read only
public facts, so they work on any view.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from repulse.engine.contract import Seat
from repulse.engine.display.screen import Part
from repulse.engine.display.segments import segments
from repulse.games.galaxy.codes import action, count_by, effect, no_card, price, step, trait
from repulse.games.galaxy.display.phrases import Phrases
from repulse.games.galaxy.rules.card_table import CardId, CompiledPower, Count, PowerId
from repulse.games.galaxy.rules.frontier import LOOK
from repulse.games.galaxy.rules.military import (
    amount_of,
    military,
    military_vs_xenos,
    temporary_against,
    temporary_vs_xenos,
)
from repulse.games.galaxy.rules.phases.consume import raises_price
from repulse.games.galaxy.rules.phases.explore import DRAW, KEEP
from repulse.games.galaxy.rules.phases.invasion import BUNKER_DEFENSE
from repulse.games.galaxy.rules.phases.rounds import picks
from repulse.games.galaxy.rules.score import fits_line, systems_conquered
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import BONUS_VP, CONQUEST_BONUS_VP, STAGE_CONQUEST

Line: TypeAlias = tuple[str, int]
"""Where from, and how much."""

ScoreKind: TypeAlias = Literal["chips", "cards", "counted", "effort", "awards", "tiles", "titles"]
"""VP chips, printed points, "?" cards, contributions to the war, defense awards, conquered systems, bonuses for the most of something."""

_PAYING_STEPS = (step.SETTLE_MEANS, step.SETTLE_PAY, step.DEVELOP_MEANS, step.DEVELOP_PAY)
_DEVELOP_STEPS = (
    step.DEVELOP,
    step.DEVELOP_PLACE,
    step.DEVELOP_MEANS,
    step.DEVELOP_PAY,
    step.REPLACE,
    step.REPLACE_WITH,
)


def total(lines: list[Line]) -> int:
    """Return the sum of a breakdown."""
    return sum(amount for _, amount in lines)


def parts_of(lines: list[Line]) -> list[Part]:
    """Return a breakdown as data."""
    return [{"source": segments(source), "amount": amount} for source, amount in lines]


def is_placing(s: GalaxyState, seat: Seat, card: CardId) -> bool:
    """Return whether a seat is using powers and paying for a card it has just placed, or attacks this Xeno system."""
    if s.asked_seat != seat:
        return False
    if s.current_step() == step.ATTACK_MEANS:
        return s.frontier is not None and s.frontier.under_attack == card
    return s.placed[seat] == card and s.current_step() in _PAYING_STEPS


def explain_cost(
    s: GalaxyState, seat: Seat, card: CardId, *, paying: PowerId = 0, words: Phrases | None = None
) -> list[Line]:
    """Return the cards that a development or world costs a seat now.

    `paying` is the pay-for-military power used for a military world; without one such a world is conquered, which
    costs no cards, so there is nothing to add up.
    """
    p = words or Phrases(s.cards)
    table = s.cards
    placing = is_placing(s, seat, card)
    if placing and s.payment.paying_power:
        paying = s.payment.paying_power
    if table.military[card] and not paying:
        return []
    lines = [(p.text("explain.defense" if table.military[card] else "explain.cost"), table.cost[card])]
    if table.development[card]:
        if s.bonus[seat] and s.current_step() in _DEVELOP_STEPS:
            lines.append((p.text("bonus.develop"), -1))
        powers = table.develop
    else:
        powers = table.settle
    if paying:
        power = table.power(paying)
        if power.amount:
            lines.append((p.name(power.card), -power.amount))
    lines += _discounts(s, seat, card, powers=powers, p=p)
    if placing:
        lines += _bought(s, p)
    if placing and s.payment.is_free:
        lines += _set_free(s, total(lines), p)
    below = total(lines)
    if below < 0:
        lines.append((p.text("explain.never_below"), -below))
    return lines


def _discounts(
    s: GalaxyState, seat: Seat, card: CardId, *, powers: list[list[CompiledPower]], p: Phrases
) -> list[Line]:
    """Return what every discount that fits takes off."""
    cards = s.working(seat)
    kind = s.cards.kind[card]
    frontier = s.cards.traits[card] & trait.FRONTIER != 0
    lines: list[Line] = []
    for source in cards:
        for power in powers[source]:
            if (
                power.do != effect.DISCOUNT
                or power.discard != price.NOTHING
                or (power.for_frontier and not frontier)
            ):
                continue
            if power.kind in (0, kind):
                amount = amount_of(s.cards, cards, power)
                if amount:
                    lines.append((_source(s, cards, power, p=p), -amount))
    return lines


def _bought(s: GalaxyState, p: Phrases) -> list[Line]:
    """Return the discounts bought with goods for the card being placed."""
    powers = [s.cards.power(ident) for ident in s.payment.used_powers]
    return [
        (p.text("explain.bought", source=p.name(power.card)), -power.amount)
        for power in powers
        if power.do == effect.DISCOUNT
    ]


def _set_free(s: GalaxyState, rest: int, p: Phrases) -> list[Line]:
    """Return the power by which the world being placed costs nothing."""
    for ident in s.payment.used_powers:
        if s.cards.power(ident).do == effect.COST_ZERO and rest > 0:
            return [(p.name(s.cards.power(ident).card), -rest)]
    return []


def explain_military(
    s: GalaxyState, seat: Seat, against: CardId | None = None, *, words: Phrases | None = None
) -> list[Line]:
    """Return the Military of a seat: plain, or against a world, with the temporary Military used for it so far."""
    p = words or Phrases(s.cards)
    traits = 0 if against is None else s.cards.traits[against]
    lines = _permanent(
        s,
        seat,
        p,
        fits=lambda power: power.do == effect.MILITARY and (power.vs == 0 or traits & power.vs != 0),
    )
    return lines if against is None else lines + explain_temporary(s, seat, against, words=p)


def explain_temporary(
    s: GalaxyState, seat: Seat, against: CardId, *, words: Phrases | None = None
) -> list[Line]:
    """Return the temporary Military that a seat has used so far for the world being placed or attacked."""
    p = words or Phrases(s.cards)
    if not is_placing(s, seat, against):
        return []
    powers = [s.cards.power(ident) for ident in s.payment.used_powers]
    return [
        (p.text("explain.temporary", source=p.name(power.card)), temporary_against(s, power, against))
        for power in powers
        if power.do == effect.TEMP_MILITARY
    ]


def explain_look(s: GalaxyState, seat: Seat, words: Phrases | None = None) -> list[Line]:
    """Return the number of cards that a seat draws in a Frontier settle."""
    p = words or Phrases(s.cards)
    drawn = _permanent(s, seat, p, fits=lambda power: power.do == effect.FRONTIER_DRAW)
    return [(p.text("explain.look"), LOOK), *drawn]


def explain_vs_xenos(s: GalaxyState, seat: Seat, words: Phrases | None = None) -> list[Line]:
    """Explain Military against the Xenos: what counts for admiral disks and the repulse check (R-INV-03)."""
    p = words or Phrases(s.cards)
    return _permanent(
        s, seat, p, fits=lambda power: power.do == effect.MILITARY and power.vs in (0, trait.KEY_XENO)
    )


def explain_defense(s: GalaxyState, seat: Seat, words: Phrases | None = None) -> list[Line]:
    """Return the total of a seat against an invasion: against the Xenos, defense, and temporary powers used so far."""
    p = words or Phrases(s.cards)
    lines = explain_vs_xenos(s, seat, p)
    lines += _permanent(s, seat, p, fits=lambda power: power.do == effect.DEFENSE)
    asking = s.current_step()
    if s.asked_seat == seat and asking in (step.DEFEND, step.DEFEND_CARD):
        # The card for the last power is still to be chosen in DEFEND_CARD, so that one does not count yet.
        for ident in s.payment.used_powers[:-1] if asking == step.DEFEND_CARD else s.payment.used_powers:
            amount = BUNKER_DEFENSE if ident == no_card.BUNKER else temporary_vs_xenos(s.cards.power(ident))
            lines.append((p.text("explain.temporary", source=p.power_source(ident)), amount))
    return lines


def _permanent(
    s: GalaxyState, seat: Seat, p: Phrases, *, fits: Callable[[CompiledPower], bool]
) -> list[Line]:
    """Return what the Settle powers that fit add, card by card."""
    cards = s.working(seat)
    lines: list[Line] = []
    for card in cards:
        for power in s.cards.settle[card]:
            if fits(power):
                amount = amount_of(s.cards, cards, power)
                if amount or power.count is not None:
                    lines.append((_source(s, cards, power, p=p), amount))
    return lines


def explain_score(s: GalaxyState, seat: Seat, words: Phrases | None = None) -> list[Line]:
    """Return the score of a seat if the game ended now: chips, printed points, each line of each "?" card, the war."""
    return [line for _, line in sort_score(s, seat, words)]


def sort_score(s: GalaxyState, seat: Seat, words: Phrases | None = None) -> list[tuple[ScoreKind, Line]]:
    """Return the score of a seat if the game ended now, line by line, each with the sort of thing that it is."""
    p = words or Phrases(s.cards)
    lines: list[tuple[ScoreKind, Line]] = [("chips", (p.text("explain.chips"), s.chips[seat]))]
    damaged = s.damaged_worlds(seat)
    for card in s.tableau[seat]:
        if card in damaged:
            lines.append(("cards", (p.text("explain.damaged", card=p.name(card)), 0)))
        elif s.cards.score[card]:
            lines += [("counted", line) for line in _counted(s, seat, card, p=p)]
        else:
            lines.append(("cards", (p.name(card), s.cards.vp[card])))
    return lines + _war_lines(s, seat, p)


def _war_lines(s: GalaxyState, seat: Seat, p: Phrases) -> list[tuple[ScoreKind, Line]]:
    """Return what the war brings: contributions, awards, tiles and the two bonuses (R-INV-29, R-INV-31, R-CST-10, R-CST-35)."""
    war = s.war
    if war is None:
        return []
    lines: list[tuple[ScoreKind, Line]] = [("awards", (p.text("explain.awards"), war.awards[seat]))]
    if war.stage == STAGE_CONQUEST:
        lines.append(("tiles", (p.text("explain.tiles"), war.tiles[seat])))
        if has_most_chips(s, seat):
            lines.append(("titles", (p.text("explain.most_chips"), CONQUEST_BONUS_VP)))
        if has_most_systems(s, seat):
            lines.append(("titles", (p.text("explain.most_systems"), CONQUEST_BONUS_VP)))
        return lines
    lines.insert(0, ("effort", (p.text("explain.contributed"), war.contributed[seat])))
    if is_admiral(s, seat):
        lines.append(("titles", (p.text("explain.admiral"), BONUS_VP)))
    if is_contributor(s, seat):
        lines.append(("titles", (p.text("explain.contributor"), BONUS_VP)))
    return lines


def is_admiral(s: GalaxyState, seat: Seat) -> bool:
    """Return whether a seat would be a Greatest Admiral if the game ended now."""
    strengths = [military_vs_xenos(s, rival) for rival in range(s.players)]
    return s.war is not None and s.round > 0 and not s.war.is_defeat() and strengths[seat] == max(strengths)


def is_contributor(s: GalaxyState, seat: Seat) -> bool:
    """Return whether a seat would be a Greatest Contributor if the game ended now."""
    war = s.war
    return (
        war is not None
        and s.round > 0
        and not war.is_defeat()
        and war.contributed[seat] == max(war.contributed)
    )


def has_most_chips(s: GalaxyState, seat: Seat) -> bool:
    """Return whether a seat would score for the most VP chips if the game ended now, in the conquest stage."""
    return s.war is not None and not s.war.is_defeat() and s.chips[seat] == max(s.chips)


def has_most_systems(s: GalaxyState, seat: Seat) -> bool:
    """Return whether a seat would score for the most Xeno systems if the game ended now, in the conquest stage."""
    systems = [systems_conquered(s, rival) for rival in range(s.players)]
    return s.war is not None and not s.war.is_defeat() and systems[seat] == max(systems)


def _counted(s: GalaxyState, seat: Seat, card: CardId, *, p: Phrases) -> list[Line]:
    """Return what a "?" card scores, line by line: every card in one line, the best that fits (R-SCO-01)."""
    rows = s.cards.score[card]
    counted: list[list[CardId]] = [[] for _ in rows]
    for source in s.undamaged(seat):
        best = -1
        for i, row in enumerate(rows):
            if fits_line(s.cards.traits[source], source, row.count) and (best < 0 or row.vp > rows[best].vp):
                best = i
        if best >= 0:
            counted[best].append(source)
    lines: list[Line] = []
    for i, row in enumerate(rows):
        what, amount = _what_counts(s, seat, row.count, cards=counted[i], p=p)
        if amount:
            text = p.score_text(card, i)
            ident = "explain.named" if row.count.by in (count_by.NAME, count_by.ONE) else "explain.counted"
            lines.append((p.text(ident, card=p.name(card), text=text, what=what), row.vp * amount))
    return lines or [(p.name(card), 0)]


def _what_counts(
    s: GalaxyState, seat: Seat, count: Count, *, cards: list[CardId], p: Phrases
) -> tuple[str, int]:
    """Return what a score line counts, in words, and how often it scores."""
    if count.by in (count_by.TRAITS, count_by.NAME):
        return p.cards(cards), len(cards)
    if count.by == count_by.VP_CHIPS:
        chips = s.chips_held(seat)
        return p.text("explain.chips_counted", n=chips), chips // count.divisor
    if count.by == count_by.MILITARY:
        strength = military(s, seat)
        return p.text("explain.military_counted", n=strength), strength
    if count.by == count_by.GOODS:
        worlds = s.worlds_with_goods(seat, 0)
        return p.goods(worlds), len(worlds)
    assert count.by == count_by.ONE
    return "", 1


def explain_sale(
    s: GalaxyState, seat: Seat, world: CardId, *, with_bonus: bool = True, words: Phrases | None = None
) -> list[Line]:
    """Return the cards that the good of a world sells for."""
    p = words or Phrases(s.cards)
    kind = s.cards.kind[world]
    lines: list[Line] = [(p.text("explain.price", kind=p.kind(world)), kind + 1)]
    if with_bonus:
        for card in s.working(seat):
            for power in s.cards.trade[card]:
                if raises_price(power, world, kind):
                    lines.append((p.name(card), power.amount))
    return lines


def explain_explore(
    s: GalaxyState, seat: Seat, words: Phrases | None = None
) -> tuple[list[Line], list[Line]]:
    """Return the numbers of cards that a seat draws and keeps in Explore."""
    p = words or Phrases(s.cards)
    draw: list[Line] = [(p.text("explain.explore"), DRAW)]
    keep: list[Line] = [(p.text("explain.explore"), KEEP)]
    if picks(s, seat, action.EXPLORE_5):
        draw.append((p.text("action.explore_5.name"), 5))
    if picks(s, seat, action.EXPLORE_1_1):
        draw.append((p.text("action.explore_1_1.name"), 1))
        keep.append((p.text("action.explore_1_1.name"), 1))
    cards = s.working(seat)
    for card in cards:
        for power in s.cards.explore[card]:
            amount = amount_of(s.cards, cards, power)
            if amount and power.do in (effect.DRAW, effect.KEEP):
                (draw if power.do == effect.DRAW else keep).append((_source(s, cards, power, p=p), amount))
    return draw, keep


def _source(s: GalaxyState, cards: list[CardId], power: CompiledPower, *, p: Phrases) -> str:
    """Return where a power's amount comes from: its card, and what it counts if it counts something."""
    count = power.count
    if count is None or p.brief:
        return p.name(power.card)
    counted = [card for card in cards if fits_line(s.cards.traits[card], card, count)]
    what = p.cards(counted) if counted else p.text("list.none")
    return p.text("explain.counted", card=p.name(power.card), text=p.power_text(power.ident), what=what)
