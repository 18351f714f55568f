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
from repulse.games.galaxy.rules.card_table import CardId, Power
from repulse.games.galaxy.rules.codes import do, events, no_card, prompts, spend, step
from repulse.games.galaxy.rules.military import (
    damaged_first,
    defense,
    is_there,
    military,
    military_vs_xenos,
    most_of,
    temporary_vs_xenos,
)
from repulse.games.galaxy.rules.packing import pack_use, power_of, world_of
from repulse.games.galaxy.rules.phases.asking import HandCardStep
from repulse.games.galaxy.rules.placement import give_up, power_uses
from repulse.games.galaxy.rules.state import DAMAGED, GalaxyState, Step
from repulse.games.galaxy.rules.war import (
    AWARDS,
    LEAST_SPACE,
    RETALIATION_AWARDS,
    STAGE_CONQUEST,
    STAGE_INVASION,
    War,
    assign_order,
    move_disks,
    rotate_stacks,
    strength_of,
    wave_of,
)

GIVE_IN: Final = -1
"""Among the uses: no more powers, take the damage."""

BUNKER_DEFENSE: Final = 2


def war_of(s: GalaxyState) -> War:
    """The war, for steps that exist only in games with one."""
    assert s.war is not None
    return s.war


def will_retaliate(s: GalaxyState, war: War) -> bool:
    """Whether the Xenos retaliate this round, as things stand in the conquest stage (R-CST-14, R-CST-23)."""
    return not war.conquered and (s.experienced or not war.breather)


class Invasion(Step):
    """Update the disks; either the Xenos are repulsed or every player gets an invasion card."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Steps 1, 2 and 3a of the invasion step."""
        s.begin_phase()
        war = war_of(s)
        strengths = [military_vs_xenos(s, each) for each in range(s.players)]
        update_disks(s, war, strengths)
        total = sum(strengths)
        conquest = war.stage == STAGE_CONQUEST
        if s.log is not None:
            s.log.append([events.DISKS, -1, *war.order])
            s.log.append([events.REPULSE_CHECK, -1, total, war.repulse])
        if total >= war.repulse:
            if conquest:
                war.won = True  # R-CST-28
            else:
                war.repulsed = True  # R-INV-07
            return
        if conquest and not will_retaliate(s, war):
            return
        if war.surge and s.log is not None:
            s.log.append([events.SURGE, -1, war.surge])
        assign_cards(s, war)
        s.then(step.INVASION_END)
        s.then_each(step.DEFEND)


def update_disks(s: GalaxyState, war: War, strengths: list[int]) -> None:
    """Place or shift the admiral disks (R-INV-04, R-INV-05)."""
    wanted = [max(LEAST_SPACE, strength) for strength in strengths]
    if war.order:
        war.order = move_disks(war.order, war.spaces, wanted)
        return
    war.spaces = wanted
    placed = s.player_order()
    placed.reverse()  # later disks lie on top
    for space in sorted(set(wanted), reverse=True):
        war.order.extend([seat for seat in placed if wanted[seat] == space])


def turn_card(s: GalaxyState, war: War) -> int:
    """The next invasion card (R-INV-09)."""
    if not war.deck:
        war.deck = war.discards
        s.stream.shuffle(war.deck)
        war.discards = []
    return war.deck.pop()


def assign_cards(s: GalaxyState, war: War) -> None:
    """Reveal one card per player, highest card to highest disk, then rotate the stacks (R-INV-08, R-INV-10)."""
    s.news += 1
    cards = assign_order([turn_card(s, war) for _ in range(s.players)])
    war.failed = 0
    for rank in range(s.players):
        seat = war.order[rank]
        war.assigned[seat] = cards[rank]
        war.ranks[seat] = rank
        if s.log is not None:
            s.log.append([events.INVASION_CARD, seat, cards[rank], rank])
    war.order = rotate_stacks(war.order, war.spaces)


# --- defending ---


def defense_total(s: GalaxyState, seat: Seat) -> int:
    """A seat's total against its invasion card, temporary powers used so far included (R-INV-11)."""
    return military_vs_xenos(s, seat) + defense(s, seat) + s.temp


def attack_strength(s: GalaxyState, seat: Seat) -> int:
    """The strength of the invasion card of a seat (R-INV-12)."""
    war = war_of(s)
    return strength_of(war.assigned[seat], military(s, seat), military_vs_xenos(s, seat)) + war.surge


def temporary_powers(s: GalaxyState, seat: Seat) -> list[Power]:
    """The temporary powers of a seat that can be used now (R-INV-13, R-INV-14)."""
    table = s.cards
    return [
        power
        for card in s.working(seat)
        for power in table.settle[card]
        if (power.do == do.TEMP_MILITARY or power.do == do.TEMP_DEFENSE) and is_there(s, seat, power, 0)
    ]


def defense_uses(s: GalaxyState, seat: Seat) -> list[int]:
    """The uses of temporary powers, and of the bunker, that are open to a defender (R-INV-14, R-INV-15)."""
    uses: list[int] = []
    for power in temporary_powers(s, seat):
        if power.discard != spend.HAND or s.hand[seat]:
            uses.extend(power_uses(s, seat, power, 0))
    if s.hand[seat] and no_card.BUNKER not in s.spent:
        uses.append(pack_use(no_card.BUNKER))
    return uses


def most_defense(s: GalaxyState, seat: Seat) -> int:
    """The most that unused temporary powers and the bunker can still add."""
    by_card: list[int] = [BUNKER_DEFENSE] if no_card.BUNKER not in s.spent else []
    others: list[Power] = []
    for power in temporary_powers(s, seat):
        if power.discard == spend.HAND:
            by_card.append(power.amount)
        else:
            others.append(power)
    by_card.sort(reverse=True)
    total = sum(by_card[: len(s.hand[seat])])
    return total + most_of(s, seat, others, [temporary_vs_xenos(power) for power in others], 0)


class Defend(Step):
    """A seat defends against its card; it is asked only if optional powers can make the difference."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Compare; `arg` is 1 when some power has been used already."""
        if arg == 0:
            s.spent = []
            s.temp = 0
        total = defense_total(s, seat)
        strength = attack_strength(s, seat)
        if total > strength:
            self._hold(s, seat, total, strength)
        elif total + most_defense(s, seat) > strength:
            s.ask_seat(seat)
        else:
            self._fail(s, seat, total, strength)

    def _hold(self, s: GalaxyState, seat: Seat, total: int, strength: int) -> None:
        war = war_of(s)
        awards = AWARDS if war.stage == STAGE_INVASION else RETALIATION_AWARDS
        award = awards[s.players][war.ranks[seat]]
        war.awards[seat] += award  # R-INV-20
        if s.log is not None:
            s.log.append([events.DEFEND, seat, total, strength, award])

    def _fail(self, s: GalaxyState, seat: Seat, total: int, strength: int) -> None:
        war_of(s).failed |= 1 << seat
        if s.log is not None:
            s.log.append([events.DEFEND, seat, total, strength, 0])
        s.then(step.DAMAGE, seat)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which power, or give up."""
        return ask_one(prompts.INVASION_DEFEND, seat, [*defense_uses(s, seat), GIVE_IN])

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Use it."""
        use = choice[0]
        if use == GIVE_IN:
            self._fail(s, seat, defense_total(s, seat), attack_strength(s, seat))
            return
        s.then(step.DEFEND, seat, 1)
        ident = power_of(use)
        s.spent.append(ident)
        if ident == no_card.BUNKER:
            s.then(step.DEFEND_CARD, seat, ident)
            return
        power = s.cards.power(ident)
        if power.discard == spend.HAND:
            s.then(step.DEFEND_CARD, seat, ident)
            return
        s.temp += temporary_vs_xenos(power)
        give_up(s, seat, power, world_of(use))


class DefendCard(HandCardStep):
    """Discard a hand card for the bunker or the power `arg`."""

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which card."""
        return ask_some(prompts.INVASION_CARD, seat, s.hand[seat][:], 1, 1, arg)

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Discard it."""
        s.discard_from_hand(seat, choice)
        s.temp += BUNKER_DEFENSE if arg == no_card.BUNKER else s.cards.power(arg).amount
        if s.log is not None:
            s.log.append([events.BUNKER, seat, arg, choice[0]])


class Damage(Step):
    """A seat that failed damages one of its undamaged worlds (R-INV-18)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask if there is a choice."""
        worlds = damageable(s, seat)
        if len(worlds) == 1:
            self.answer(s, seat, arg, worlds)
        elif worlds:
            s.ask_seat(seat)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which world."""
        return ask_one(prompts.INVASION_DAMAGE, seat, damageable(s, seat))

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Damage it."""
        s.damage(seat, choice[0])
        if s.log is not None:
            s.log.append([events.DAMAGE, seat, choice[0]])


def damageable(s: GalaxyState, seat: Seat) -> list[CardId]:
    """The worlds that a seat may choose to damage."""
    tableau = s.tableau[seat]
    goods = s.goods[seat]
    development = s.cards.development
    worlds = [tableau[i] for i in range(len(tableau)) if goods[i] != DAMAGED and not development[tableau[i]]]
    return damaged_first(s, worlds)


class InvasionEnd(Step):
    """The step ends: a defeat for the empire if everybody failed; the cards are discarded (R-INV-09, R-INV-21)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Test for defeat."""
        war = war_of(s)
        if war.stage == STAGE_INVASION and war.failed == (1 << s.players) - 1:
            war.defeats += 1
            if s.log is not None:
                s.log.append([events.EMPIRE_DEFEAT, -1, war.defeats])
        for each in range(s.players):
            card = war.assigned[each]
            if card:
                (war.discards if wave_of(card) >= 3 else war.spent).append(card)
            war.assigned[each] = 0
        s.begin_phase()
