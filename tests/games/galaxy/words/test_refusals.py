"""Refusals: each reason in a position of its own."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.words.frontier_cases import (
    FRONTIER_CASES,
    choosing_attack,
    choosing_deck,
    drawn,
)
from tests.games.galaxy.words.games import GAME
from tests.games.galaxy.words.naming import (
    Case,
    card,
    power,
    use,
)
from tests.games.galaxy.words.refusal_positions import (
    already_free,
    already_paid,
    archiving,
    archiving_beside_gems,
    armed,
    consuming,
    developing,
    filling,
    filling_damaged,
    gambling,
    giving_genes_first,
    giving_three_kinds,
    placing,
    placing_gems,
    repairing,
    settling,
    suffering,
    to_be_paid,
    twice_filled,
)

from repulse.engine.contract import IllegalChoice, ask_one
from repulse.games.galaxy.codes import action, no_card, prompts
from repulse.games.galaxy.codes.packing import pack_use
from repulse.games.galaxy.display.phrases import Phrases, galaxy_words
from repulse.games.galaxy.display.refusals import reason_text
from repulse.games.galaxy.rules.frontier import FAR, NEAR
from repulse.games.galaxy.rules.phases.conquest import ATTACK
from repulse.games.galaxy.rules.refusals.reason import Reason
from repulse.games.galaxy.rules.refusals.reasons import refuse, refused_cards, refused_decks
from repulse.games.galaxy.rules.state import GalaxyState

PASS = -1


def refused(s: GalaxyState, value: int) -> tuple[str, str]:
    """Return the reason and the words with which seat 0 is refused a value."""
    decision = s.decision(0)
    assert value not in decision.options
    before = s.data()
    with pytest.raises(IllegalChoice) as caught:
        s.apply(
            0,
            sorted(
                [value, *[option for option in decision.options if option != value][: decision.least - 1]]
            ),
        )
    assert s.data() == before
    view = s.view(0)
    error = refuse(view, decision, value)
    assert (error.reason, error.facts) == (caught.value.reason, caught.value.facts), (
        "a view gives another reason"
    )
    assert json.loads(json.dumps(error.facts)) == error.facts
    return error.reason, said(view, (error.reason, error.facts))


def said(view: GalaxyState, reason: Reason) -> str:
    """Return a reason in English words."""
    return reason_text(Phrases(view.cards, brief=True), view, 0, reason=reason[0], facts=reason[1])


def why_not(view: GalaxyState) -> dict[int, str]:
    """Return the cards that seat 0 is not offered, with the reasons in words."""
    return {card: said(view, reason) for card, reason in refused_cards(view, view.decision(0)).items()}


CASES: list[Case] = [
    ("no-such-action", g.new_round, lambda s: 99, ""),
    ("action-not-there", g.new_round, lambda s: action.REPAIR, "Produce: Repair"),
    (
        "not-your-start-world",
        lambda: GAME.start({"game": "xeno-invasion", "players": 2}, seed=1),
        lambda s: next(c for c in range(1, s.cards.size) if c not in s.offered[0]),
        "start worlds you were dealt",
    ),
    ("not-just-drawn", lambda: g.explore(hand=["Gem World"]), lambda s: card(s, "Gem World"), "Gem World"),
    ("cannot-pass", lambda: g.explore(hand=["Gem World"]), lambda s: PASS, ""),
    ("no-such-card", developing, lambda s: 9999, ""),
    ("not-in-hand", developing, lambda s: card(s, "Space Marines"), "Space Marines"),
    ("not-a-development", developing, lambda s: card(s, "Gem World"), "Gem World"),
    ("in-tableau", developing, lambda s: card(s, "Contact Specialist"), "Contact Specialist"),
    (
        "too-expensive",
        developing,
        lambda s: card(s, "Galactic Federation"),
        "costs 5 cards (cost 6, Develop bonus −1), and you can spend 2.",
    ),
    ("not-a-world", settling, lambda s: card(s, "Mining Robots"), "Mining Robots"),
    (
        "military-too-low",
        settling,
        lambda s: card(s, "Lost Alien Battle Fleet"),
        "needs Military 6; you have 2, and at most 3 temporary.",
    ),
    (
        "military-too-low-to-pay",
        lambda: g.settle(tableau=["Old Earth", "Contact Specialist"], hand=["Rebel Homeworld", "Gem World"]),
        lambda s: card(s, "Rebel Homeworld"),
        "needs Military 7; you have −1, and at most 0 temporary. Paying for it costs 6 cards, and you can spend 1.",
    ),
    (
        "xeno-conquest",
        lambda: g.settle(
            tableau=["Old Earth", "Contact Specialist"], hand=["Xeno Colony"], spare=6, game="xeno-invasion"
        ),
        lambda s: card(s, "Xeno Colony"),
        "can only be conquered",
    ),
    (
        "xeno-conquest",
        lambda: placing(
            "Xeno Colony", "Contact Specialist", "Imperium Arms Factory", "Comet Zone", goods=("Comet Zone",)
        ),
        lambda s: use(s, "Contact Specialist", number=2),
        "can only be conquered",
    ),
    (
        "must-conquer",
        lambda: placing("Rebel Base", "Contact Specialist", spare=6),
        lambda s: PASS,
        "Rebel Base needs Military 6, and you have 1",
    ),
    ("must-pay", to_be_paid, lambda s: PASS, "costs 6 cards, and you can spend 1"),
    ("no-such-power", placing_gems, lambda s: pack_use(77), ""),
    ("power-not-yours", placing_gems, lambda s: use(s, "Colony Ship"), "Colony Ship"),
    (
        "wrong-phase",
        lambda: placing("Gem World", "Public Works"),
        lambda s: use(s, "Public Works"),
        "Public Works",
    ),
    ("no-choice", placing_gems, lambda s: use(s, "New Sparta"), "+2 Military"),
    ("takes-no-good", placing_gems, lambda s: use(s, "New Military Tactics", "Spice World"), ""),
    (
        "not-military",
        lambda: placing("Gem World", "Contact Specialist"),
        lambda s: use(s, "Contact Specialist", number=2),
        "Gem World",
    ),
    (
        "not-for-world",
        lambda: placing("Deserted Alien Outpost", "Colony Ship", spare=6),
        lambda s: use(s, "Colony Ship"),
        "Deserted Alien Outpost",
    ),
    (
        "free-needs-payment",
        lambda: placing("Rebel Miners", "Colony Ship"),
        lambda s: use(s, "Colony Ship"),
        "",
    ),
    ("free-already", already_free, lambda s: use(s, "Colony Ship"), ""),
    (
        "paying-already",
        already_paid,
        lambda s: use(s, "Anti-Xeno Embassy"),
        "with Contact Specialist.",
    ),
    ("power-used", already_paid, lambda s: use(s, "Contact Specialist", number=2), "already been used"),
    ("no-goods-for-power", armed, lambda s: use(s, "Imperium Arms Factory"), "Imperium Arms Factory"),
    ("which-good", lambda: armed("Asteroid Belt"), lambda s: use(s, "Imperium Arms Factory"), ""),
    (
        "wrong-kind",
        lambda: armed("Asteroid Belt", "Spice World"),
        lambda s: use(s, "Imperium Arms Factory", "Spice World"),
        "is for the Rare kind, and Spice World is of the Novelty kind",
    ),
    (
        "no-good",
        lambda: armed("Asteroid Belt"),
        lambda s: use(s, "Imperium Arms Factory", "Gem World"),
        "Gem World",
    ),
    (
        "good-just-placed",
        lambda: armed("Asteroid Belt"),
        lambda s: use(s, "Imperium Arms Factory", "Radioactive World"),
        "",
    ),
    (
        "not-in-tableau",
        lambda: armed("Asteroid Belt"),
        lambda s: use(s, "Imperium Arms Factory", "Comet Zone"),
        "Comet Zone",
    ),
    (
        "must-use",
        lambda: consuming("Public Works", "Spice World", goods=("Spice World",)),
        lambda s: PASS,
        "Old Earth and Public Works must be used first",
    ),
    (
        "no-goods-for-power",
        lambda: consuming(
            "Spice World", "New Earth", "Consumer Markets", "Comet Zone", goods=("Comet Zone",)
        ),
        lambda s: power(s, "Consumer Markets", 1),
        "Consumer Markets",
    ),
    (
        "no-cards-for-power",
        lambda: consuming("Public Works", "Deficit Spending", "Spice World", goods=("Spice World",), spare=0),
        lambda s: power(s, "Deficit Spending"),
        "Deficit Spending",
    ),
    ("no-use", lambda: consuming("Deficit Spending"), lambda s: no_card.PRODUCE_BONUS, "Produce bonus"),
    ("good-taken", giving_three_kinds, lambda s: card(s, "Spice World"), "already been used"),
    (
        "kind-taken",
        giving_three_kinds,
        lambda s: card(s, "Gem World"),
        "a Novelty good has already been used",
    ),
    ("wrong-kind", giving_genes_first, lambda s: card(s, "Spice World"), "Novelty"),
    ("number-out-of-range", gambling, lambda s: 8, "from 1 to 7"),
    ("not-windfall", filling, lambda s: card(s, "Spice World"), "Spice World"),
    ("has-good", filling, lambda s: card(s, "Blaster Gem Mines"), "Blaster Gem Mines"),
    ("wrong-kind", filling, lambda s: card(s, "Star Nomad Lair"), "Novelty"),
    ("has-produced", twice_filled, lambda s: card(s, "Asteroid Belt"), "Asteroid Belt"),
    ("damaged", filling_damaged, lambda s: card(s, "Asteroid Belt"), "damaged"),
    ("no-world-for-power", archiving, lambda s: power(s, "Uplift Terraforming", 4), ""),
    (
        "used-unasked",
        archiving_beside_gems,
        lambda s: power(s, "Gem World", 2),
        "works by itself",
    ),
    ("nothing-damaged", archiving, lambda s: power(s, "Construction Corps", 2), ""),
    ("is-development", suffering, lambda s: card(s, "Mining Robots"), "Mining Robots"),
    ("damaged", suffering, lambda s: card(s, "Gem World"), "Gem World"),
    ("not-damaged", repairing, lambda s: card(s, "Spice World"), "Spice World"),
    *FRONTIER_CASES,
]


@pytest.mark.parametrize(
    ("reason", "position", "value", "words"), CASES, ids=[f"{case[0]}-{i}" for i, case in enumerate(CASES)]
)
def test_reason(
    reason: str, position: Callable[[], GalaxyState], value: Callable[[GalaxyState], int], words: str
) -> None:
    s = position()
    reason_id, text = refused(s, value(s))
    assert (reason_id, words in text) == (reason, True), (reason_id, text)


UNTRIED = {
    "not-offered",  # what is left when no reason is known
    "good-needed",  # no card asks for goods in an order that can go wrong
    "not-itself",
    "must-attack",  # who has no choice is not asked
    "damaged-first",
}


def test_every_reason_is_tried() -> None:
    reasons = {
        ident.removeprefix("refusal.") for ident in galaxy_words().texts if ident.startswith("refusal.")
    }
    assert reasons - {case[0] for case in CASES} == UNTRIED


def test_why_not_tells_of_every_card_that_is_not_offered() -> None:
    s = developing()
    assert why_not(s.view(0)) == {
        card(s, "Contact Specialist"): "Contact Specialist is already in your tableau.",
        card(s, "Gem World"): "Gem World is a world; only developments are placed now.",
        card(s, "Galactic Federation"): "Galactic Federation costs 5 cards (cost 6, Develop bonus −1), "
        "and you can spend 2.",
    }


def test_a_deck_that_is_not_offered_has_its_reason() -> None:
    s = choosing_deck()
    assert refused_decks(s.view(0), s.decision(0)) == {}
    s = choosing_attack()
    decks = refused_decks(s.view(0), s.decision(0))
    assert {deck: said(s.view(0), reason) for deck, reason in decks.items()} == {
        FAR: "The Far Frontier needs 5 cards in your tableau; you have 2."
    }
    assert refused_decks(s.view(0), ask_one(prompts.CONQUEST_CHOICE, 0, [ATTACK])).keys() == {NEAR, FAR}


def test_sixteen_cards_must_attack() -> None:
    s = choosing_attack()
    s.tableau[0] += s.hand[1] + s.deck[:16]
    error = refuse(s, ask_one(prompts.CONQUEST_CHOICE, 0, [ATTACK]), NEAR)
    assert error.reason == "must-attack"


def test_cards_drawn_from_the_frontier_say_why_they_cannot_be_settled() -> None:
    s = drawn()
    assert why_not(s.view(0)) == {
        card(
            s, "Xeno Sentry World"
        ): "Xeno Sentry World needs Military 3; you have 0, and at most 0 temporary.",
        card(s, "Monastery World"): "Monastery World costs 3 cards (cost 3), and you can spend 1.",
    }
