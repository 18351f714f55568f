"""The conquest of Xeno systems (stage 2 of the Counterstrike game)."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import (
    Choice,
    Decision,
    Seat,
    ask_one,
)
from repulse.games.galaxy.rules.codes import do, events, prompts, step, trait
from repulse.games.galaxy.rules.frontier import (
    MUST_ATTACK,
    SYSTEMS,
)
from repulse.games.galaxy.rules.military import is_there, means_of
from repulse.games.galaxy.rules.placement import (
    begin_means,
    can_conquer,
    is_settled,
    power_uses,
    use_power,
)
from repulse.games.galaxy.rules.state import GalaxyState, Step
from repulse.games.galaxy.rules.war import STAGE_CONQUEST, SURGE_ATTACK, SURGE_SETTLE

ATTACK: Final = 2
"""Among the decks: attack a Xeno system."""

NORMAL_SETTLE: Final = 3
"""Among the decks: a normal Settle, when no Xeno system or no Frontier card is left."""

GIVE_UP: Final = -1


def is_conquest(s: GalaxyState) -> bool:
    """Whether the Xenos are repulsed and their systems can be attacked."""
    return s.war is not None and s.war.stage == STAGE_CONQUEST


def may_attack(s: GalaxyState, seat: Seat) -> bool:
    """Whether a seat's Frontier/Conquest Settle may be an attack.

    Its supply reaches far enough for an attack (R-CST-20), or for the choice that replaces it when no system is left
    (R-CST-26).
    """
    if not is_conquest(s):
        return False
    if len(s.tableau[seat]) >= MUST_ATTACK:
        return True
    return any(s.cards.traits[card] & trait.FAR for card in s.working(seat))


def note_failed_settle(s: GalaxyState, seat: Seat) -> None:
    """A Frontier settle placed nothing: retaliation will be stronger this round (R-CST-24)."""
    if s.war is not None and is_conquest(s):
        s.war.surge = max(s.war.surge, SURGE_SETTLE)


def conquest_choices(s: GalaxyState, seat: Seat) -> list[int]:
    """What a Frontier/Conquest Settle may be on its player's turn (R-CST-20, R-CST-26; R-FRO-09)."""
    frontier = s.frontier
    assert frontier is not None
    cards = len(s.tableau[seat])
    attacks = may_attack(s, seat)
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


class Conquest(Step):
    """In the conquest stage each seat decides on its turn what its Frontier/Conquest Settle is (R-CST-38)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask if there is a choice."""
        choices = conquest_choices(s, seat)
        if len(choices) == 1:
            self.answer(s, seat, arg, choices)
        else:
            s.ask_seat(seat)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Attack or settle; a seat that cannot attack only chooses a deck."""
        choices = conquest_choices(s, seat)
        if may_attack(s, seat):
            return ask_one(prompts.CONQUEST_CHOICE, seat, choices)
        return ask_one(prompts.FRONTIER_DECK, seat, choices)

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Continue with that step."""
        if choice[0] == ATTACK:
            self._turn_up(s, seat)
        elif choice[0] == NORMAL_SETTLE:
            s.then(step.SETTLE_TURN, seat)
        else:
            s.then(step.FRONTIER_TURN, seat, choice[0])

    def _turn_up(self, s: GalaxyState, seat: Seat) -> None:
        """Draw the system to attack, face up (R-CST-21)."""
        frontier = s.frontier
        assert frontier is not None
        if not frontier.decks[SYSTEMS]:
            frontier.decks[SYSTEMS] = frontier.discards[SYSTEMS]
            frontier.discards[SYSTEMS] = []
            frontier.reshuffles[SYSTEMS] += 1
            s.stream.shuffle(frontier.decks[SYSTEMS])
        system = frontier.decks[SYSTEMS].pop()
        s.news += 1
        if s.log is not None:
            s.log.append([events.ATTACK, seat, system])
        frontier.under_attack = system
        begin_means(s)
        s.then(step.ATTACK_MEANS, seat, system)


class AttackMeans(Step):
    """Use temporary Military against the system `arg`, one power at a time, or give up (R-CST-22)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Conquer at once if the Military is enough; fail if it can never be."""
        means = means_of(s, seat)
        if is_settled(s, seat, means, arg):
            self._conquer(s, seat, arg)
        elif can_conquer(s, seat, means, arg):
            s.ask_seat(seat)
        else:
            self._fail(s, seat, arg)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which power, or give up."""
        options: list[int] = []
        for power in means_of(s, seat).optional:
            if power.do == do.TEMP_MILITARY and is_there(s, seat, power, arg):
                options.extend(power_uses(s, seat, power, arg))
        options.append(GIVE_UP)
        return ask_one(prompts.CONQUEST_MEANS, seat, options, arg)

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Use it."""
        if choice[0] == GIVE_UP:
            self._fail(s, seat, arg)
            return
        use_power(s, seat, choice[0], arg)
        s.then(step.ATTACK_MEANS, seat, arg)

    def _conquer(self, s: GalaxyState, seat: Seat, system: int) -> None:
        """The system joins the tableau, and there is no retaliation this round (R-CST-23)."""
        assert s.war is not None
        assert s.frontier is not None
        s.frontier.under_attack = 0
        s.lay_down(seat, system)
        s.war.conquered = True
        if s.log is not None:
            s.log.append([events.CONQUER_SYSTEM, seat, system])
        s.then(step.SETTLE_AFTER, seat)

    def _fail(self, s: GalaxyState, seat: Seat, system: int) -> None:
        """The system goes to its discards, and retaliation will be at its strongest."""
        assert s.war is not None
        assert s.frontier is not None
        s.frontier.under_attack = 0
        s.discard(system)
        s.war.surge = max(s.war.surge, SURGE_ATTACK)
        if s.log is not None:
            s.log.append([events.ATTACK_FAILED, seat, system])
