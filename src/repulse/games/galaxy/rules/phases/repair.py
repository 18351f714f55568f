"""Produce in a war: goods given to the war effort, and repairs."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import (
    Choice,
    Decision,
    Seat,
    ask_one,
    ask_some,
)
from repulse.games.galaxy.rules.codes import events, no_card, prompts, step
from repulse.games.galaxy.rules.state import GalaxyState, Step
from repulse.games.galaxy.rules.war import STAGE_INVASION

CARDS_A_REPAIR: Final = 2


class Contribute(Step):
    """At the start of a seat's Produce it may give goods to the war effort (R-INV-22, R-INV-23)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask: the seat has a good."""
        s.ask_seat(seat)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which goods, if any."""
        worlds = s.worlds_with_goods(seat, 0)
        return ask_some(prompts.PRODUCE_CONTRIBUTE, seat, worlds, 0, len(worlds))

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Give them: the repulse value falls, a VP chip for each."""
        war = s.war
        if war is None or not choice:
            return
        for world in choice:
            s.spend_good(seat, world)
        count = len(choice)
        war.repulse = max(0, war.repulse - count)
        if war.stage == STAGE_INVASION:
            war.contributed[seat] += count
        else:
            s.chips[seat] += count  # no longer kept apart (R-CST-10, R-CST-27)
        s.pool -= count
        if s.log is not None:
            s.log.append([events.CONTRIBUTE, seat, war.repulse, *choice])


class RepairPay(Step):
    """Pay for a repair in the way `arg` says: two hand cards, a good, or half of the Repair bonus (R-INV-24)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask only where there is a choice."""
        if arg == no_card.REPAIR_BONUS:
            s.spent.append(no_card.REPAIR_BONUS)
            s.then(step.REPAIR_WORLD, seat, arg)
            return
        options = self._options(s, seat, arg)
        if len(options) == self._count(arg):
            self.answer(s, seat, arg, sorted(options))
        else:
            s.ask_seat(seat)

    def _options(self, s: GalaxyState, seat: Seat, arg: int) -> list[int]:
        return s.hand[seat][:] if arg == no_card.REPAIR_WITH_CARDS else s.worlds_with_goods(seat, 0)

    def _count(self, arg: int) -> int:
        return CARDS_A_REPAIR if arg == no_card.REPAIR_WITH_CARDS else 1

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which cards, or which good."""
        options = self._options(s, seat, arg)
        if arg == no_card.REPAIR_WITH_CARDS:
            return ask_some(prompts.REPAIR_CARDS, seat, options, CARDS_A_REPAIR, CARDS_A_REPAIR)
        return ask_one(prompts.REPAIR_GOOD, seat, options)

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Pay."""
        if arg == no_card.REPAIR_WITH_CARDS:
            s.discard_from_hand(seat, choice)
            if s.log is not None:
                s.log.append([events.REPAIR_CARDS, seat, *choice])
        else:
            s.spend_good(seat, choice[0])
            if s.log is not None:
                s.log.append([events.GOOD_DISCARDED, seat, choice[0], arg])
        s.then(step.REPAIR_WORLD, seat, arg)


class RepairWorld(Step):
    """Repair one damaged world; it works immediately (R-INV-25)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask if there is a choice."""
        worlds = s.damaged_worlds(seat)
        if len(worlds) == 1:
            self.answer(s, seat, arg, worlds)
        else:
            s.ask_seat(seat)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which world."""
        return ask_one(prompts.REPAIR_WORLD, seat, s.damaged_worlds(seat), arg)

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Turn it face up again."""
        s.repair(seat, choice[0])
        if s.log is not None:
            s.log.append([events.REPAIR, seat, choice[0], arg])
