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
from repulse.engine.steps import Step
from repulse.games.galaxy.codes import events, no_card, prompts, step
from repulse.games.galaxy.rules.position import Position
from repulse.games.galaxy.rules.war import STAGE_INVASION

CARDS_A_REPAIR: Final = 2


class Contribute(Step[Position]):
    """At the start of a seat's Produce it may give goods to the war effort (R-INV-22, R-INV-23)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask: the seat has a good."""
        state.ask_seat(seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which goods, if any."""
        worlds = state.worlds_with_goods(seat, 0)
        return ask_some(prompts.PRODUCE_CONTRIBUTE, seat, worlds, 0, len(worlds))

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Give them: the repulse value falls, a VP chip for each."""
        war = state.war
        if war is None or not choice:
            return
        for world in choice:
            state.spend_good(seat, world)
        count = len(choice)
        war.repulse = max(0, war.repulse - count)
        if war.stage == STAGE_INVASION:
            war.contributed[seat] += count
        else:
            state.chips[seat] += count  # no longer kept apart (R-CST-10, R-CST-27)
        state.pool -= count
        if state.log is not None:
            state.log.append([events.CONTRIBUTE, seat, war.repulse, *choice])


class RepairPay(Step[Position]):
    """Pay for a repair in the way `arg` says: two hand cards, a good, or half of the Repair bonus (R-INV-24)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask only where there is a choice."""
        if arg == no_card.REPAIR_BONUS:
            state.payment.used_powers.append(no_card.REPAIR_BONUS)
            state.then(step.REPAIR_WORLD, seat, arg)
            return
        options = self._options(state, seat, arg)
        if len(options) == self._count(arg):
            self.answer(state, seat, arg, sorted(options))
        else:
            state.ask_seat(seat)

    def _options(self, state: Position, seat: Seat, arg: int) -> list[int]:
        return state.hand[seat][:] if arg == no_card.REPAIR_WITH_CARDS else state.worlds_with_goods(seat, 0)

    def _count(self, arg: int) -> int:
        return CARDS_A_REPAIR if arg == no_card.REPAIR_WITH_CARDS else 1

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which cards, or which good."""
        options = self._options(state, seat, arg)
        if arg == no_card.REPAIR_WITH_CARDS:
            return ask_some(prompts.REPAIR_CARDS, seat, options, CARDS_A_REPAIR, CARDS_A_REPAIR)
        return ask_one(prompts.REPAIR_GOOD, seat, options)

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Pay."""
        if arg == no_card.REPAIR_WITH_CARDS:
            state.discard_from_hand(seat, choice)
            if state.log is not None:
                state.log.append([events.REPAIR_CARDS, seat, *choice])
        else:
            state.spend_good(seat, choice[0])
            if state.log is not None:
                state.log.append([events.GOOD_DISCARDED, seat, choice[0], arg])
        state.then(step.REPAIR_WORLD, seat, arg)


class RepairWorld(Step[Position]):
    """Repair one damaged world; it works immediately (R-INV-25)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask if there is a choice."""
        worlds = state.damaged_worlds(seat)
        if len(worlds) == 1:
            self.answer(state, seat, arg, worlds)
        else:
            state.ask_seat(seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which world."""
        return ask_one(prompts.REPAIR_WORLD, seat, state.damaged_worlds(seat), arg)

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Turn it face up again."""
        state.repair(seat, choice[0])
        if state.log is not None:
            state.log.append([events.REPAIR, seat, choice[0], arg])
