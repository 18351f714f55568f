"""Events: the entries of the log, as numbers. An event is [id, seat, numbers...]; TABLE says what they are."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import EventKind

TURN: Final = 0
PORTALS: Final = 1
GADGETS: Final = 2
CARDS: Final = 3
SCORING: Final = 4
RESHUFFLE_GADGETS: Final = 5
RESHUFFLE_CARDS: Final = 6
BID: Final = 7
TAKE_CARD: Final = 8
TURN_OF: Final = 9
PORTAL: Final = 10
DEPLOY: Final = 11
MOVE: Final = 12
FLY: Final = 13
GADGET: Final = 14
DESTROY: Final = 15
SHIELD: Final = 16
HOLOGRAM: Final = 17
HARVEST: Final = 18
REDIRECT: Final = 19
STARS: Final = 20
ENERGY: Final = 21
CLAMPS: Final = 22
END_TURN: Final = 23
REWARD: Final = 24
CASUALTIES: Final = 25
HOURGLASS: Final = 26
NO_HOURGLASS: Final = 27
WIN: Final = 28

TABLE: Final[list[EventKind]] = [
    EventKind("turn", ("n",)),
    EventKind("portals", ("portals",)),
    EventKind("gadgets", ("gadgets",)),
    EventKind("cards", ("cards",)),
    EventKind("scoring", ("regions",)),
    EventKind("reshuffle-gadgets"),
    EventKind("reshuffle-cards"),
    EventKind("bid", ("energy",)),
    EventKind("take-card", ("card",)),
    EventKind("turn-of", ("stars",)),
    EventKind("portal", ("portal",)),
    EventKind("deploy", ("region", "ships")),
    EventKind("move", ("owner", "from", "to", "ships")),
    EventKind("fly", ("from", "to")),
    EventKind("gadget", ("gadget", "energy")),
    EventKind("destroy", ("owner", "region", "ships")),
    EventKind("shield", ("region",)),
    EventKind("hologram", ("region", "ships")),
    EventKind("harvest", ("region", "tokens")),
    EventKind("redirect", ("from", "to")),
    EventKind("stars", ("stars",)),
    EventKind("energy", ("energy",)),
    EventKind("clamps", ("region",)),
    EventKind("end-turn", ("stars",)),
    EventKind("reward", ("region", "place", "sharing", "vp", "energy", "halved")),
    EventKind("casualties", ("region", "ships", "winner", "shielded")),
    EventKind("hourglass", ("gadget",)),
    EventKind("no-hourglass", ("gadget",)),
    EventKind("win", ("vp", "energy", "ships")),
]
"""Every event by its number. None is private: nothing is logged before everybody may know it."""

NAMES: Final = [row.name for row in TABLE]
