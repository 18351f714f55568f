"""The effects of Gadgets: a small interpreter for the steps that the component file describes.

An effect step asks a few questions in a fixed order (`_QUESTIONS`); choices are kept in `picked`, and the step is
carried out once all are known. A question with only one answer is not asked. What can be chosen follows from public facts,
so the same functions serve the rules, views and refusals.
"""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import (
    ONE,
    Decision,
    Prompt,
    Seat,
    ask_one,
    ask_some,
)
from repulse.games.earth.rules.codes import do, events, prompts, reach, step, where
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.components import TABLE
from repulse.games.earth.rules.position import Position

# What each kind of step asks, in order; by the numbers of `codes.do`.
_QUESTIONS: Final[list[list[Prompt]]] = [
    [],  # deploy
    [prompts.SCATTER_REGIONS],
    [prompts.FLY_TO],
    [prompts.MOVE_FROM, prompts.MOVE_TO, prompts.MOVE_NUMBER],
    [prompts.DRAG_FROM, prompts.DRAG_TO, prompts.DRAG_SHIPS],
    [prompts.DESTROY_TARGET],
    [prompts.BOMBARD_REGION],
    [prompts.SHIELD_REGION],
    [prompts.HOLOGRAM_REGION],
    [prompts.HARVEST_REGION],
    [prompts.REDIRECT_FROM, prompts.REDIRECT_TO],
    [],  # stars
    [],  # energy
    [],  # clamps
]


def can_do_something(p: Position, seat: Seat, design: int) -> bool:
    """Whether using a Gadget would change anything (R-EAR-24)."""
    for effect in TABLE.gadget_steps[design]:
        does = TABLE.step_do[effect]
        if does in (do.DEPLOY, do.SCATTER):
            if p.supply[seat] > 0:
                return True
        elif does == do.MOVE:
            if p.on_board(seat) > 0:
                return True
        elif does in (do.DRAG, do.DESTROY, do.BOMBARD):
            for region in range(REGIONS):
                if _has_prey(p, seat, effect, region):
                    return True
        else:
            return True
    return False


def run_effect(p: Position, effect: int) -> None:
    """Ask the next question of an effect step, or carry it out when none is left."""
    questions = len(_QUESTIONS[TABLE.step_do[effect]])
    picked = p.picked
    while len(picked) < questions:
        decision = effect_decision(p, p.actor, effect)
        if not decision.options:
            # An earlier step of the same Gadget left nothing to do here.
            p.picked = []
            return
        if not decision.forced():
            p.asked[p.actor] = decision
            p.agenda.append(step.EFFECT + effect)
            p.ask_actor(step.EFFECT + effect)
            return
        picked.extend(decision.forced_choice())
    _perform(p, p.actor, effect, picked)
    p.picked = []


def effect_decision(p: Position, seat: Seat, step: int) -> Decision:
    """The question that an effect step asks next."""
    does = TABLE.step_do[step]
    picked = p.picked
    stage = len(picked)
    most = 1
    options: list[int]
    if does == do.SCATTER:
        most = min(TABLE.step_count[step], p.supply[seat])
        options = _regions(p, seat, step) if most > 0 else []
    elif does == do.FLY:
        options = _reach(step, p.mothership[seat])
    elif does == do.MOVE:
        if stage == 0:
            options = [region for region in range(REGIONS) if p.ships[REGIONS * seat + region] > 0]
        elif stage == 1:
            options = _reach(step, picked[0])
        else:
            most_ships = min(TABLE.step_count[step], p.ships[REGIONS * seat + picked[0]])
            options = list(range(1, most_ships + 1))
    elif does == do.DRAG:
        if stage == 0:
            options = _prey_regions(p, seat, step)
        elif stage == 1:
            options = _reach(step, picked[0])
        else:
            options = []
            for other in range(p.players):
                if other != seat:
                    options += [other] * p.ships[REGIONS * other + picked[0]]
            most = min(TABLE.step_count[step], len(options))
    elif does == do.DESTROY:
        options = []
        for region in _prey_regions(p, seat, step):
            for other in range(p.players):
                if other != seat and p.ships[REGIONS * other + region] > 0:
                    options.append(REGIONS * other + region)
        options.sort()
    elif does == do.BOMBARD:
        options = _prey_regions(p, seat, step)
    elif does == do.REDIRECT:
        scores = stage == 0
        options = [region for region in range(REGIONS) if (p.scoring >> region & 1 == 1) == scores]
    else:
        options = _regions(p, seat, step)
    prompt = _QUESTIONS[does][stage]
    design = TABLE.step_design[step]
    if prompt.kind == ONE:
        return ask_one(prompt, seat, options, design)
    return ask_some(prompt, seat, options, 1, most, design)


def _reach(step: int, region: int) -> list[int]:
    """Where something that is in `region` may go."""
    if TABLE.step_reach[step] == reach.ADJACENT:
        return TABLE.adjacent[region][:]
    return TABLE.elsewhere[region][:]


def _is_allowed(p: Position, seat: Seat, step: int, region: int) -> bool:
    """Whether the `where` of a step allows a region."""
    place = TABLE.step_where[step]
    if place == where.ANYWHERE:
        return True
    if place == where.AT_MOTHERSHIP:
        return p.mothership[seat] == region
    return p.is_present(seat, region)


def _has_prey(p: Position, seat: Seat, step: int, region: int) -> bool:
    """Whether a step may strike in a region that has other seats' ships."""
    for other in range(p.players):
        if other != seat and p.ships[REGIONS * other + region] > 0:
            return _is_allowed(p, seat, step, region)
    return False


def _prey_regions(p: Position, seat: Seat, step: int) -> list[int]:
    return [region for region in range(REGIONS) if _has_prey(p, seat, step, region)]


def _regions(p: Position, seat: Seat, step: int) -> list[int]:
    return [region for region in range(REGIONS) if _is_allowed(p, seat, step, region)]


def _perform(p: Position, seat: Seat, step: int, picked: list[int]) -> None:
    """Carry out an effect step with the choices made for it."""
    does = TABLE.step_do[step]
    count = TABLE.step_count[step]
    if does == do.DEPLOY:
        p.deploy(seat, p.mothership[seat], count)
    elif does == do.SCATTER:
        for region in picked:
            p.deploy(seat, region, 1)
    elif does == do.FLY:
        p.fly(seat, picked[0])
    elif does == do.MOVE:
        p.move_ships(seat, picked[0], picked[1], picked[2])
    elif does == do.DRAG:
        for i in range(2, len(picked)):
            p.move_ships(picked[i], picked[0], picked[1], 1)
    elif does == do.DESTROY:
        _strike(p, seat, picked[0] // REGIONS, picked[0] % REGIONS, count)
    elif does == do.BOMBARD:
        for other in range(p.players):
            if other != seat:
                _strike(p, seat, other, picked[0], count)
    elif does == do.SHIELD:
        p.shields[seat] |= 1 << picked[0]
        if p.log is not None:
            p.tell([events.SHIELD, seat, picked[0]])
    elif does == do.HOLOGRAM:
        p.hologram[REGIONS * seat + picked[0]] += count
        if p.log is not None:
            p.tell([events.HOLOGRAM, seat, picked[0], count])
    elif does == do.HARVEST:
        p.harvest[picked[0]] += count
        if p.log is not None:
            p.tell([events.HARVEST, seat, picked[0], count])
    elif does == do.REDIRECT:
        p.scoring ^= 1 << picked[0] | 1 << picked[1]
        if p.log is not None:
            p.tell([events.REDIRECT, seat, picked[0], picked[1]])
    elif does == do.STARS:
        p.points += count
        if p.log is not None:
            p.tell([events.STARS, seat, count])
    elif does == do.ENERGY:
        gain = TABLE.step_fewest[step] if p.vp[seat] == min(p.vp) else count
        p.energy[seat] += gain
        if p.log is not None:
            p.tell([events.ENERGY, seat, gain])
    elif does == do.CLAMPS:
        p.clamps[seat] |= 1 << p.mothership[seat]
        if p.log is not None:
            p.tell([events.CLAMPS, seat, p.mothership[seat]])


def _strike(p: Position, seat: Seat, other: Seat, region: int, count: int) -> None:
    lost = p.destroy(other, region, count)
    if lost > 0 and p.log is not None:
        p.tell([events.DESTROY, seat, other, region, lost])
