"""The parts of the screen of galaxy."""

from __future__ import annotations

from typing import Literal, TypedDict

from repulse.engine.display.screen import Part
from repulse.engine.display.segments import Text


class Placed(TypedDict):
    """A card in a tableau."""

    card: str
    good: str
    """The kind of the good on it; empty for none."""
    damaged: bool
    fresh: bool
    """Placed in this very phase."""
    worth: int | None
    """The present worth of a card of varying points; None for any other."""


class ActionCard(TypedDict):
    """An action card that a seat plays this round."""

    word: str
    name: str
    phase: str
    """The phase it calls: explore, develop, settle, consume or produce."""


class Player(TypedDict):
    """The area of a seat."""

    seat: int
    name: str
    owes: bool
    tableau: list[Placed]
    hand: int
    """The number of cards it holds."""
    cards: list[str]
    """The cards it holds, if the viewer may see them; else empty."""
    offered: list[str]
    """Start worlds to choose from; only their owner sees them."""
    looked: list[str]
    """Cards drawn from a frontier deck; only their owner sees them."""
    worth: dict[str, int]
    """The points that cards of varying points which it holds would have in its tableau now; only their owner sees it."""
    chips: int
    score: int
    military: int
    military_parts: list[Part]
    vs_xenos: int
    defense: int
    actions: list[ActionCard]
    """Revealed ones only."""
    chosen: list[Text]
    """The answer of this seat in a step where others are still awaited; only the seat itself sees it."""
    disk: int
    """The space of its admiral disk; 0 without a war."""
    rank: int
    """Its place by admiral disks from 1; 0 without a war."""
    contributed: int
    awards: int
    attack: str
    """The invasion card against it in words; empty for none."""
    attack_strength: int
    attack_adds: bool
    """Whether the card adds to a Military, so that its words do not say its strength."""
    tucked: bool
    """Whether its Frontier/Conquest Settle is tucked, or will be next round."""
    systems: int
    """Xeno systems it has conquered."""
    tiles: int
    """Points of the bonus tiles awarded when the Xenos were repulsed."""


class Phase(TypedDict):
    """A phase of the round."""

    phase: str
    name: str
    by: list[int]
    """The seats that chose it."""
    now: bool


class WaveLeft(TypedDict):
    """Invasion cards of a wave that are still in the deck; wave 4 is retaliation."""

    wave: int
    cards: int


class OddsScreen(TypedDict):
    """The chances of a seat in the next attack, from what everybody can see."""

    seat: int
    rank: int
    """Its place among the admirals if the disks were moved now, from 1."""
    have: int
    """Military vs. Xenos and defense."""
    most: int
    """The same with all temporary powers and the bunker."""
    lowest: int
    median: int
    highest: int
    """The strengths that can hit its rank."""
    chance: float
    """The chance that `have` is enough: 0 and 1 only if that is certain."""
    chance_most: float
    """The chance that `most` is enough."""
    tenths: int
    """The chance in tenths; 0 and 10 only if that is certain."""
    verdict: str
    """The chance in words, in the second person for the viewer."""
    range: str
    """The attack and the strength of the seat, in words."""
    reserve: str
    """The changes that temporary powers and the bunker would bring, in words; empty if there are none."""


class WarScreen(TypedDict):
    """Where the war stands."""

    repulse: int
    """The strength needed against the Xenos: the repulse value, or in the second stage the conquest value."""
    military: int
    """The joint strength of all players against the Xenos."""
    waves: list[WaveLeft]
    discards: int
    order: list[int]
    """The admiral disks, highest first."""
    defeats: int
    repulsed: bool
    counterstrike: bool
    """Whether the war goes on when the Xenos are repulsed."""
    stage: int
    """1: the invasion; 2: the conquest of the Xeno systems."""
    awards: list[int]
    """The rewards for holding in this stage, highest disk first."""
    awards_reconstructed: bool
    """Whether these awards are ours, since the printed ones were not available."""
    surge: int
    """The bonus of every retaliation card this round."""
    breather: bool
    """Whether this is the round after the repulse, without retaliation."""
    conquered: bool
    """Whether a Xeno system was conquered this round: no retaliation either."""
    under_attack: str
    """The Xeno system that is being attacked; empty for none."""
    odds: list[OddsScreen]
    """The odds of the next attack for each seat; empty during an attack and when the war is over."""
    next_attack: str
    """The cards of the next attack, or why it does not come this round, in words."""


class PileScreen(TypedDict):
    """A frontier deck, or the Xeno systems."""

    pile: str
    """`near`, `far` or `systems`."""
    deck: int
    discards: int


class GalaxyScreen(TypedDict):
    """The whole table."""

    game: Literal["galaxy"]
    mode: str
    viewer: int
    round: int
    phase: str
    phase_name: str
    phases: list[Phase]
    pool: int
    deck: int
    discards: int
    tableau_limit: int
    hand_limit: int
    first: int
    """The seat that comes first in player order."""
    players: list[Player]
    war: WarScreen | None
    frontier: list[PileScreen]
    over: bool
    winners: list[int]
