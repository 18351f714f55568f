"""The invasion step: admiral disks, the repulse check, invasion cards, defense and damage."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import (
    Choice,
    Decision,
    Seat,
    ask_one,
    ask_some,
)
from repulse.engine.steps import Step
from repulse.games.galaxy.codes import effect, events, no_card, price, prompts, step
from repulse.games.galaxy.codes.packing import pack_use, power_of, world_of
from repulse.games.galaxy.rules.card_table import CardId, CompiledPower
from repulse.games.galaxy.rules.military import (
    can_be_used,
    damaged_first,
    defense,
    max_total,
    military,
    military_vs_xenos,
    temporary_vs_xenos,
)
from repulse.games.galaxy.rules.phases.asking import HandCardStep
from repulse.games.galaxy.rules.placement import pay_cost, power_uses
from repulse.games.galaxy.rules.position import Position
from repulse.games.galaxy.rules.war import (
    AWARDS,
    STAGE_CONQUEST,
    STAGE_INVASION,
    War,
    assign_order,
    disks_after,
    rotate_stacks,
    strength_of,
    target_spaces,
    wave_of,
)

NO_MORE: Final = -1
"""Among the uses: no more powers; the attack is held or not as things stand."""

BUNKER_DEFENSE: Final = 2


def war_of(state: Position) -> War:
    """Return the war, for steps that exist only in games with one."""
    assert state.war is not None
    return state.war


def will_retaliate(state: Position, war: War) -> bool:
    """Return whether the Xenos retaliate this round, as things stand in the conquest stage (R-CST-14, R-CST-23)."""
    return not war.conquered and (state.experienced or not war.breather)


class Invasion(Step[Position]):
    """Update the disks; either the Xenos are repulsed or every player gets an invasion card."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Do steps 1, 2 and 3a of the invasion step."""
        state.begin_phase()
        war = war_of(state)
        strengths = [military_vs_xenos(state, player) for player in range(state.players)]
        update_disks(state, war, strengths)
        total = sum(strengths)
        conquest = war.stage == STAGE_CONQUEST
        if state.log is not None:
            state.log.append([events.DISKS, -1, *war.order])
            state.log.append([events.REPULSE_CHECK, -1, total, war.repulse])
        if total >= war.repulse:
            if conquest:
                war.won = True  # R-CST-28
            else:
                war.repulsed = True  # R-INV-07
            return
        if conquest and not will_retaliate(state, war):
            return
        if war.surge and state.log is not None:
            state.log.append([events.SURGE, -1, war.surge])
        assign_cards(state, war)
        state.then(step.INVASION_END)
        state.then_each(step.DEFEND)


def update_disks(state: Position, war: War, strengths: list[int]) -> None:
    """Place or shift the admiral disks (R-INV-04, R-INV-05)."""
    war.order = disks_after(war, strengths, state.player_order())
    war.spaces = target_spaces(strengths)


def turn_card(state: Position, war: War) -> int:
    """Return the next invasion card (R-INV-09)."""
    if not war.deck:
        war.deck = war.discards
        state.stream.shuffle(war.deck)
        war.discards = []
    return war.deck.pop()


def assign_cards(state: Position, war: War) -> None:
    """Reveal one card per player, highest card to highest disk, then rotate the stacks (R-INV-08, R-INV-10)."""
    state.reveal_count += 1
    cards = assign_order([turn_card(state, war) for _ in range(state.players)])
    war.failed = 0
    for rank in range(state.players):
        seat = war.order[rank]
        war.assigned[seat] = cards[rank]
        war.ranks[seat] = rank
        if state.log is not None:
            state.log.append([events.INVASION_CARD, seat, cards[rank], rank])
    war.order = rotate_stacks(war.order, war.spaces)


# --- defending ---


def defense_total(state: Position, seat: Seat) -> int:
    """Return a seat's total against its invasion card, temporary powers used so far included (R-INV-11)."""
    return military_vs_xenos(state, seat) + defense(state, seat) + state.payment.temp_military


def attack_strength(state: Position, seat: Seat) -> int:
    """Return the strength of the invasion card of a seat (R-INV-12)."""
    war = war_of(state)
    return strength_of(war.assigned[seat], military(state, seat), military_vs_xenos(state, seat)) + war.surge


def temporary_powers(state: Position, seat: Seat) -> list[CompiledPower]:
    """Return the temporary powers of a seat that can be used now (R-INV-13, R-INV-14)."""
    table = state.cards
    return [
        power
        for card in state.working(seat)
        for power in table.settle[card]
        if (power.do == effect.TEMP_MILITARY or power.do == effect.TEMP_DEFENSE)
        and can_be_used(state, seat, power, 0)
    ]


def defense_uses(state: Position, seat: Seat) -> list[int]:
    """Return the uses of temporary powers, and of the bunker, that are open to a defender (R-INV-14, R-INV-15)."""
    uses: list[int] = []
    for power in temporary_powers(state, seat):
        if power.discard != price.HAND or state.hand[seat]:
            uses.extend(power_uses(state, seat, power, 0))
    if state.hand[seat] and no_card.BUNKER not in state.payment.used_powers:
        uses.append(pack_use(no_card.BUNKER))
    return uses


def most_defense(state: Position, seat: Seat) -> int:
    """Return the most that unused temporary powers and the bunker can still add."""
    by_card: list[int] = [BUNKER_DEFENSE] if no_card.BUNKER not in state.payment.used_powers else []
    others: list[CompiledPower] = []
    for power in temporary_powers(state, seat):
        if power.discard == price.HAND:
            by_card.append(power.amount)
        else:
            others.append(power)
    by_card.sort(reverse=True)
    total = sum(by_card[: len(state.hand[seat])])
    return total + max_total(state, seat, others, [temporary_vs_xenos(power) for power in others], 0)


def holds(state: Position, seat: Seat) -> bool:
    """Return whether a seat holds against its card as things stand; a tie is not enough (R-INV-11)."""
    return defense_total(state, seat) > attack_strength(state, seat)


def can_hold(state: Position, seat: Seat) -> bool:
    """Return whether a seat holds against its card with what it can still use."""
    return defense_total(state, seat) + most_defense(state, seat) > attack_strength(state, seat)


def is_decided(state: Position, seat: Seat) -> bool:
    """Return whether no power can change what becomes of the attack on a seat."""
    return holds(state, seat) or not can_hold(state, seat)


def has_idle_power(state: Position, seat: Seat) -> bool:
    """Return whether a power can be used that changes more than a hand: it takes a card, a world or a good of the tableau.

    Such a power may be worth using for its price, regardless of the attack (R-INV-32).
    """
    return any(power.discard != price.HAND for power in temporary_powers(state, seat))


class Defend(Step[Position]):
    """A seat defends against its card; it is asked if powers can make a difference to the attack or to its tableau."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Compare; `arg` is 1 when some power has been used already."""
        if arg == 0:
            state.payment.reset()
        if not is_decided(state, seat) or has_idle_power(state, seat):
            state.ask_seat(seat)
        else:
            self._end(state, seat)

    def _end(self, state: Position, seat: Seat) -> None:
        """Compare, once no more powers are used."""
        total = defense_total(state, seat)
        strength = attack_strength(state, seat)
        if total > strength:
            self._hold(state, seat, total, strength)
        else:
            self._fail(state, seat, total, strength)

    def _hold(self, state: Position, seat: Seat, total: int, strength: int) -> None:
        war = war_of(state)
        awards = AWARDS if war.stage == STAGE_INVASION else state.cards.war.retaliation_awards
        award = awards[state.players][war.ranks[seat]]
        war.awards[seat] += award  # R-INV-20
        if state.log is not None:
            state.log.append([events.DEFEND, seat, total, strength, award])

    def _fail(self, state: Position, seat: Seat, total: int, strength: int) -> None:
        war_of(state).failed |= 1 << seat
        if state.log is not None:
            state.log.append([events.DEFEND, seat, total, strength, 0])
        state.then(step.DAMAGE, seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which power, or no more of them."""
        return ask_one(prompts.INVASION_DEFEND, seat, [*defense_uses(state, seat), NO_MORE])

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Use it."""
        use = choice[0]
        if use == NO_MORE:
            self._end(state, seat)
            return
        state.then(step.DEFEND, seat, 1)
        ident = power_of(use)
        state.payment.used_powers.append(ident)
        if ident == no_card.BUNKER:
            state.then(step.DEFEND_CARD, seat, ident)
            return
        power = state.cards.power(ident)
        if power.discard == price.HAND:
            state.then(step.DEFEND_CARD, seat, ident)
            return
        state.payment.temp_military += temporary_vs_xenos(power)
        pay_cost(state, seat, power, world_of(use))


class DefendCard(HandCardStep):
    """Discard a hand card for the bunker or the power `arg`."""

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which card."""
        return ask_some(prompts.INVASION_CARD, seat, state.hand[seat][:], 1, 1, arg)

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Discard it."""
        state.discard_from_hand(seat, choice)
        state.payment.temp_military += (
            BUNKER_DEFENSE if arg == no_card.BUNKER else state.cards.power(arg).amount
        )
        if state.log is not None:
            state.log.append([events.BUNKER, seat, arg, choice[0]])


class Damage(Step[Position]):
    """A seat that failed damages one of its undamaged worlds (R-INV-18)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask if there is a choice."""
        worlds = damageable(state, seat)
        if len(worlds) == 1:
            self.answer(state, seat, arg, worlds)
        elif worlds:
            state.ask_seat(seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which world."""
        return ask_one(prompts.INVASION_DAMAGE, seat, damageable(state, seat))

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Damage it."""
        state.damage(seat, choice[0])
        if state.log is not None:
            state.log.append([events.DAMAGE, seat, choice[0]])


def damageable(state: Position, seat: Seat) -> list[CardId]:
    """Return the worlds that a seat may choose to damage."""
    development = state.cards.development
    worlds = [card for card in state.undamaged(seat) if not development[card]]
    return damaged_first(state, worlds)


class InvasionEnd(Step[Position]):
    """The step ends: a defeat for the empire if everybody failed; the cards are discarded (R-INV-09, R-INV-21)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Test for defeat."""
        war = war_of(state)
        if war.stage == STAGE_INVASION and war.failed == (1 << state.players) - 1:
            war.defeats += 1
            if state.log is not None:
                state.log.append([events.EMPIRE_DEFEAT, -1, war.defeats])
        for player in range(state.players):
            card = war.assigned[player]
            if card:
                (war.discards if wave_of(card) >= 3 else war.spent).append(card)
            war.assigned[player] = 0
        state.begin_phase()
