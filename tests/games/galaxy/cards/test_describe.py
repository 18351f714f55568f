"""Cards in words: every power says what it does, in correct English."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from repulse.engine.contract import RepulseError
from repulse.games.galaxy.cards import (
    SETS,
    Card,
    Power,
    ScoreLine,
    load_cards,
)
from repulse.games.galaxy.display.card_text import (
    card_words,
    describe_card,
    describe_phase,
    describe_power,
    describe_score,
)

CARDS = {card.name: card for card in load_cards(SETS)}

SPOT: list[tuple[str, int, str]] = [
    ("Replicant Robots", 0, "Settle: non-military worlds cost you 2 less."),
    ("Consumer Markets", 0, "Consume: discard up to 3 Novelty goods for 1 VP each."),
    ("Consumer Markets", 1, "Produce: draw 1 card for each Novelty good you produced."),
    ("Old Earth", 0, "Trade: selling a good brings you 1 more card."),
    ("Old Earth", 1, "Consume: discard up to 2 goods for 1 VP each."),
    ("Epsilon Eridani", 1, "Consume: discard a good for 1 VP and 1 card."),
    ("Alpha Centauri", 0, "Settle: non-military worlds of the Rare kind cost you 1 less."),
    ("Alpha Centauri", 1, "Settle: +1 Military against worlds of the Rare kind."),
    ("New Sparta", 0, "Settle: +2 Military."),
    ("Earth's Lost Colony", 1, "Produce: this world produces a Novelty good."),
    ("Contact Specialist", 0, "Settle: −1 Military."),
    (
        "Contact Specialist",
        1,
        (
            "Settle: you may place a military world by paying its defense less 1, as if it were non-military; "
            "not worlds of the Alien kind or XENO worlds."
        ),
    ),
    ("New Military Tactics", 0, "Settle: you may discard this card for +3 temporary Military."),
    ("Public Works", 0, "Develop: draw 1 card after you place a development."),
    (
        "Colony Ship",
        0,
        "Settle: you may discard this card to place a non-military world for 0; not worlds of the Alien kind.",
    ),
    (
        "Deficit Spending",
        0,
        "Consume: you may discard up to 2 cards from your hand for 1 VP each (never doubled).",
    ),
    ("Genetics Lab", 0, "Trade: selling a Genes good brings you 1 more card."),
    ("Genetics Lab", 1, "Produce: produce on one of your Genes windfall worlds."),
    ("Interstellar Bank", 0, "Develop: draw 1 card as the phase begins."),
    (
        "Mining Conglomerate",
        2,
        "Produce: draw 2 cards if you produced more Rare goods than each other player.",
    ),
    ("Terraforming Robots", 0, "Settle: draw 1 card after you place a world."),
    ("Diversified Economy", 0, "Consume: discard 3 goods of different kinds for 3 VP."),
    ("Diversified Economy", 1, "Produce: draw 1 card for each kind of good you produced."),
    ("Galactic Federation", 0, "Develop: developments cost you 2 less."),
    ("Galactic Imperium", 0, "Settle: +4 Military against REBEL military worlds."),
    ("Galactic Renaissance", 0, "Explore: draw 2 more cards."),
    ("Galactic Renaissance", 1, "Explore: keep 1 more card."),
    ("Mining League", 0, "Consume: discard 2 Rare goods for 3 VP."),
    ("New Economy", 0, "Consume: draw 1 card."),
    ("Pan-Galactic League", 1, "Produce: draw 1 card for each world of the Genes kind in your tableau."),
    ("Trade League", 1, "Consume: sell a good, Trade powers included."),
    (
        "Black Market Trading World",
        0,
        "Consume: sell a good for its price alone, without Trade powers.",
    ),
    ("Pilgrimage World", 0, "Consume: discard all your remaining goods for 1 VP each, less 1 VP in all."),
    (
        "Gambling World",
        1,
        (
            "Consume: name a number from 1 to 7 and turn over the top card of the deck; "
            "if its cost or defense is that number, keep it."
        ),
    ),
    ("Lost Species Ark World", 1, "Produce: draw 2 cards if this world produced."),
    ("Pirate World", 0, "Trade: selling the good of this world brings you 3 more cards."),
    ("Secluded World", 0, "Consume: discard a good for 1 card."),
    (
        "Terraforming Colonists",
        1,
        "Produce: you may discard a card from your hand to produce on one of your windfall worlds.",
    ),
    ("Starry Rift Pioneers", 0, "Settle: +1 defense when the Xenos attack."),
    (
        "Anti-Xeno Defense Post",
        1,
        "Settle: you may discard a card from your hand for +1 defense when the Xenos attack.",
    ),
    (
        "Uplift Terraforming",
        2,
        (
            "Settle: you may place a military world with the chromosome icon by paying its defense, "
            "as if it were non-military; not XENO worlds."
        ),
    ),
    (
        "Uplift Terraforming",
        3,
        "Produce: you may discard a card from your hand to produce on one of your Genes windfall worlds.",
    ),
    ("Imperium Arms Factory", 0, "Settle: you may discard a Rare good for +2 temporary Military."),
    ("Galactic Home Front", 1, "Consume: gain 1 VP."),
    (
        "Galactic Home Front",
        2,
        "Consume: you may discard a card from your hand for 1 VP (never doubled).",
    ),
    ("Galactic Home Front", 3, "Produce: draw 1 card for every two goods you produced."),
    (
        "Anti-Xeno League",
        0,
        "Settle: +1 Military against XENO worlds for each non-military world in your tableau.",
    ),
    ("Anti-Xeno League", 1, "Produce: draw 1 card for every two military worlds in your tableau."),
    ("Uplift Descendants", 0, "Consume: discard a Novelty good and a Genes good for 3 VP."),
    ("Adaptable Uplift Race", 0, "Consume: discard a Genes good and any other good for 2 VP and 2 cards."),
    (
        "Pan-Galactic Disease Center",
        0,
        "Placement: you may discard a card from your hand to put a Genes good on it.",
    ),
    (
        "Alien Archives",
        1,
        "Produce: you may discard a card from your hand for this world to produce an Alien good.",
    ),
    ("Galactic Clearing House", 1, "Consume: discard up to 4 goods of different kinds for 1 VP each."),
    (
        "Alien Weapon Cache",
        0,
        "Settle: you may discard an Alien good for +3 temporary Military against XENO worlds.",
    ),
    ("Rebel Resistance", 0, "Explore: draw 1 more card for each REBEL military world in your tableau."),
    ("Construction Corps", 1, "Produce: repair 1 damaged world."),
    ("Frontier Miners", 2, "Settle: draw 1 more card in a Frontier settle."),
    ("Terraforming Bio-Engineers", 0, "Settle: you may discard a Genes good to pay 2 less for a world."),
    (
        "Terraforming Bio-Engineers",
        1,
        "Trade: the good of this world cannot be sold with the Trade bonus.",
    ),
    (
        "Defense Systems, Inc.",
        0,
        "Develop: draw 2 cards after you place a development with Military (against all worlds, not temporary).",
    ),
    ("Anti-Xeno Alien Trap", 1, "Produce: no good is ever produced on this world."),
    (
        "Scorched-Earth Defense",
        0,
        (
            "Develop: you may discard one of your worlds, even a damaged one, and put in its place a development "
            "of printed cost below 6, free; other Develop powers do not apply."
        ),
    ),
    (
        "Scorched-Earth Defense",
        1,
        (
            "Settle: you may give up one of your worlds (discard it, or damage it where worlds can be damaged) "
            "for +2 temporary Military against XENO worlds."
        ),
    ),
    ("Frontier Isolationists", 1, "Settle: non-military Frontier worlds cost you 3 less."),
    (
        "Frontier Isolationists",
        2,
        "Settle: +2 defense when the Xenos attack for each Frontier world in your tableau.",
    ),
    ("Imperium Expansionists", 0, "Develop: you may discard a Rare good to pay 2 less for a development."),
    ("Rebel Smugglers", 3, "Consume: discard all your remaining goods for 2 cards each."),
    (
        "Terraforming Refugees",
        0,
        "Develop: developments cost you 1 less for every two non-military worlds in your tableau.",
    ),
    ("Terraforming Refugees", 1, "Settle: you may discard up to 3 goods, each to pay 2 less for a world."),
    ("Xeno-Embattled Colony", 0, "Placement: it comes into play damaged (counterstrike game only)."),
    (
        "Xeno-Embattled Colony",
        1,
        (
            "Placement: while undamaged, it is the world you must choose when one is damaged "
            "(counterstrike game only)."
        ),
    ),
    ("Xeno-Embattled Colony", 2, "Settle: gain 1 VP in each Settle phase."),
    (
        "Federation Frontier HQ",
        1,
        "Settle: gain 1 VP if anyone placed a Frontier world this round (not in the round you place this card).",
    ),
    (
        "Deep Space Terraforming",
        1,
        (
            "Settle: you may discard one of your Near Frontier worlds to place a non-military world for 0 "
            "and gain 5 VP; not worlds of the Alien kind or XENO worlds."
        ),
    ),
    ("Mega-Exclusive Resort", 0, "Consume: discard all your remaining goods for 1 VP and 1 card each."),
    (
        "Deserted Alien Weapons Factory",
        2,
        (
            "Settle: you may discard up to 2 Alien goods, each for +1 temporary Military "
            "and +2 more against XENO worlds."
        ),
    ),
]

# Powers that an overlay may have and no shipped card has.
UNPRINTED: list[tuple[Power, str]] = [
    (
        Power("consume", "consume", goods=("rare", "genes"), vp=2, times=2),
        "Consume: up to 2 times, discard a Rare good and a Genes good for 2 VP.",
    ),
    (
        Power("consume", "consume_all", vp=2, offset=1),
        "Consume: discard all your remaining goods for 2 VP each, plus 1 VP in all.",
    ),
    (
        Power("consume", "discard_cards", vp=2, times=3),
        "Consume: you may discard up to 3 cards from your hand for 2 VP each.",
    ),
    (
        Power("develop", "discount", amount=1, discard="good:any", times=2),
        "Develop: you may discard up to 2 goods, each to pay 1 less for a development.",
    ),
    (
        Power("settle", "discount", amount=1, good="alien", for_="frontier"),
        "Settle: non-military Frontier worlds of the Alien kind cost you 1 less.",
    ),
    (
        Power("settle", "temp_military", amount=1, discard="hand", times=2, vs="rebel"),
        (
            "Settle: you may discard a card from your hand, up to 2 times, "
            "each for +1 temporary Military against REBEL military worlds."
        ),
    ),
    (
        Power("settle", "temp_defense", amount=2, discard="good:rare", times=2),
        "Settle: you may discard up to 2 Rare goods, each for +2 defense when the Xenos attack.",
    ),
    (
        Power("settle", "pay_for_military", amount=0),
        (
            "Settle: you may place a military world by paying its defense, as if it were non-military; "
            "not XENO worlds."
        ),
    ),
    (
        Power("settle", "pay_for_military", amount=2, only="chromosome"),
        (
            "Settle: you may place a military world with the chromosome icon by paying its defense less 2, "
            "as if it were non-military; not XENO worlds."
        ),
    ),
    (
        Power("settle", "cost_zero", discard="self"),
        "Settle: you may discard this card to place a non-military world for 0.",
    ),
    (
        Power("produce", "windfall", good="rare", not_this_world=True),
        "Produce: produce on one of your Rare windfall worlds (not this one).",
    ),
    (
        Power("produce", "draw_per_produced", amount=2, good="genes", per_two=True),
        "Produce: draw 2 cards for every two Genes goods you produced.",
    ),
    (Power("produce", "draw_per_produced", amount=1), "Produce: draw 1 card for each good you produced."),
    (Power("produce", "repair", amount=2), "Produce: repair 2 damaged worlds."),
    (
        Power("explore", "draw", amount=1, per="card:Gem World"),
        "Explore: draw 1 more card for Gem World.",
    ),
    (Power("explore", "keep", amount=2, per="this_card"), "Explore: keep 2 more cards for this card."),
]


def plain(card: Card, power: Power) -> Power:
    """Return the power without what makes no difference to what it does."""
    if power.this_world:
        power = replace(power, good=None)
    if power.do == "pay_for_military":
        power = replace(power, excluded=tuple(sort for sort in power.excluded if sort != "xeno"))
    if power.do in ("produce", "good_for_card"):
        power = replace(power, good=card.good)
    return power


@pytest.mark.parametrize(("name", "index", "text"), SPOT, ids=[f"{name} {index}" for name, index, _ in SPOT])
def test_powers_in_words(name: str, index: int, text: str) -> None:
    assert describe_power(CARDS[name], index) == text


@pytest.mark.parametrize(("power", "text"), UNPRINTED, ids=[text for _, text in UNPRINTED])
def test_powers_of_overlays_have_words_too(power: Power, text: str) -> None:
    card = replace(CARDS["Comet Zone"], powers=(power,))
    assert describe_power(card, 0) == text


def test_every_power_has_a_clean_text_of_its_own() -> None:
    meanings: dict[str, Power] = {}
    for card in CARDS.values():
        texts = [describe_power(card, index) for index in range(len(card.powers))]
        assert len(set(texts)) == len(texts), card.name
        for power, text in zip(card.powers, texts, strict=True):
            assert re.fullmatch(r"[A-Z][a-z]+: \S.*\S\.", text), text
            assert not re.search(r"[{}_]|  |\bNone\b|\.\.|\b1 (more )?(cards|worlds|goods)\b", text), text
            assert not re.search(r"\b[2-9] (more )?(card|world|good)\b", text), text
            assert meanings.setdefault(text, plain(card, power)) == plain(card, power), text


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (ScoreLine(2, "rare_production_world"), "2 VP for each Rare production world"),
        (ScoreLine(2, "alien_card"), "2 VP for each ALIEN card"),
        (ScoreLine(1, "genes_good_world"), "1 VP for each world of the Genes kind"),
        (ScoreLine(1, "three_vp_chips"), "1 VP for every three VPs in chips"),
        (ScoreLine(3, "card:Alien Archives"), "3 VP for Alien Archives"),
        (ScoreLine(2, "six_cost_development"), "2 VP for each development of cost 6"),
        (ScoreLine(1, "world_with_trade_power"), "1 VP for each world with Trade powers"),
        (
            ScoreLine(3, "card_with_pay_for_military"),
            "3 VP for each card that lets you pay for military worlds",
        ),
        (ScoreLine(1, "good"), "1 VP for each good on your worlds at the end of the game"),
        (ScoreLine(2, "two_anti_xeno_worlds"), "2 VP for every two ANTI-XENO worlds"),
        (
            ScoreLine(1, "total_military"),
            "1 VP for each point of your Military (Military against some worlds only does not count)",
        ),
    ],
)
def test_score_lines_in_words(line: ScoreLine, text: str) -> None:
    assert describe_score(line) == text


def test_every_score_line_has_words() -> None:
    for card in CARDS.values():
        texts = [describe_score(line) for line in card.score]
        assert len(set(texts)) == len(texts)
        assert not any(re.search(r"[{}_]|  |None", text) for text in texts)


@pytest.mark.parametrize("card", CARDS.values(), ids=CARDS)
def test_every_card_has_words(card: Card) -> None:
    text = describe_card(card)
    assert text.startswith(f"{card.name}\n")
    assert not re.search(r"[{}_]|  |None", text)
    for index in range(len(card.powers)):
        assert describe_power(card, index).split(": ", 1)[1][:-1] in text


def test_a_world_in_full() -> None:
    assert describe_card(CARDS["Pirate Lair"]) == (
        "Pirate Lair\n"
        "Military world, defense 3, 3 VP\n"
        "Novelty production world: also gets a good when placed\n"
        "Settle: you may discard a Novelty good for +1 temporary Military.\n"
        "Trade: selling the good of this world brings you 3 more cards.\n"
        "Produce: you may discard a card from your hand for this world to produce a Novelty good.\n"
        "1 copy in the Near Frontier deck"
    )


def test_a_development_in_full() -> None:
    assert describe_card(CARDS["Uplift Bio-Engineers"]) == (
        "Uplift Bio-Engineers\n"
        "Development, cost 6, VP depending on what you have\n"
        "Keywords: UPLIFT\n"
        "Consume: discard a Genes good for 2 VP and 1 card.\n"
        "Produce: produce on one of your Genes windfall worlds.\n"
        "Score: 2 VP for each UPLIFT card; 1 VP for each world of the Genes kind; "
        "each card counts in one line, the best it fits.\n"
        "1 copy in the main deck"
    )


def test_start_worlds_and_preset_hands_are_described() -> None:
    assert describe_card(CARDS["Gateway Station"]).endswith("\nStart world -6 (blue)")
    assert describe_card(CARDS["Anti-Xeno Resistance"]).endswith("\nStart world 11 (red)")
    assert describe_card(CARDS["Export Duties"]).endswith(
        "\n2 copies in the main deck\nPreset hand 3: one copy"
    )


def test_reconstructed_facts_are_marked() -> None:
    for card in CARDS.values():
        assert ("Reconstructed" in describe_card(card)) == bool(card.reconstructed)
    hive = describe_card(CARDS["Xeno Hive III"])
    assert "temporary Military of 3 or more" in hive
    assert hive.endswith("Reconstructed, since the printed card was not available: name, VP, powers")


def test_powers_of_a_phase_are_described_together() -> None:
    card = CARDS["Comet Zone"]
    assert describe_phase(card, "produce") == (
        "Produce: this world produces a Rare good; draw 1 card if this world produced."
    )
    assert describe_phase(card, "explore") == ""


def test_languages_without_words_are_refused() -> None:
    with pytest.raises(RepulseError, match="no words about cards"):
        card_words("xx")
    with pytest.raises(RepulseError, match="no words about cards"):
        card_words("../en")
