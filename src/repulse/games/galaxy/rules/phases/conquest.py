"""The conquest of Xeno systems (stage 2 of the Counterstrike game)."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import (
    Choice,
    Decision,
    Seat,
    ask_one,
)
from repulse.engine.steps import Step
from repulse.games.galaxy.codes import effect, events, prompts, step, trait
from repulse.games.galaxy.rules.frontier import (
    MUST_ATTACK,
    SYSTEMS,
)
from repulse.games.galaxy.rules.military import aids_for, can_be_used
from repulse.games.galaxy.rules.placement import (
    can_conquer,
    is_affordable,
    power_uses,
    use_power,
)
from repulse.games.galaxy.rules.position import Position
from repulse.games.galaxy.rules.war import STAGE_CONQUEST, SURGE_ATTACK, SURGE_SETTLE

ATTACK: Final = 2
"""Among the decks: attack a Xeno system."""

NORMAL_SETTLE: Final = 3
"""Among the decks: a normal Settle, when no Xeno system or no Frontier card is left."""

GIVE_UP: Final = -1


def is_conquest(state: Position) -> bool:
    """Return whether the Xenos are repulsed and their systems can be attacked."""
    return state.war is not None and state.war.stage == STAGE_CONQUEST


def may_attack(state: Position, seat: Seat) -> bool:
    """Return whether a seat's Frontier/Conquest Settle may be an attack.

    Its supply reaches far enough for an attack (R-CST-20), or for the choice that replaces it when no system is left
    (R-CST-26).
    """
    if not is_conquest(state):
        return False
    if len(state.tableau[seat]) >= MUST_ATTACK:
        return True
    return any(state.cards.traits[card] & trait.FAR for card in state.working(seat))


def note_failed_settle(state: Position, seat: Seat) -> None:
    """Note that a Frontier settle placed nothing: retaliation will be stronger this round (R-CST-24)."""
    if state.war is not None and is_conquest(state):
        state.war.surge = max(state.war.surge, SURGE_SETTLE)


def conquest_choices(state: Position, seat: Seat) -> list[int]:
    """Return what a Frontier/Conquest Settle may be on its player's turn (R-CST-20, R-CST-26; R-FRO-09)."""
    frontier = state.frontier
    assert frontier is not None
    cards = len(state.tableau[seat])
    attacks = may_attack(state, seat)
    systems = frontier.left(SYSTEMS) > 0
    if attacks and systems and cards >= MUST_ATTACK:
        return [ATTACK]
    choices = frontier.open_decks(cards)
    bare = not choices
    if attacks and systems:
        choices.append(ATTACK)
    if bare or (attacks and not systems):
        choices.append(NORMAL_SETTLE)
    return choices


class Conquest(Step[Position]):
    """A seat decides on its turn what its Frontier/Conquest Settle is (R-CST-38).

    So does a settler who waits because the decks are short (R-FRO-08): before the conquest stage it can only be a deck.
    """

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask if there is a choice."""
        choices = conquest_choices(state, seat)
        if len(choices) == 1:
            self.answer(state, seat, arg, choices)
        else:
            state.ask_seat(seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Attack or settle; a seat that cannot attack only chooses a deck."""
        choices = conquest_choices(state, seat)
        if may_attack(state, seat):
            return ask_one(prompts.CONQUEST_CHOICE, seat, choices)
        return ask_one(prompts.FRONTIER_DECK, seat, choices)

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Continue with that step."""
        if choice[0] == ATTACK:
            self._turn_up(state, seat)
        elif choice[0] == NORMAL_SETTLE:
            state.then(step.SETTLE_TURN, seat)
        else:
            state.then(step.FRONTIER_TURN, seat, choice[0])

    def _turn_up(self, state: Position, seat: Seat) -> None:
        """Draw the system to attack, face up (R-CST-21)."""
        frontier = state.frontier
        assert frontier is not None
        if not frontier.decks[SYSTEMS]:
            frontier.decks[SYSTEMS] = frontier.discards[SYSTEMS]
            frontier.discards[SYSTEMS] = []
            frontier.reshuffles[SYSTEMS] += 1
            state.stream.shuffle(frontier.decks[SYSTEMS])
        system = frontier.decks[SYSTEMS].pop()
        state.reveal_count += 1
        if state.log is not None:
            state.log.append([events.ATTACK, seat, system])
        frontier.under_attack = system
        state.payment.reset()
        state.then(step.ATTACK_MEANS, seat, system)


class AttackMeans(Step[Position]):
    """Use temporary Military against the system `arg`, one power at a time, or give up (R-CST-22)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Conquer at once if the Military is enough; fail if it can never be."""
        aids = aids_for(state, seat)
        if is_affordable(state, seat, aids, arg):
            self._conquer(state, seat, arg)
        elif can_conquer(state, seat, aids, arg):
            state.ask_seat(seat)
        else:
            self._fail(state, seat, arg)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which power, or give up."""
        options: list[int] = []
        for power in aids_for(state, seat).optional:
            if power.do == effect.TEMP_MILITARY and can_be_used(state, seat, power, arg):
                options.extend(power_uses(state, seat, power, arg))
        options.append(GIVE_UP)
        return ask_one(prompts.CONQUEST_MEANS, seat, options, arg)

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Use it."""
        if choice[0] == GIVE_UP:
            self._fail(state, seat, arg)
            return
        use_power(state, seat, choice[0], arg)
        state.then(step.ATTACK_MEANS, seat, arg)

    def _conquer(self, state: Position, seat: Seat, system: int) -> None:
        """Move the system to the tableau; there is no retaliation this round (R-CST-23)."""
        assert state.war is not None
        assert state.frontier is not None
        state.frontier.under_attack = 0
        state.lay_down(seat, system)
        state.war.conquered = True
        if state.log is not None:
            state.log.append([events.CONQUER_SYSTEM, seat, system])
        state.then(step.SETTLE_AFTER, seat)

    def _fail(self, state: Position, seat: Seat, system: int) -> None:
        """Move the system to its discards; retaliation will be at its strongest."""
        assert state.war is not None
        assert state.frontier is not None
        state.frontier.under_attack = 0
        state.discard(system)
        state.war.surge = max(state.war.surge, SURGE_ATTACK)
        if state.log is not None:
            state.log.append([events.ATTACK_FAILED, seat, system])
