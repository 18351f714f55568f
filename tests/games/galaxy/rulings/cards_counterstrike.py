"""The tables of the powers of Xeno Counterstrike."""

from __future__ import annotations

GAME = "frontier"


WAR = "counterstrike"


STORES = {  # worlds to hold goods that consume nothing
    "novelty": ["Gem World", "Spice World", "Artist Colony"],
    "rare": ["Comet Zone", "Mining World", "Rebel Miners"],
    "genes": ["Lost Species Ark World", "Distant World", "Malevolent Lifeforms"],
    "alien": ["Alien Robotic Factory", "Lost Alien Battle Fleet", "Anti-Xeno Alien Bunker"],
}


def stores_of(*kinds: str) -> list[str]:
    """Return a world for each good wanted."""
    left = {kind: list(worlds) for kind, worlds in STORES.items()}
    return [left[kind].pop(0) for kind in kinds]


EXPLORERS = [  # card, more cards drawn, more cards kept
    ("Star Nomad Trading Post", 1, 0),
    ("Frontier Miners", 1, 0),
    ("Exotic Species Uplift Refuge", 1, 0),
    ("Frontier Isolationists", 3, 0),
    ("Rebel Smugglers", 2, 1),
    ("Uplift Pioneers", 2, 0),
    ("Xeno Sentry World", 1, 1),
    ("Xeno-Held Alien Sentry Post", 1, 0),
    ("Frontier Surveyors", 3, 0),
    ("Deep Space Terraforming", 1, 0),
    ("Deserted Alien Weapons Factory", 2, 1),
]


WARRIORS = [  # cards, plain Military, permanent Military vs. Xenos on top of it
    (["Anti-Xeno Resistance"], 1, 2),
    (["Imperium Blaster Gem Prospectors"], 1, 0),
    (["Defense Systems, Inc."], 1, 0),
    (["Anti-Xeno Imperium Ring"], 1, 0),
    (["Anti-Xeno Imperium Ring", "Imperium Arms Factory", "Imperium War Profiteers"], 3, 0),
    (["Anti-Xeno Pioneers"], 0, 1),
    (["Alien Shimmer Disk Cache"], 1, 1),
    (["Anti-Xeno Arsenal", "Old Earth"], 0, 0),
    (["Anti-Xeno Arsenal", "Old Earth", "Gem World", "Rebel Base"], 1, 1),
    (["Anti-Xeno Arsenal", "Old Earth", "Gem World", "Spice World", "Comet Zone"], 2, 2),
    (["Anti-Xeno Alien Warships"], 4, 2),
    (["Anti-Xeno Armada"], 5, 3),
    (["Imperium Expansionists"], 0, 0),
    (["Imperium Expansionists", "Frontier Settlement", "Mega-Exclusive Resort"], 2, 2),
    (["Uplift Pioneers"], 0, 0),
    (
        ["Uplift Pioneers", "Adaptable Uplift Settlers", "Avian Uplift Race", "Outlaw Uplift Geneticists"],
        2,
        0,
    ),
    (["Xeno Warrior Clutch"], 0, 2),
    (["Xeno-Occupied Rebel Supply"], 1, 0),
    (["Anti-Xeno Uplift Warriors"], 0, 1),
    (["Anti-Xeno Uplift Warriors", "Illicit Uplift Collector"], 0, 2),
    (["Xeno Scouting Force"], 0, 1),
    (["Alien Warning Beacon"], 0, 1),
    (["Scavenger World"], 1, 0),
    (["Monastery World"], -1, 0),
    (["Outlaw Claim Jumpers"], 0, 0),
    (["Rebel Mining Outpost"], 2, 0),
    (["Imperium Warlord Keep"], 0, 0),
    (["Xeno Hidden Command"], 1, 1),
    (["Xeno Breeding World Husk"], 0, 1),
    (["Rebel Uplift Warrior Colony"], 2, 0),
    (["Outlaw Arms Producer"], 0, 3),
    (["Anti-Xeno Uplift Base"], 0, 1),
    (["Anti-Xeno Uplift Base", "Anti-Xeno Uplift Warriors"], 0, 2 + 2),
]


DEFENDERS = [  # cards, Military vs. Xenos and defense together
    (["Frontier Miners"], 1),
    (["Anti-Xeno Imperium Ring"], 1 + 1),
    (["Anti-Xeno Imperium Ring", "Galactic Imperium"], 2 + 2),
    (["Anti-Xeno Pioneers"], 1 + 1),
    (["Frontier Isolationists"], 0),
    (["Frontier Isolationists", "Frontier Settlement", "Mega-Exclusive Resort"], 4),
    (["Rebel Smugglers", "Rebel Base", "Rebel Homeworld", "Rebel Mining Outpost"], 2 + 2),
    (["Xeno-Held Alien Ruins"], 1),
    (["Alien Warning Beacon"], 1 + 2),
    (["Monastery World"], -1 + 1),
    (["Alien Anti-Xeno Guardians"], 3),
    (["Anti-Xeno Uplift Base"], 1 + 1),
    (["Anti-Xeno Uplift Base", "Avian Uplift Race"], 2 + 2),
]


TEMPORARY = [  # card, kind of good, plain, vs. Xenos (plain included)
    ("Star Nomad Trading Post", "novelty", 1, 1),
    ("Rebel Smuggling Post", "novelty", 0, 1),
    ("Xeno-Infested Imperium Cache", "rare", 0, 3),
    ("Xeno-Held Mining Colony", "rare", 2, 2),
    ("Xeno-Occupied Genetics Labs", "genes", 0, 3),
    ("Anti-Xeno Alien Trap", "alien", 0, 4),
    ("Pirate Lair", "novelty", 1, 1),
    ("Outlaw Rebel Mines", "rare", 2, 2),
    ("Xeno-Held Alien Sentry Post", "alien", 0, 4),
    ("Xeno Staging Point", "rare", 2, 2),
    ("Rebel Final Refuge", "rare", 2, 2),
    ("Hidden Imperium Slave Mines", "rare", 2, 2),
    ("Alien Anti-Xeno Guardians", "rare", 0, 3),
    ("Alien Anti-Xeno Stockpile", "alien", 0, 4),
    ("Deserted Alien Weapons Factory", "alien", 1, 3),
]


SETTLERS = [
    ("Adaptable Uplift Settlers", {"novelty": 1, "rare": 1, "genes": 1}),
    ("Terraforming Resettlement", {"novelty": 1, "rare": 1, "genes": 1}),
    ("Outlaw Claim Jumpers", {"rare": 2}),
    ("Successful Pioneer World", {"novelty": 2, "rare": 2, "genes": 2}),
    ("Terraforming Claim Jumpers", {"novelty": 2, "rare": 2, "genes": 2}),
    ("Frontier Isolationists", {}),
]
