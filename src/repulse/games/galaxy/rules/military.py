"""The strength of a seat: counts, Military, discounts and the other means of placing a world."""

from __future__ import annotations

from repulse.engine.contract import Seat
from repulse.games.galaxy.codes import count_by, effect, price, trait
from repulse.games.galaxy.rules.card_table import CardId, CardIndex, CompiledPower, Count
from repulse.games.galaxy.rules.position import Position


def count_cards(table: CardIndex, cards: list[CardId], count: Count) -> int:
    """Return how many whole groups of cards a "per ..." counts among `cards`."""
    total = 0
    if count.by == count_by.TRAITS:
        traits = table.traits
        mask = count.traits
        for card in cards:
            if traits[card] & mask == mask:
                total += 1
    elif count.by == count_by.NAME:
        total = 1 if count.card in cards else 0
    else:
        total = 1
    return total // count.divisor


def amount_of(table: CardIndex, cards: list[CardId], power: CompiledPower) -> int:
    """Return the amount of a power, multiplied by its count if it has one."""
    if power.count is None:
        return power.amount
    return power.amount * count_cards(table, cards, power.count)


def military(state: Position, seat: Seat) -> int:
    """Return plain Military: every unqualified permanent plus or minus, as of the start of the phase."""
    return _total(state, seat, effect.MILITARY, 0)


def military_vs_xenos(state: Position, seat: Seat) -> int:
    """Return Military plus permanent specific Military vs. Xenos (R-INV-03)."""
    return _total(state, seat, effect.MILITARY, trait.KEY_XENO)


def defense(state: Position, seat: Seat) -> int:
    """Return permanent defense against an invasion or a retaliation (R-INV-17)."""
    return _total(state, seat, effect.DEFENSE, 0)


def _total(state: Position, seat: Seat, do: int, vs: int) -> int:
    """Return all permanent Settle powers of one kind: the unqualified ones, and those against `vs`."""
    cards = state.working(seat)
    table = state.cards
    total = 0
    for card in cards:
        for power in table.settle[card]:
            if power.do == do and (power.vs == 0 or power.vs == vs):
                total += amount_of(table, cards, power)
    return total


class PlacementAids:
    """Everything in a tableau that helps to place a world, added up once."""

    def __init__(self) -> None:
        self.military = 0
        self.discount = 0
        self.special: list[CompiledPower] = []
        """Discounts for a kind and Military against some worlds."""
        self.optional: list[CompiledPower] = []
        """Optional powers: temporary Military, cost zero, pay-for-military."""


def aids_for(state: Position, seat: Seat) -> PlacementAids:
    """Return the means of a seat for placing a world in the current phase."""
    cards = state.working(seat)
    table = state.cards
    aids = PlacementAids()
    for card in cards:
        for power in table.settle[card]:
            does = power.do
            if does == effect.MILITARY:
                if power.vs == 0:
                    aids.military += amount_of(table, cards, power)
                else:
                    aids.special.append(power)
            elif does == effect.DISCOUNT:
                if power.discard != price.NOTHING:
                    aids.optional.append(power)
                elif power.kind == 0 and not power.for_frontier:
                    aids.discount += amount_of(table, cards, power)
                else:
                    aids.special.append(power)
            elif does in (effect.TEMP_MILITARY, effect.PAY_FOR_MILITARY, effect.COST_ZERO):
                aids.optional.append(power)
    return aids


def discount_for(state: Position, aids: PlacementAids, world: CardId) -> int:
    """Return all discounts that fit a world."""
    total = aids.discount + state.payment.bought_discount
    kind = state.cards.kind[world]
    frontier = state.cards.traits[world] & trait.FRONTIER
    for power in aids.special:
        if power.do == effect.DISCOUNT and (frontier if power.for_frontier else power.kind == kind):
            total += power.amount
    return total


def military_against(state: Position, seat: Seat, aids: PlacementAids, world: CardId) -> int:
    """Return permanent Military against a world: plain, and what fits it by kind, Rebel or Xeno (R-SET-07, R-SET-08)."""
    total = aids.military
    traits = state.cards.traits[world]
    for power in aids.special:
        if power.do == effect.MILITARY and traits & power.vs:
            total += amount_of(state.cards, state.working(seat), power)
    return total


def price_of(state: Position, aids: PlacementAids, world: CardId, paying: CompiledPower | None) -> int:
    """Return what a world costs in cards: its cost, or its defense by way of a pay-for-military power (R-SET-10)."""
    price = state.cards.cost[world] - discount_for(state, aids, world)
    if paying is not None:
        price -= paying.amount
    return max(0, price)


def pays_for(state: Position, power: CompiledPower, world: CardId) -> bool:
    """Return whether a pay-for-military power may place this world (R-SET-10, R-SET-12)."""
    traits = state.cards.traits[world]
    if traits & trait.KEY_XENO or traits & power.excluded:
        return False
    return power.only == 0 or traits & power.only != 0


def frees(state: Position, power: CompiledPower, world: CardId) -> bool:
    """Return whether a cost-zero power fits this world (R-SET-12)."""
    return state.cards.traits[world] & power.excluded == 0


def temporary_against(state: Position, power: CompiledPower, world: CardId) -> int:
    """Return what a temporary Military power adds against a world."""
    traits = state.cards.traits[world]
    if power.vs != 0 and traits & power.vs == 0:
        return 0
    return power.amount + power.also_vs_xeno if traits & trait.KEY_XENO else power.amount


def temporary_vs_xenos(power: CompiledPower) -> int:
    """Return what a temporary power adds against an invasion or a retaliation."""
    return power.amount + power.also_vs_xeno


def spendable_goods(state: Position, seat: Seat, power: CompiledPower, world: CardId) -> list[CardId]:
    """Return the worlds whose goods an optional power may take: not the one being placed (R-SET-02, R-SET-16)."""
    return [other for other in state.worlds_with_goods(seat, power.discard_kind) if other != world]


def uses_left(state: Position, power: CompiledPower) -> int:
    """Return how often a power may still be used in this phase."""
    return power.times - state.payment.used_powers.count(power.ident)


def can_be_used(state: Position, seat: Seat, power: CompiledPower, world: CardId) -> bool:
    """Return whether an optional power is unused and its price can be paid (R-GEN-02)."""
    if uses_left(state, power) <= 0:
        return False
    if power.discard == price.SELF:
        return power.card in state.tableau[seat]
    if power.discard == price.GOOD:
        return bool(spendable_goods(state, seat, power, world))
    if power.discard == price.OWN_WORLD or power.discard == price.OWN_NEAR_WORLD:
        return bool(spendable_worlds(state, seat, power, world))
    return True


def spendable_worlds(state: Position, seat: Seat, power: CompiledPower, world: CardId) -> list[CardId]:
    """Return the undamaged worlds of the tableau that a power may take: not the one being placed (R-FRO-14, R-FRO-15)."""
    wanted_trait = trait.NEAR if power.discard == price.OWN_NEAR_WORLD else trait.WORLD
    traits = state.cards.traits
    worlds = [other for other in state.undamaged(seat) if other != world and traits[other] & wanted_trait]
    return (
        damaged_first(state, worlds) if power.discard == price.OWN_WORLD and state.war is not None else worlds
    )


def damaged_first(state: Position, worlds: list[CardId]) -> list[CardId]:
    """Return the undamaged worlds that may be chosen for damage; some must be chosen before all others (R-CST-04)."""
    for world in worlds:
        for power in state.cards.placement[world]:
            if power.do == effect.DAMAGED_FIRST:
                return [world]
    return worlds


def max_temporary(state: Position, seat: Seat, aids: PlacementAids, world: CardId) -> int:
    """Return the most temporary Military against a world that the unused powers can still add."""
    powers = [power for power in aids.optional if power.do == effect.TEMP_MILITARY]
    amounts = [temporary_against(state, power, world) for power in powers]
    return max_total(state, seat, powers, amounts, world)


def max_total(
    state: Position, seat: Seat, powers: list[CompiledPower], amounts: list[int], world: CardId
) -> int:
    """Return the most that optional powers, each of the amount beside it, can add together.

    Powers compete for goods. Each wants a good of its kind or of any kind, so a set of powers can be served if and
    only if it needs no more goods of any kind than there are, and no more goods in all than there are;
    repeatedly taking the strongest power that still fits gives the most. Powers that take a world can
    wait until the goods are spent, so they compete only with each other (R-FRO-23).
    """
    total = 0
    kinds: list[int] = []
    offers: list[int] = []
    by_world: list[int] = []
    for i in range(len(powers)):
        power = powers[i]
        if amounts[i] <= 0:
            continue
        if power.discard == price.GOOD:
            for _ in range(uses_left(state, power)):
                kinds.append(power.discard_kind)
                offers.append(amounts[i])
        elif can_be_used(state, seat, power, world):
            if power.discard == price.OWN_WORLD:
                by_world.append(amounts[i])
            else:
                total += amounts[i]
    if by_world:
        worlds = [
            other for other in state.undamaged(seat) if other != world and not state.cards.development[other]
        ]
        by_world.sort(reverse=True)
        total += sum(by_world[: len(worlds)])
    if not kinds:
        return total
    left = [0, 0, 0, 0, 0]
    for other in state.worlds_with_goods(seat, 0):
        if other != world:
            left[state.cards.kind[other]] += 1
            left[0] += 1
    return total + _most_for_goods(kinds, offers, left)


def _most_for_goods(kinds: list[int], offers: list[int], goods: list[int]) -> int:
    """Return the most that offers for goods of some kinds can fetch together."""
    left = goods[:]
    open_offers = offers[:]
    total = 0
    while left[0] > 0:
        best = -1
        for i in range(len(kinds)):
            if open_offers[i] > 0 and left[kinds[i]] > 0 and (best < 0 or open_offers[i] > open_offers[best]):
                best = i
        if best < 0:
            break
        total += open_offers[best]
        open_offers[best] = 0
        left[0] -= 1
        if kinds[best]:
            left[kinds[best]] -= 1
    return total


def develop_discount(state: Position, seat: Seat) -> int:
    """Return all Develop discounts, the chooser's own included (R-DEV-02)."""
    cards = state.working(seat)
    table = state.cards
    total = state.payment.bought_discount + (1 if state.bonus[seat] else 0)
    for card in cards:
        for power in table.develop[card]:
            if power.do == effect.DISCOUNT and power.discard == price.NOTHING:
                total += amount_of(table, cards, power)
    return total


def draw_after(state: Position, seat: Seat, powers: list[list[CompiledPower]]) -> None:
    """Draw for every draw-after power of a phase, card by card."""
    for card in state.working(seat):
        for power in powers[card]:
            if power.do == effect.DRAW_AFTER and (
                not power.needs_military or gives_military(state, state.placed[seat])
            ):
                state.draw(seat, power.amount, card)


def gives_military(state: Position, card: CardId) -> bool:
    """Return whether a card gives permanent unqualified Military, counted or not (R-FRO-17)."""
    for power in state.cards.settle[card]:
        if power.do == effect.MILITARY and power.vs == 0 and power.amount > 0:
            return True
    return False
