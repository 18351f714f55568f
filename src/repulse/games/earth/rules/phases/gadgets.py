"""The effects of Gadgets: a step for each kind of effect that the component file can describe.

An effect asks a few questions in a fixed order; the answers are kept in `picked`, and the effect is carried out once all
are in. A question with only one answer is not asked. Options follow from public facts, so the same functions serve the
rules, views and refusals. The argument of a frame is the number of the effect in the components.
"""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import (
    ONE,
    Choice,
    Decision,
    Prompt,
    Seat,
    ask_one,
    ask_some,
)
from repulse.engine.steps import Step
from repulse.games.earth.rules.codes import do, events, prompts, reach, where
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.position import Position


class Effect(Step[Position]):
    """An effect of a Gadget: its questions, the options of each, and what it does."""

    def __init__(self, questions: list[Prompt]) -> None:
        self.questions = questions
        """The prompts, in the order in which they are asked."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask the next question, or carry the effect out when none is left."""
        picked = state.picked
        questions = len(self.questions)
        while len(picked) < questions:
            decision = self.decide(state, seat, arg)
            if not decision.options:
                # An earlier effect of the same Gadget left nothing to do here.
                state.picked = []
                return
            if not decision.forced():
                state.ask_decision(decision)
                return
            picked.extend(decision.forced_choice())
        self.perform(state, seat, arg)
        state.picked = []

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask the next question."""
        prompt = self.questions[len(state.picked)]
        options = self.options(state, seat, arg)
        design = state.table.step_design[arg]
        if prompt.kind == ONE:
            return ask_one(prompt, seat, options, design)
        most = min(self.limit(state, seat, arg), len(options))
        return ask_some(prompt, seat, options, 1, most, design)

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Keep the answer and go on."""
        state.picked.extend(choice)
        self.run(state, seat, arg)

    def options(self, state: Position, seat: Seat, arg: int) -> list[int]:
        """Return the options of the next question: by default, the regions that the effect allows."""
        return [region for region in range(REGIONS) if is_allowed(state, seat, arg, region)]

    def limit(self, state: Position, seat: Seat, arg: int) -> int:
        """Return how many options may be chosen in a question that allows several."""
        return state.table.step_count[arg]

    def perform(self, state: Position, seat: Seat, arg: int) -> None:
        """Carry the effect out with the answers in `state.picked`."""
        raise NotImplementedError


class Deploy(Effect):
    """Place ships at the mothership."""

    def perform(self, state: Position, seat: Seat, arg: int) -> None:
        """Place the ships."""
        state.deploy(seat, state.mothership[seat], state.table.step_count[arg])


class Scatter(Effect):
    """Place single ships in several regions."""

    def options(self, state: Position, seat: Seat, arg: int) -> list[int]:
        """Return the regions that the effect allows, while there are ships."""
        if state.supply[seat] == 0:
            return []
        return super().options(state, seat, arg)

    def limit(self, state: Position, seat: Seat, arg: int) -> int:
        """Return the number of ships."""
        return min(state.table.step_count[arg], state.supply[seat])

    def perform(self, state: Position, seat: Seat, arg: int) -> None:
        """Place a ship in each region."""
        for region in state.picked:
            state.deploy(seat, region, 1)


class Fly(Effect):
    """Move the mothership."""

    def options(self, state: Position, seat: Seat, arg: int) -> list[int]:
        """Return the regions in reach."""
        return _reachable(state, arg, state.mothership[seat])

    def perform(self, state: Position, seat: Seat, arg: int) -> None:
        """Move it."""
        state.fly(seat, state.picked[0])


class Move(Effect):
    """Move ships of your own together."""

    def options(self, state: Position, seat: Seat, arg: int) -> list[int]:
        """Return the regions to leave, the regions in reach, or the numbers of ships."""
        picked = state.picked
        if not picked:
            return [region for region in range(REGIONS) if state.ships[REGIONS * seat + region] > 0]
        if len(picked) == 1:
            return _reachable(state, arg, picked[0])
        count = min(state.table.step_count[arg], state.ships[REGIONS * seat + picked[0]])
        return list(range(1, count + 1))

    def perform(self, state: Position, seat: Seat, arg: int) -> None:
        """Move them."""
        picked = state.picked
        state.move_ships(seat, picked[0], picked[1], picked[2])


class Strike(Effect):
    """An effect on ships of other seats."""

    def options(self, state: Position, seat: Seat, arg: int) -> list[int]:
        """Return the regions with ships in reach."""
        return [region for region in range(REGIONS) if _has_prey(state, seat, arg, region)]


class Drag(Strike):
    """Move ships of other seats from one region to another."""

    def options(self, state: Position, seat: Seat, arg: int) -> list[int]:
        """Return the regions to drag from, the regions in reach, or the owners of the ships."""
        picked = state.picked
        if not picked:
            return super().options(state, seat, arg)
        if len(picked) == 1:
            return _reachable(state, arg, picked[0])
        owners: list[int] = []
        for other in range(state.players):
            if other != seat:
                owners += [other] * state.ships[REGIONS * other + picked[0]]
        return owners

    def perform(self, state: Position, seat: Seat, arg: int) -> None:
        """Move the ships, one by one."""
        picked = state.picked
        for i in range(2, len(picked)):
            state.move_ships(picked[i], picked[0], picked[1], 1)


class Destroy(Strike):
    """Destroy ships of one other seat in one region."""

    def options(self, state: Position, seat: Seat, arg: int) -> list[int]:
        """Return the seats and regions with ships in reach, packed."""
        targets: list[int] = []
        for region in super().options(state, seat, arg):
            for other in range(state.players):
                if other != seat and state.ships[REGIONS * other + region] > 0:
                    targets.append(REGIONS * other + region)
        targets.sort()
        return targets

    def perform(self, state: Position, seat: Seat, arg: int) -> None:
        """Destroy them."""
        target = state.picked[0]
        _strike(state, seat, target // REGIONS, target % REGIONS, state.table.step_count[arg])


class Bombard(Strike):
    """Destroy ships of every other seat in one region."""

    def perform(self, state: Position, seat: Seat, arg: int) -> None:
        """Destroy them."""
        for other in range(state.players):
            if other != seat:
                _strike(state, seat, other, state.picked[0], state.table.step_count[arg])


class Shield(Effect):
    """Take no casualties in a region this turn."""

    def perform(self, state: Position, seat: Seat, arg: int) -> None:
        """Put the shield up."""
        state.shields[seat] |= 1 << state.picked[0]
        if state.log is not None:
            state.log.append([events.SHIELD, seat, state.picked[0]])


class Hologram(Effect):
    """Count more ships in a region this turn."""

    def perform(self, state: Position, seat: Seat, arg: int) -> None:
        """Add the ships that are not there."""
        region = state.picked[0]
        count = state.table.step_count[arg]
        state.hologram[REGIONS * seat + region] += count
        if state.log is not None:
            state.log.append([events.HOLOGRAM, seat, region, count])


class Harvest(Effect):
    """Add harvest tokens to a region."""

    def perform(self, state: Position, seat: Seat, arg: int) -> None:
        """Add the tokens."""
        region = state.picked[0]
        count = state.table.step_count[arg]
        state.harvest[region] += count
        if state.log is not None:
            state.log.append([events.HARVEST, seat, region, count])


class Redirect(Effect):
    """Move a scoring tile to a region without one."""

    def options(self, state: Position, seat: Seat, arg: int) -> list[int]:
        """Return the regions with a tile, then those without."""
        scores = not state.picked
        return [region for region in range(REGIONS) if (state.scoring >> region & 1 == 1) == scores]

    def perform(self, state: Position, seat: Seat, arg: int) -> None:
        """Move the tile."""
        picked = state.picked
        state.scoring ^= 1 << picked[0] | 1 << picked[1]
        if state.log is not None:
            state.log.append([events.REDIRECT, seat, picked[0], picked[1]])


class Stars(Effect):
    """Gain Action Points."""

    def perform(self, state: Position, seat: Seat, arg: int) -> None:
        """Add the Action Points."""
        count = state.table.step_count[arg]
        state.points += count
        if state.log is not None:
            state.log.append([events.STARS, seat, count])


class Energy(Effect):
    """Gain Energy; more with the fewest VP."""

    def perform(self, state: Position, seat: Seat, arg: int) -> None:
        """Add the Energy."""
        table = state.table
        gain = table.step_fewest[arg] if state.vp[seat] == min(state.vp) else table.step_count[arg]
        state.energy[seat] += gain
        if state.log is not None:
            state.log.append([events.ENERGY, seat, gain])


class Clamps(Effect):
    """The mothership does not halve the rewards of its region this turn."""

    def perform(self, state: Position, seat: Seat, arg: int) -> None:
        """Clamp it."""
        state.clamps[seat] |= 1 << state.mothership[seat]
        if state.log is not None:
            state.log.append([events.CLAMPS, seat, state.mothership[seat]])


_BY_KIND: Final[dict[int, Effect]] = {
    do.DEPLOY: Deploy([]),
    do.SCATTER: Scatter([prompts.SCATTER_REGIONS]),
    do.FLY: Fly([prompts.FLY_TO]),
    do.MOVE: Move([prompts.MOVE_FROM, prompts.MOVE_TO, prompts.MOVE_NUMBER]),
    do.DRAG: Drag([prompts.DRAG_FROM, prompts.DRAG_TO, prompts.DRAG_SHIPS]),
    do.DESTROY: Destroy([prompts.DESTROY_TARGET]),
    do.BOMBARD: Bombard([prompts.BOMBARD_REGION]),
    do.SHIELD: Shield([prompts.SHIELD_REGION]),
    do.HOLOGRAM: Hologram([prompts.HOLOGRAM_REGION]),
    do.HARVEST: Harvest([prompts.HARVEST_REGION]),
    do.REDIRECT: Redirect([prompts.REDIRECT_FROM, prompts.REDIRECT_TO]),
    do.STARS: Stars([]),
    do.ENERGY: Energy([]),
    do.CLAMPS: Clamps([]),
}

EFFECTS: Final[list[Effect]] = [_BY_KIND[kind] for kind in range(len(do.NAMES))]
"""Every kind of effect, by the numbers of `codes.do`."""


def can_do_something(state: Position, seat: Seat, design: int) -> bool:
    """Return whether using a Gadget would change anything (R-EAR-24).

    Every decision about an action asks this for every Gadget, so it does not go through the steps.
    """
    for effect in state.table.gadget_steps[design]:
        kind = state.table.step_do[effect]
        if kind in (do.DEPLOY, do.SCATTER):
            if state.supply[seat] > 0:
                return True
        elif kind == do.MOVE:
            if state.on_board(seat) > 0:
                return True
        elif kind in (do.DRAG, do.DESTROY, do.BOMBARD):
            for region in range(REGIONS):
                if _has_prey(state, seat, effect, region):
                    return True
        else:
            return True
    return False


def is_allowed(state: Position, seat: Seat, effect: int, region: int) -> bool:
    """Return whether the `where` of an effect allows a region."""
    place = state.table.step_where[effect]
    if place == where.ANYWHERE:
        return True
    if place == where.AT_MOTHERSHIP:
        return state.mothership[seat] == region
    return state.is_present(seat, region)


def _reachable(state: Position, effect: int, region: int) -> list[int]:
    """Return the regions to which something in `region` may go."""
    if state.table.step_reach[effect] == reach.ADJACENT:
        return state.table.adjacent[region][:]
    return state.table.elsewhere[region][:]


def _has_prey(state: Position, seat: Seat, effect: int, region: int) -> bool:
    """Return whether an effect reaches ships of other seats in a region."""
    for other in range(state.players):
        if other != seat and state.ships[REGIONS * other + region] > 0:
            return is_allowed(state, seat, effect, region)
    return False


def _strike(state: Position, seat: Seat, other: Seat, region: int, count: int) -> None:
    """Destroy up to `count` ships of another seat."""
    lost = state.destroy(other, region, count)
    if lost > 0 and state.log is not None:
        state.log.append([events.DESTROY, seat, other, region, lost])
