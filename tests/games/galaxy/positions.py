"""Positions of galaxy in a line or two, and words to play on from them.

    s = settle(tableau=["New Sparta"], hand=["Rebel Miners", "Gem World"], spare=2, picks="Settle")
    assert offered(s, 0) == ["Rebel Miners", "Gem World", "pass"]
    answer(s, 0, "Gem World")
    assert must_pay(s, 0) == 2

`explore`, `develop`, `settle`, `consume`, `produce` stand where that phase has just begun, `end_of_round` after the
last phase, `invasion` at the invasion step, `retaliation` at the same step of the conquest stage, `new_round` where
actions are picked; when the phase is over the round ends and the next one begins.
The keywords describe seat 0. Other seats are `rivals=[seat(...), ...]`; one who is not described has a start world
that does nothing in most phases, and no cards. Seat 0 is first in player order unless `first` says otherwise.

Cards that are not named lie in the deck, under those of `deck` (top first). With `unused="discards"` they lie in the
discard pile and the deck is just `deck`; with `unused="removed"` they are out of everybody's way in the last seat's hand.
`spare=3` adds three cards to the hand that cannot be placed in the phase at hand.

With a frontier, `near` and `far` are the cards on top of those decks (top first); the other Frontier cards lie under
them, or with `frontier_unused="discards"` in the discard piles, or with "removed" out of the game. `conquest=True` is the
second stage of the Counterstrike game, with `systems` as the Xeno system deck (top first), the conquest value
`repulse`, and retaliation cards as `attacks`. `disks` are the spaces of the admiral disks, seat by seat, and `tucked`
the seats whose Frontier/Conquest Settle is tucked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypedDict, Unpack

from repulse.games.galaxy.codes import action, step
from repulse.games.galaxy.codes import deck as decks
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.frontier import (
    FAR,
    NEAR,
    SYSTEMS,
    Frontier,
)
from repulse.games.galaxy.rules.game import GalaxyGame
from repulse.games.galaxy.rules.holdings import NO_GOOD
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import (
    FIRST_INVASION_ROUND,
    MILITARY_PLUS,
    MILITARY_XENO_PLUS,
    STAGE_CONQUEST,
    STRENGTH_OFFSET,
    WAVE_UNIT,
    War,
    retaliation_cards,
)

Names = Sequence[str]

GAME: Final = GalaxyGame()

QUIET_STARTS: Final = ("New Sparta", "Epsilon Eridani", "Old Earth", "Alpha Centauri", "Earth's Lost Colony")
"""Start worlds for rivals who are not described, the quietest first."""

QUIET_TABLEAU: Final = (
    "Old Earth",
    "Gem World",
    "Spice World",
    "New Vinland",
    "Comet Zone",
    "Mining World",
    "Galactic Resort",
    "Plague World",
    "Tourist World",
    "Distant World",
    "Merchant World",
    "New Earth",
    "Public Works",
    "Export Duties",
    "Investment Credits",
    "Interstellar Bank",
)
"""Sixteen cards without Military, worlds first; the first of them make a smaller tableau."""

A_LATE_ROUND: Final = 9
"""The round of a position in the conquest stage, unless `round` says otherwise."""


@dataclass
class SeatSetup:
    """One player's setup."""

    tableau: Names = ()
    hand: Names = ()
    goods: Names = ()
    chips: int = 0
    spare: int = 0
    picks: list[str] = field(default_factory=list)
    damaged: Names = ()


def seat(
    tableau: Names = (),
    hand: Names = (),
    goods: Names = (),
    chips: int = 0,
    spare: int = 0,
    picks: str | list[str] = "",
    damaged: Names = (),
) -> SeatSetup:
    """Return a seat: tableau, hand, worlds that hold a good, chips, spare cards, actions picked, damaged worlds."""
    return SeatSetup(tableau, hand, goods, chips, spare, _actions(picks), damaged)


def _actions(picks: str | list[str]) -> list[str]:
    if isinstance(picks, str):
        return [picks] if picks else []
    return picks


class PositionArgs(TypedDict, total=False):
    """The keywords of a position."""

    tableau: Names
    hand: Names
    goods: Names
    chips: int
    spare: int
    picks: str | list[str]
    damaged: Names
    rivals: Sequence[SeatSetup]
    players: int
    deck: Names
    discards: Names
    unused: str
    game: str
    experienced: bool
    new_worlds: bool
    overlay: str
    pool: int
    first: int
    round: int
    attacks: Sequence[int | str]
    repulse: int
    xeno_invasion: bool
    near: Names
    far: Names
    frontier_unused: str
    conquest: bool
    systems: Names
    disks: Sequence[int]
    tucked: Sequence[int]


def galaxy(asking: int, arg: int = 0, **about: Unpack[PositionArgs]) -> GalaxyState:
    """Return a position in which a step is about to be done, and after it the end of the round."""
    seats = [_seat_0(about), *about.get("rivals", ())]
    while len(seats) < max(2, about.get("players", 0)):
        seats.append(seat())
    s = GAME.start({**_options(about), "players": len(seats)}, seed=7)
    box = _Box(s)
    s.discards = box.take(about.get("discards", ()))
    s.deck = box.take(about.get("deck", ()))[::-1]
    if s.frontier is not None:
        _take_frontier(s.frontier, box, about)
    _lay_out(s, box, seats)
    for number, setup in enumerate(seats):
        s.hand[number] += box.take_any(setup.spare, development=asking != step.DEVELOP)
        _lay_goods(s, box, number, setup.goods)
        for name in setup.damaged:
            s.damaged[number] |= 1 << s.tableau[number].index(box.ids[name])
    if s.frontier is not None:
        _lay_frontier_unused(s.frontier, box, about.get("frontier_unused", "deck"))
    _lay_unused(s, box, about.get("unused", "deck"))
    s.round = about.get("round", A_LATE_ROUND if about.get("conquest") else 1)
    s.first = about.get("first", 0)
    s.pool = about.get("pool", s.pool)
    if s.war is not None:
        _lay_war(s.war, about)
        _lay_attacks(s.war, about.get("attacks", ()))
    s.owing = 0
    s.agenda = []
    if asking != step.ROUND:
        s.then(step.ROUND_END)
        if s.war is not None and s.round >= FIRST_INVASION_ROUND and asking != step.INVASION:
            s.then(step.INVASION)
    if asking not in (step.ROUND, step.HAND_LIMIT, step.INVASION):
        s.then(step.HAND_LIMIT)
    s.then(asking, arg=arg)
    s.forget_decisions()
    s.advance()
    GAME.check_state(s)
    return s


def _seat_0(about: PositionArgs) -> SeatSetup:
    return seat(
        about.get("tableau", ()),
        about.get("hand", ()),
        about.get("goods", ()),
        about.get("chips", 0),
        about.get("spare", 0),
        about.get("picks", ""),
        about.get("damaged", ()),
    )


def _options(about: PositionArgs) -> dict[str, object]:
    return {
        "game": about.get("game", "base"),
        "experienced": about.get("experienced", False),
        "new_worlds": about.get("new_worlds", False),
        "overlays": [{"name": "house", "text": about["overlay"]}] if "overlay" in about else [],
        "deal": "single",
        **({"xeno_invasion": about["xeno_invasion"]} if "xeno_invasion" in about else {}),
    }


class _Box:
    """The cards that have not been laid out yet."""

    def __init__(self, s: GalaxyState) -> None:
        self.ids = s.cards.ids
        self.development = s.cards.development
        self.deck = s.cards.deck
        self.left = s.all_cards()
        s.stream.shuffle(self.left)

    def take(self, names: Names) -> list[CardId]:
        """Return the cards of these names, out of the box."""
        cards = [self.ids[name] for name in names]
        for card, name in zip(cards, names, strict=True):
            assert card in self.left, f"{name} is used more often than there are copies of it"
            self.left.remove(card)
        return cards

    def take_any(self, count: int, development: bool = True) -> list[CardId]:
        """Return any developments, or any worlds, of the main deck, out of the box."""
        cards = [
            card
            for card in self.left
            if self.development[card] == development and self.deck[card] < decks.NEAR
        ][:count]
        assert len(cards) == count, "there are not enough spare cards"
        for card in cards:
            self.left.remove(card)
        return cards

    def take_deck(self, deck: int) -> list[CardId]:
        """Return all cards of a deck that are left, out of the box."""
        cards = [card for card in self.left if self.deck[card] == deck]
        self.left = [card for card in self.left if self.deck[card] != deck]
        return cards


def _take_frontier(frontier: Frontier, box: _Box, about: PositionArgs) -> None:
    """The named cards of the frontier decks, and the Xeno system deck."""
    frontier.decks = [box.take(about.get("near", ()))[::-1], box.take(about.get("far", ()))[::-1], []]
    frontier.unused = []
    if about.get("conquest"):
        frontier.decks[SYSTEMS] = box.take(about.get("systems", ("Xeno Satellite I", "Xeno Hive I")))[::-1]
    frontier.tucked = sum(1 << action_card for action_card in about.get("tucked", ()))


def _lay_frontier_unused(frontier: Frontier, box: _Box, unused: str) -> None:
    frontier.unused += box.take_deck(decks.SYSTEM)
    for pile, back in ((NEAR, decks.NEAR), (FAR, decks.FAR)):
        cards = box.take_deck(back)
        if unused == "deck":
            frontier.decks[pile] = cards + frontier.decks[pile]
        elif unused == "discards":
            frontier.discards[pile] = cards
        else:
            assert unused == "removed", unused
            frontier.unused += cards


def _lay_war(war: War, about: PositionArgs) -> None:
    """The track, the stage of the war and the admiral disks."""
    if about.get("conquest"):
        war.stage = STAGE_CONQUEST
        war.repulsed = True
        war.repulse = 99
        war.deck = retaliation_cards()
        war.unused = []
    war.repulse = about.get("repulse", war.repulse)
    disks = list(about.get("disks", ()))
    if disks:
        war.spaces = disks
        war.order = sorted(range(len(disks)), key=lambda player: -disks[player])


def _lay_out(s: GalaxyState, box: _Box, seats: list[SeatSetup]) -> None:
    """Tableaus, hands, chips and actions."""
    for number, setup in enumerate(seats):
        s.tableau[number] = box.take(setup.tableau)
        s.hand[number] = box.take(setup.hand)
        s.chips[number] = setup.chips
        s.actions[number] = sorted(action.TOKENS.index(card) for card in setup.picks)
    quiet = [name for name in QUIET_STARTS if box.ids[name] in box.left]
    for number in range(len(seats)):
        if not s.tableau[number]:
            s.tableau[number] = box.take([quiet.pop(0)])


def _lay_goods(s: GalaxyState, box: _Box, number: int, worlds: Names) -> None:
    """Cards under the worlds that hold a good."""
    holding = {box.ids[name] for name in worlds}
    assert holding <= set(s.tableau[number]), "a good on a world that is not there"
    s.goods[number] = [box.take_any(1)[0] if world in holding else NO_GOOD for world in s.tableau[number]]


def _lay_unused(s: GalaxyState, box: _Box, unused: str) -> None:
    if unused == "deck":
        s.deck = box.left + s.deck
    elif unused == "discards":
        s.discards = s.discards + box.left
    else:
        assert unused == "removed", unused
        s.hand[-1] = s.hand[-1] + box.left


def _lay_attacks(war: War, attacks: Sequence[int | str]) -> None:
    """Put invasion cards of some strengths (4, "M+4" or "M+X+4") on top of their deck, first one on top."""
    cards: list[int] = []
    for attack in attacks:
        pile, card = next(
            (pile, card) for pile in (war.deck, war.unused) for card in pile if attack_word(card) == attack
        )
        pile.remove(card)
        cards.append(card)
    war.deck.extend(reversed(cards))


def attack_word(card: int) -> int | str:
    """Return the strength of an invasion or retaliation card in words."""
    value = card % WAVE_UNIT
    if value >= MILITARY_XENO_PLUS:
        return f"M+X+{value - MILITARY_XENO_PLUS}"
    return f"M+{value - MILITARY_PLUS}" if value >= MILITARY_PLUS else value - STRENGTH_OFFSET


# --- positions ---


def explore(**about: Unpack[PositionArgs]) -> GalaxyState:
    """Explore has just begun: all have drawn."""
    return galaxy(step.EXPLORE, **about)


def develop(**about: Unpack[PositionArgs]) -> GalaxyState:
    """Return a Develop phase has just begun."""
    return galaxy(step.DEVELOP, 1, **about)


def settle(**about: Unpack[PositionArgs]) -> GalaxyState:
    """Return a Settle phase has just begun."""
    return galaxy(step.SETTLE, 1, **about)


def consume(**about: Unpack[PositionArgs]) -> GalaxyState:
    """Return a Consume phase has just begun: what leaves no choice is done."""
    return galaxy(step.CONSUME, **about)


def produce(**about: Unpack[PositionArgs]) -> GalaxyState:
    """Return a Produce phase has just begun: what leaves no choice is done."""
    return galaxy(step.PRODUCE, **about)


def end_of_round(**about: Unpack[PositionArgs]) -> GalaxyState:
    """Return the phases of a round are over."""
    return galaxy(step.HAND_LIMIT, **about)


def invasion(**about: Unpack[PositionArgs]) -> GalaxyState:
    """Return the invasion step of round 3 has just begun; `attacks` lie on top of the invasion deck."""
    about.setdefault("game", "invasion")
    about.setdefault("round", FIRST_INVASION_ROUND)
    return galaxy(step.INVASION, **about)


def retaliation(**about: Unpack[PositionArgs]) -> GalaxyState:
    """Return the retaliation step of a late round has just begun; `attacks` lie on top of the retaliation deck."""
    about.setdefault("game", "counterstrike")
    about.setdefault("conquest", True)
    return galaxy(step.INVASION, **about)


def new_round(**about: Unpack[PositionArgs]) -> GalaxyState:
    """Return a round begins: everybody is asked for actions."""
    return galaxy(step.ROUND, **about)
