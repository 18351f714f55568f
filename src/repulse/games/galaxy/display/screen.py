"""The table of galaxy as plain data for a screen: made from a view alone, so nothing hidden can get into it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, Literal, TypedDict, cast

from repulse.engine.contract import (
    SPECTATOR,
    Decision,
    Seat,
    State,
)
from repulse.engine.display.screen import (
    Ask,
    Part,
    ScorePart,
    Target,
    Total,
    WhyNot,
    ask_of,
    seats_open_to,
)
from repulse.games.galaxy.display.breakdown import (
    Line,
    explain_cost,
    explain_defense,
    explain_military,
    explain_score,
    explain_temporary,
    explain_vs_xenos,
    total,
)
from repulse.games.galaxy.display.option_text import USE_UNIT
from repulse.games.galaxy.display.phrases import ACTION_IDS, Phrases, galaxy_words
from repulse.games.galaxy.display.refusals import why_no_deck, why_not
from repulse.games.galaxy.display.text_table import phase_of, phase_words
from repulse.games.galaxy.display.war_text import awards_now
from repulse.games.galaxy.rules.card_table import (
    FACE_DOWN,
    KINDS,
    POWERS_A_CARD,
    CardId,
)
from repulse.games.galaxy.rules.codes import numbers as n
from repulse.games.galaxy.rules.codes.events import EVENTS
from repulse.games.galaxy.rules.codes.numbers import ACTIONS
from repulse.games.galaxy.rules.frontier import FAR, NEAR, SYSTEMS
from repulse.games.galaxy.rules.game import GalaxyGame
from repulse.games.galaxy.rules.military import defense, military, military_vs_xenos
from repulse.games.galaxy.rules.phases.conquest import ATTACK
from repulse.games.galaxy.rules.phases.frontier import KEEP
from repulse.games.galaxy.rules.phases.invasion import attack_strength
from repulse.games.galaxy.rules.placement import HIVE_NEEDS
from repulse.games.galaxy.rules.score import systems_conquered, total_score
from repulse.games.galaxy.rules.state import (
    DAMAGED,
    HAND_LIMIT,
    PASS,
    GalaxyState,
)
from repulse.games.galaxy.rules.tokens import word_of
from repulse.games.galaxy.rules.war import RETALIATION, STAGE_CONQUEST, wave_of


class Placed(TypedDict):
    """A card in a tableau."""

    card: str
    good: str
    """The kind of the good on it; empty for none."""
    damaged: bool
    fresh: bool
    """Placed in this very phase."""


class ActionCard(TypedDict):
    """An action card that a seat plays this round."""

    word: str
    name: str
    phase: str
    """The phase it calls: explore, develop, settle, consume or produce."""


class Player(TypedDict):
    """What lies before a seat."""

    seat: int
    name: str
    owes: bool
    tableau: list[Placed]
    hand: int
    """How many cards it holds."""
    cards: list[str]
    """The cards it holds, if these eyes may see them; else empty."""
    offered: list[str]
    """Start worlds to choose from, for their owner's eyes."""
    looked: list[str]
    """Cards drawn from a frontier deck, for their owner's eyes."""
    chips: int
    score: int
    military: int
    military_parts: list[Part]
    vs_xenos: int
    defense: int
    actions: list[ActionCard]
    """Revealed ones only."""
    chosen: list[str]
    """What this seat has answered in a step where others are still awaited: for its own eyes."""
    disk: int
    """The space of its admiral disk; 0 without a war."""
    rank: int
    """Its place by admiral disks from 1; 0 without a war."""
    contributed: int
    awards: int
    attack: str
    """The invasion card against it in words; empty for none."""
    attack_strength: int
    tucked: bool
    """Whether its Frontier/Conquest Settle lies tucked, or will in the next round."""
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


class WarScreen(TypedDict):
    """Where the war stands."""

    repulse: int
    """What is needed against the Xenos: the repulse value, or in the second stage the conquest value."""
    military: int
    """What all players bring against the Xenos together."""
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
    """What holding brings in this stage, highest disk first."""
    surge: int
    """What is added to every retaliation card this round."""
    breather: bool
    """Whether this is the round after the repulse, without retaliation."""
    conquered: bool
    """Whether a Xeno system was conquered this round: no retaliation either."""
    under_attack: str
    """The Xeno system that is being attacked; empty for none."""


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


_PHASES: Final = ("explore", "develop", "settle", "consume", "produce")

_PHASE_OF_ACTION: Final = {
    "explore_5": "explore",
    "explore_1_1": "explore",
    "develop": "develop",
    "settle": "settle",
    "trade": "consume",
    "consume_2x": "consume",
    "produce": "produce",
    "repair": "produce",
    "frontier": "settle",
}


def present(
    view: State,
    viewer: Seat,
    language: str = "en",
    names: Sequence[str] = (),
    public: GalaxyScreen | None = None,
) -> GalaxyScreen:
    """The table as `viewer` sees it (OPEN sees a whole position).

    `public` is the screen of a spectator of the same position, if there is one already: what everybody sees is then
    taken from it, and only what this viewer alone may see is added.
    """
    s = cast(GalaxyState, view)
    shown = _public(s, language, names) if public is None else public.copy()
    shown["viewer"] = viewer
    own = seats_open_to(viewer, s.players)
    shown["players"] = [_own(s, player) if player["seat"] in own else player for player in shown["players"]]
    return shown


def _public(s: GalaxyState, language: str, names: Sequence[str]) -> GalaxyScreen:
    """What everybody may see."""
    p = Phrases(s.table, galaxy_words(language), names, brief=True)
    now = phase_of(s)
    return {
        "game": "galaxy",
        "mode": "",
        "viewer": SPECTATOR,
        "round": s.round,
        "phase": now,
        "phase_name": phase_words(p, s),
        "phases": _phases(p, s, now),
        "pool": max(0, s.pool),
        "deck": len(s.deck),
        "discards": len(s.discards),
        "tableau_limit": s.tableau_limit,
        "hand_limit": HAND_LIMIT,
        "first": s.first,
        "players": [_player(p, s, seat) for seat in range(s.players)],
        "war": _war(s),
        "frontier": _frontier(s),
        "over": s.over,
        "winners": s.winners(),
    }


def _own(s: GalaxyState, player: Player) -> Player:
    """What lies before a seat, with what only that seat may see."""
    seat = player["seat"]
    own = player.copy()
    own["cards"] = _names(s, s.hand[seat])
    own["offered"] = _names(s, s.offered[seat])
    own["looked"] = _names(s, s.frontier.looked[seat]) if s.frontier is not None else []
    own["chosen"] = _chosen(s, seat)
    return own


def _phases(p: Phrases, s: GalaxyState, now: str) -> list[Phase]:
    rows: list[Phase] = []
    for phase in _PHASES:
        by = [
            seat
            for seat in range(s.players)
            if any(_action_phase(action) == phase for action in s.actions[seat])
        ]
        rows.append({"phase": phase, "name": p.phase(phase), "by": by, "now": phase == now})
    return rows


def _action_phase(action: int) -> str:
    return _PHASE_OF_ACTION[ACTION_IDS[action]]


def _player(p: Phrases, s: GalaxyState, seat: Seat) -> Player:
    table = s.table
    war = s.war
    attacked = war is not None and war.assigned[seat] > 0
    return {
        "seat": seat,
        "name": p.player(seat),
        "owes": bool(s.owing >> seat & 1),
        "tableau": [
            {
                "card": table.names[card],
                "good": KINDS[table.kind[card]] if good >= 0 else "",
                "damaged": good == DAMAGED,
                "fresh": card == s.placed[seat],
            }
            for card, good in zip(s.tableau[seat], s.goods[seat], strict=True)
        ],
        "hand": len(s.hand[seat]),
        "cards": [],
        "offered": [],
        "looked": [],
        "chips": s.chips[seat],
        "score": total_score(s, seat),
        "military": military(s, seat),
        "military_parts": parts_of(explain_military(s, seat, words=p)),
        "vs_xenos": military_vs_xenos(s, seat),
        "defense": defense(s, seat),
        "actions": [
            {"word": ACTIONS[action], "name": p.action(action), "phase": _action_phase(action)}
            for action in s.actions[seat]
        ],
        "chosen": [],
        "disk": war.spaces[seat] if war is not None else 0,
        "rank": war.order.index(seat) + 1 if war is not None and seat in war.order else 0,
        "contributed": war.contributed[seat] if war is not None else 0,
        "awards": war.awards[seat] if war is not None else 0,
        "attack": p.attack(war.assigned[seat], war.surge) if war is not None and attacked else "",
        "attack_strength": attack_strength(s, seat) if attacked else 0,
        "tucked": s.frontier is not None and bool(s.frontier.tucked >> seat & 1),
        "systems": systems_conquered(s, seat),
        "tiles": war.tiles[seat] if war is not None else 0,
    }


def _names(s: GalaxyState, cards: Sequence[CardId]) -> list[str]:
    return [s.table.names[card] for card in cards if card != FACE_DOWN]


def _chosen(s: GalaxyState, seat: Seat) -> list[str]:
    """A secret answer in words, for its owner, while others are still awaited."""
    if s.owing == 0:
        return []
    domain = _SECRET_DOMAIN.get(s.current_step(), "card")
    chosen = s.secret[seat]
    if not chosen and s.frontier is not None and s.frontier.looked[seat] and not s.owing >> seat & 1:
        # Chosen at the frontier, while settlers after this one still draw.
        chosen = [s.frontier.chosen[seat]]
        domain = "frontier"
    return [word_of(s.table, domain, value) for value in chosen]


_SECRET_DOMAIN: Final = {
    n.ROUND: "action",
    n.ACTION_ORDER: "action",
    n.FRONTIER: "deck",
    n.FRONTIER_PLACE: "frontier",
}
"""What secret answers stand for, by the step that asks for them, where that is no card of the hand."""


def _war(s: GalaxyState) -> WarScreen | None:
    war = s.war
    if war is None:
        return None
    waves = [wave_of(card) for card in war.deck]
    attacked = s.frontier.under_attack if s.frontier is not None else 0
    return {
        "repulse": war.repulse,
        "military": sum(military_vs_xenos(s, seat) for seat in range(s.players)),
        "waves": [
            {"wave": wave, "cards": waves.count(wave)}
            for wave in ((RETALIATION,) if war.stage == STAGE_CONQUEST else (1, 2, 3))
        ],
        "discards": len(war.discards),
        "order": war.order[:],
        "defeats": war.defeats,
        "repulsed": war.repulsed,
        "counterstrike": war.counterstrike,
        "stage": war.stage,
        "awards": list(awards_now(s, war)),
        "surge": war.surge,
        "breather": war.breather and not s.experienced,
        "conquered": war.conquered,
        "under_attack": s.table.names[attacked] if attacked else "",
    }


_PILES: Final = {NEAR: "near", FAR: "far", SYSTEMS: "systems"}


def _frontier(s: GalaxyState) -> list[PileScreen]:
    frontier = s.frontier
    if frontier is None:
        return []
    return [
        {"pile": name, "deck": len(frontier.decks[pile]), "discards": len(frontier.discards[pile])}
        for pile, name in _PILES.items()
        if pile != SYSTEMS or (s.war is not None and s.war.counterstrike)
    ]


# --- questions ---


def ask(view: State, seat: Seat, number: int, language: str = "en", names: Sequence[str] = ()) -> Ask | None:
    """What a seat is asked, with all that helps to answer; None if it owes nothing."""
    s = cast(GalaxyState, view)
    found = ask_of(GalaxyGame(language, names), s, seat, number, partial(_target, s))
    if found is None:
        return None
    decision, asked = found
    asked["about"] = _about(s, decision)
    catalogue = galaxy_words(language)
    asked["why_not"] = [
        _why_not(s, decision, card, text) for card, text in why_not(s, seat, decision, catalogue).items()
    ]
    asked["why_not"] += [
        {"kind": "pile", "name": _PILES[deck], "other": "", "text": text}
        for deck, text in why_no_deck(s, decision, catalogue).items()
    ]
    asked["totals"] = _totals(Phrases(s.table, catalogue, names, brief=True), s, decision)
    return asked


def _about(s: GalaxyState, decision: Decision) -> str:
    """The card that a question is about: `about` is a card, or a power of one."""
    about = decision.about
    if about <= 0:
        return ""
    if about >= POWERS_A_CARD and decision.prompt.startswith(
        ("consume.", "produce.", "repair.", "invasion.")
    ):
        return s.table.names[about // POWERS_A_CARD]
    if about < s.table.size and decision.prompt.startswith(("develop.", "settle.", "conquest.")):
        return s.table.names[about]
    return ""


def _target(s: GalaxyState, decision: Decision, value: int) -> Target | None:
    domain = decision.domain
    seat = decision.seat
    if domain == "action":
        return {"kind": "action", "name": ACTIONS[value], "other": "", "seat": seat}
    if domain == "deck":
        pile = SYSTEMS if value == ATTACK else value
        return {"kind": "pile", "name": _PILES[pile], "other": "", "seat": -1} if pile in _PILES else None
    if value <= 0 or domain == "number":
        return None
    names = s.table.names
    if domain == "power":
        card = value // POWERS_A_CARD
        return {"kind": "tableau", "name": names[card], "other": "", "seat": seat} if card else None
    if domain == "means":
        card = value // USE_UNIT // POWERS_A_CARD
        world = value % USE_UNIT
        if not card and not world:
            return None
        other = names[world] if world and world < s.table.size else ""
        return {"kind": "tableau", "name": names[card], "other": other, "seat": seat}
    if value >= min(KEEP, s.table.size):
        return None  # to keep a card: what points to it is to settle it
    return {"kind": _place(s, decision, value), "name": names[value], "other": "", "seat": seat}


def _place(s: GalaxyState, decision: Decision, card: CardId) -> str:
    """Where a card lies that an option or a reason is about."""
    seat = decision.seat
    if decision.domain == "world":
        return "tableau"
    if decision.domain == "frontier":
        return "looked"
    if card in s.hand[seat]:
        return "hand"
    if card in s.offered[seat]:
        return "start"
    if s.frontier is not None and card in s.frontier.looked[seat]:
        return "looked"
    return "tableau" if card in s.tableau[seat] else "card"


def _why_not(s: GalaxyState, decision: Decision, card: CardId, text: str) -> WhyNot:
    kind = "tableau" if decision.domain in ("power", "means") else _place(s, decision, card)
    return {"kind": kind, "name": s.table.names[card], "other": "", "text": text}


def _totals(p: Phrases, s: GalaxyState, decision: Decision) -> list[Total]:
    """The numbers that a question turns on, with what they are made of."""
    seat = decision.seat
    prompt = decision.prompt
    hand = len(s.hand[seat])
    card = decision.about
    if prompt == "invasion.defend":
        lines = explain_defense(s, seat, p)
        return [_total(p, "defense", lines, total(lines), attack_strength(s, seat))]
    if prompt == "conquest.means":
        return _attack_totals(p, s, seat, card)
    if prompt.endswith((".pay", ".means")) and 0 < card < s.table.size:
        if s.table.military[card] and not s.paying and prompt == "settle.means":
            lines = explain_military(s, seat, card, p)
            return [_total(p, "military", lines, total(lines), s.table.cost[card])]
        lines = explain_cost(s, seat, card, words=p)
        need = decision.least if prompt.endswith(".pay") else total(lines)
        return [_total(p, "cost", lines, hand, need)]
    if prompt in ("settle.place", "frontier.settle"):
        lines = explain_military(s, seat, words=p)
        return [_total(p, "military", lines, total(lines), PASS)]
    return []


def _attack_totals(p: Phrases, s: GalaxyState, seat: Seat, system: CardId) -> list[Total]:
    """What an attack on a Xeno system turns on: of a hive, Military against the Xenos and temporary Military apart."""
    if not s.table.hive[system]:
        lines = explain_military(s, seat, system, p)
        return [_total(p, "military", lines, total(lines), s.table.cost[system])]
    lines = explain_vs_xenos(s, seat, p)
    temporary = explain_temporary(s, seat, system, p)
    return [
        _total(p, "vs_xenos", lines, total(lines), HIVE_NEEDS),
        _total(p, "temporary", temporary, total(temporary), s.table.hive[system]),
    ]


def _total(p: Phrases, ident: str, lines: list[Line], have: int, need: int) -> Total:
    words = p.signed_parts(lines) if lines else ""
    return {"id": ident, "words": words, "have": have, "need": need, "parts": parts_of(lines)}


def parts_of(lines: list[Line]) -> list[Part]:
    """A breakdown as data."""
    return [{"source": source, "amount": amount} for source, amount in lines]


# --- more, on request ---


def score_parts(view: State, seat: Seat, language: str = "en", names: Sequence[str] = ()) -> list[ScorePart]:
    """Where the points of a seat are from."""
    s = cast(GalaxyState, view)
    lines = explain_score(s, seat, Phrases(s.table, galaxy_words(language), names))
    return [{"source": source, "amount": amount} for source, amount in lines]


def military_parts(view: State, seat: Seat, language: str = "en") -> dict[str, list[Part]]:
    """What the strength of a seat is made of: plain, against the Xenos, and in defense."""
    s = cast(GalaxyState, view)
    p = Phrases(s.table, galaxy_words(language))
    return {
        "military": parts_of(explain_military(s, seat, words=p)),
        "vs_xenos": parts_of(explain_vs_xenos(s, seat, p)),
        "defense": parts_of(explain_defense(s, seat, p)),
    }


def event_name(event: Sequence[int]) -> str:
    """The stable id of an event."""
    return EVENTS[event[0]]


def speaking(language: str = "en", names: Sequence[str] = ()) -> GalaxyGame:
    """The game with its words in a language."""
    return GalaxyGame(language, names)
