"""The effects of Gadgets: a small interpreter for the steps that the component file describes.

An effect step asks a few questions in a fixed order (`_QUESTIONS`); what is chosen is kept in `picked`, and when all
is known the step is done. A question with but one answer is not asked. What can be chosen follows from public facts,
so the same functions serve the rules, views and refusals.
"""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import (
    ONE,
    SOME,
    Decision,
    Seat,
)
from repulse.games.earth.rules.codes import (
    ANYWHERE,
    AT_MOTHERSHIP,
    DO_BOMBARD,
    DO_CLAMPS,
    DO_DEPLOY,
    DO_DESTROY,
    DO_DRAG,
    DO_ENERGY,
    DO_FLY,
    DO_HARVEST,
    DO_HOLOGRAM,
    DO_MOVE,
    DO_REDIRECT,
    DO_SCATTER,
    DO_SHIELD,
    DO_STARS,
    EVENT_CLAMPS,
    EVENT_DESTROY,
    EVENT_ENERGY,
    EVENT_HARVEST,
    EVENT_HOLOGRAM,
    EVENT_REDIRECT,
    EVENT_SHIELD,
    EVENT_STARS,
    REACH_ADJACENT,
    REGIONS,
    STEP_EFFECT,
)
from repulse.games.earth.rules.components import TABLE
from repulse.games.earth.rules.position import Position

# What each sort of step asks, in order; by the numbers of `codes.DO_NAMES`.
_QUESTIONS: Final[list[list[str]]] = [
    [],  # deploy
    ["scatter.regions"],
    ["fly.to"],
    ["move.from", "move.to", "move.number"],
    ["drag.from", "drag.to", "drag.ships"],
    ["destroy.target"],
    ["bombard.region"],
    ["shield.region"],
    ["hologram.region"],
    ["harvest.region"],
    ["redirect.from", "redirect.to"],
    [],  # stars
    [],  # energy
    [],  # clamps
]


def can_do_something(p: Position, seat: Seat, design: int) -> bool:
    """Whether using a Gadget would change anything (R-EAR-24)."""
    for step in TABLE.gadget_steps[design]:
        do = TABLE.step_do[step]
        if do in (DO_DEPLOY, DO_SCATTER):
            if p.supply[seat] > 0:
                return True
        elif do == DO_MOVE:
            if p.on_board(seat) > 0:
                return True
        elif do in (DO_DRAG, DO_DESTROY, DO_BOMBARD):
            for region in range(REGIONS):
                if _has_prey(p, seat, step, region):
                    return True
        else:
            return True
    return False


def run_effect(p: Position, step: int) -> None:
    """Ask the next question of an effect step, or do it when there is none left."""
    questions = len(_QUESTIONS[TABLE.step_do[step]])
    picked = p.picked
    while len(picked) < questions:
        decision = effect_decision(p, p.actor, step)
        if not decision.options:
            # An earlier step of the same Gadget has left this one nothing to do.
            p.picked = []
            return
        if not decision.forced():
            p.asked[p.actor] = decision
            p.agenda.append(STEP_EFFECT + step)
            p.ask_actor(STEP_EFFECT + step)
            return
        picked.extend(decision.forced_choice())
    _perform(p, p.actor, step, picked)
    p.picked = []


def effect_decision(p: Position, seat: Seat, step: int) -> Decision:
    """The question that an effect step asks next."""
    do = TABLE.step_do[step]
    picked = p.picked
    stage = len(picked)
    kind = ONE
    most = 1
    domain = "region"
    options: list[int]
    if do == DO_SCATTER:
        kind = SOME
        most = min(TABLE.step_count[step], p.supply[seat])
        options = _regions(p, seat, step) if most > 0 else []
    elif do == DO_FLY:
        options = _reach(step, p.mothership[seat])
    elif do == DO_MOVE:
        if stage == 0:
            options = [region for region in range(REGIONS) if p.ships[REGIONS * seat + region] > 0]
        elif stage == 1:
            options = _reach(step, picked[0])
        else:
            domain = "number"
            most_ships = min(TABLE.step_count[step], p.ships[REGIONS * seat + picked[0]])
            options = list(range(1, most_ships + 1))
    elif do == DO_DRAG:
        if stage == 0:
            options = _prey_regions(p, seat, step)
        elif stage == 1:
            options = _reach(step, picked[0])
        else:
            kind = SOME
            domain = "seat"
            options = []
            for other in range(p.players):
                if other != seat:
                    options += [other] * p.ships[REGIONS * other + picked[0]]
            most = min(TABLE.step_count[step], len(options))
    elif do == DO_DESTROY:
        domain = "target"
        options = []
        for region in _prey_regions(p, seat, step):
            for other in range(p.players):
                if other != seat and p.ships[REGIONS * other + region] > 0:
                    options.append(REGIONS * other + region)
        options.sort()
    elif do == DO_BOMBARD:
        options = _prey_regions(p, seat, step)
    elif do == DO_REDIRECT:
        scores = stage == 0
        options = [region for region in range(REGIONS) if (p.scoring >> region & 1 == 1) == scores]
    else:
        options = _regions(p, seat, step)
    return Decision(seat, _QUESTIONS[do][stage], kind, domain, options, 1, most, TABLE.step_design[step])


def _reach(step: int, region: int) -> list[int]:
    """Where something that is in `region` may go."""
    if TABLE.step_reach[step] == REACH_ADJACENT:
        return TABLE.adjacent[region][:]
    return TABLE.elsewhere[region][:]


def _is_allowed(p: Position, seat: Seat, step: int, region: int) -> bool:
    """Whether the `where` of a step allows a region."""
    where = TABLE.step_where[step]
    if where == ANYWHERE:
        return True
    if where == AT_MOTHERSHIP:
        return p.mothership[seat] == region
    return p.is_present(seat, region)


def _has_prey(p: Position, seat: Seat, step: int, region: int) -> bool:
    """Whether a step may strike in a region, and there are ships of others."""
    for other in range(p.players):
        if other != seat and p.ships[REGIONS * other + region] > 0:
            return _is_allowed(p, seat, step, region)
    return False


def _prey_regions(p: Position, seat: Seat, step: int) -> list[int]:
    return [region for region in range(REGIONS) if _has_prey(p, seat, step, region)]


def _regions(p: Position, seat: Seat, step: int) -> list[int]:
    return [region for region in range(REGIONS) if _is_allowed(p, seat, step, region)]


def _perform(p: Position, seat: Seat, step: int, picked: list[int]) -> None:
    """Do an effect step with all that was chosen for it."""
    do = TABLE.step_do[step]
    count = TABLE.step_count[step]
    if do == DO_DEPLOY:
        p.deploy(seat, p.mothership[seat], count)
    elif do == DO_SCATTER:
        for region in picked:
            p.deploy(seat, region, 1)
    elif do == DO_FLY:
        p.fly(seat, picked[0])
    elif do == DO_MOVE:
        p.move_ships(seat, picked[0], picked[1], picked[2])
    elif do == DO_DRAG:
        for i in range(2, len(picked)):
            p.move_ships(picked[i], picked[0], picked[1], 1)
    elif do == DO_DESTROY:
        _strike(p, seat, picked[0] // REGIONS, picked[0] % REGIONS, count)
    elif do == DO_BOMBARD:
        for other in range(p.players):
            if other != seat:
                _strike(p, seat, other, picked[0], count)
    elif do == DO_SHIELD:
        p.shields[seat] |= 1 << picked[0]
        if p.log is not None:
            p.tell([EVENT_SHIELD, seat, picked[0]])
    elif do == DO_HOLOGRAM:
        p.hologram[REGIONS * seat + picked[0]] += count
        if p.log is not None:
            p.tell([EVENT_HOLOGRAM, seat, picked[0], count])
    elif do == DO_HARVEST:
        p.harvest[picked[0]] += count
        if p.log is not None:
            p.tell([EVENT_HARVEST, seat, picked[0], count])
    elif do == DO_REDIRECT:
        p.scoring ^= 1 << picked[0] | 1 << picked[1]
        if p.log is not None:
            p.tell([EVENT_REDIRECT, seat, picked[0], picked[1]])
    elif do == DO_STARS:
        p.points += count
        if p.log is not None:
            p.tell([EVENT_STARS, seat, count])
    elif do == DO_ENERGY:
        gain = TABLE.step_fewest[step] if p.vp[seat] == min(p.vp) else count
        p.energy[seat] += gain
        if p.log is not None:
            p.tell([EVENT_ENERGY, seat, gain])
    elif do == DO_CLAMPS:
        p.clamps[seat] |= 1 << p.mothership[seat]
        if p.log is not None:
            p.tell([EVENT_CLAMPS, seat, p.mothership[seat]])


def _strike(p: Position, seat: Seat, other: Seat, region: int, count: int) -> None:
    lost = p.destroy(other, region, count)
    if lost > 0 and p.log is not None:
        p.tell([EVENT_DESTROY, seat, other, region, lost])
