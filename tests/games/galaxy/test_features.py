"""The features of galaxy: what a seat sees of a position, as numbers."""

from __future__ import annotations

import math

from tests.games.galaxy import dsl as g

from repulse.games.galaxy.learning.learning import GalaxyLearning
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import strength_of, unseen_of_wave, wave_of

LEARNING = GalaxyLearning(g.GAME)


def features(s: GalaxyState, me: int = 0, *picked: str) -> dict[str, int]:
    """Return the numbers by name."""
    layout = LEARNING.feature_layout(s)
    space = LEARNING.action_space(s)
    out = bytearray(layout.size)
    LEARNING.features(s.view(me), s.decision(me), [space.number_of(name) for name in picked], out)
    return dict(zip(layout.names, out, strict=True))


def starting_with(values: dict[str, int], prefix: str) -> dict[str, int]:
    """Return the numbers of a block that are not 0, by the rest of their names."""
    return {
        name.removeprefix(prefix): number
        for name, number in values.items()
        if number and name.startswith(prefix)
    }


def test_hand_tableau_and_goods_are_seen_by_card() -> None:
    s = g.new_round(
        tableau=["Old Earth", "Gem World"],
        goods=["Gem World"],
        hand=["Contact Specialist", "Contact Specialist"],
    )
    assert g.goods(s, 0) == ["Gem World"]
    values = features(s)
    assert starting_with(values, "me/tableau/") == {"Old Earth": 1, "Gem World": 1}
    assert starting_with(values, "me/good/") == {"Gem World": 1}
    assert starting_with(values, "me/hand/") == {"Contact Specialist": 2}
    assert values["me/hand"] == 2
    assert values["me/goods/novelty"] == 1


def test_seats_are_counted_from_the_one_that_is_asked() -> None:
    s = g.new_round(tableau=["New Sparta"], rivals=[g.seat(["Alpha Centauri"]), g.seat(["Old Earth"])])
    assert features(s, 1)["me/tableau/Alpha Centauri"] == 1
    assert features(s, 1)["seat+1/tableau/Old Earth"] == 1
    assert features(s, 1)["seat+2/tableau/New Sparta"] == 1


def test_the_hands_of_rivals_show_only_their_size() -> None:
    first = g.new_round(tableau=["New Sparta"], rivals=[g.seat(["Old Earth"], hand=["Gem World"])])
    other = g.new_round(tableau=["New Sparta"], rivals=[g.seat(["Old Earth"], hand=["Galactic Federation"])])
    del first.deck[:], other.deck[:]
    assert features(first) == features(other)
    assert features(first)["seat+1/hand"] == 1


def test_prices_and_placeable_cards() -> None:
    s = g.new_round(
        tableau=["Old Earth", "Investment Credits"], hand=["Public Works", "Gem World", "New Galactic Order"]
    )
    values = features(s)
    assert values["me/develop_discount"] == 1
    assert starting_with(values, "me/price/") == {"Public Works": 1, "Gem World": 3, "New Galactic Order": 6}
    assert starting_with(values, "me/placeable/") == {"Public Works": 1, "Gem World": 1}


def test_a_hand_card_shows_its_points_with_cards_that_count_it() -> None:
    hand = ["Mining League", "Comet Zone", "Public Works"]
    before = features(g.new_round(tableau=["Alpha Centauri"], hand=hand))
    assert starting_with(before, "me/points/") == {"Mining League": 1, "Comet Zone": 2, "Public Works": 1}
    after = features(g.new_round(tableau=["Alpha Centauri", "Mining League"], hand=hand[1:]))
    assert starting_with(after, "me/points/") == {"Comet Zone": 4, "Public Works": 1}


def test_military_worlds_show_what_is_missing() -> None:
    s = g.settle(tableau=["New Sparta"], hand=["Rebel Miners", "Rebel Base"])
    values = features(s)
    assert values["me/military"] == 2
    assert values["me/price/Rebel Miners"] == 1
    assert values["me/placeable/Rebel Miners"] == 1
    assert values["me/price/Rebel Base"] == 5
    assert values["me/placeable/Rebel Base"] == 0


def test_the_question_and_what_has_been_picked_for_it() -> None:
    s = g.settle(tableau=["Old Earth"], hand=["Gem World", "Public Works", "Spice World", "New Vinland"])
    values = features(s)
    assert starting_with(values, "prompt/") == {"settle.place": 1}
    s.apply(0, [s.cards.ids["Gem World"]])
    values = features(s, 0, "card/Public Works")
    assert starting_with(values, "prompt/") == {"settle.pay": 1}
    assert starting_with(values, "about/") == {"Gem World": 1}
    assert starting_with(values, "picked/") == {"Public Works": 1}
    assert values["ask/least"] == 1


def test_actions_of_this_round() -> None:
    s = g.develop(tableau=["Old Earth"], hand=["Public Works"], spare=3, picks="Develop")
    values = features(s)
    assert starting_with(values, "me/action/") == {"Develop": 1}
    assert values["round/Develop"] >= 1


def test_an_attack_and_the_defense_against_it() -> None:
    s = g.invasion(tableau=["New Sparta"], spare=1, attacks=[3, 0])
    values = features(s)
    assert values["me/war/attacked"] == 1
    assert values["me/war/attack"] == values["ask/attack"] == 3
    assert values["ask/defense"] == 2


def test_an_attack_needs_one_more_defense_than_is_missing() -> None:
    s = g.invasion(tableau=["New Sparta"], spare=1, attacks=[3, 0])
    assert features(s)["ask/missing"] == 2


def test_chances_to_hold_are_counted_in_the_invasion_cards_nobody_has_seen() -> None:
    s = g.new_round(game="invasion", round=3, tableau=["New Sparta"], rivals=[g.seat(["Old Earth"])])
    values = features(s)
    # Of the eleven cards of wave 1 four are too strong for Military 2, and nine for none. Two are drawn.
    holds = math.comb(7, 2) / math.comb(11, 2)
    rival_holds = 1 - math.comb(9, 2) / math.comb(11, 2)
    assert values["me/war/holds"] == round(20 * holds)
    assert values["seat+1/war/holds"] == round(20 * rival_holds)
    assert values["war/all_fall"] == round(20 * (1 - holds) * (1 - rival_holds))


def test_a_card_in_hand_may_hold_as_a_bunker() -> None:
    s = g.new_round(
        game="invasion",
        round=3,
        tableau=["New Sparta"],
        hand=["Public Works"],
        rivals=[g.seat(["Old Earth"])],
    )
    values = features(s)
    assert values["me/war/holds_at_most"] == round(20 * 9 / 11)
    assert values["seat+1/war/holds_at_most"] == values["seat+1/war/holds"]


def test_invasion_cards_that_were_seen_do_not_come_again() -> None:
    s = g.new_round(game="invasion", round=3, tableau=["New Sparta"], rivals=[g.seat(["Old Earth"])])
    assert s.war is not None
    index = next(i for i, card in enumerate(s.war.deck) if wave_of(card) == 1)
    s.war.spent.append(s.war.deck.pop(index))
    strong = [strength_of(card, 2, 2) >= 2 for card in unseen_of_wave(s.war, 1)]
    assert len(strong) == 10
    assert features(s)["me/war/holds"] == round(20 * math.comb(10 - sum(strong), 2) / math.comb(10, 2))


def test_when_the_invasion_deck_is_empty_its_discards_come_again() -> None:
    s = g.new_round(game="invasion", round=9, tableau=["New Sparta"], rivals=[g.seat(["Old Earth"])])
    assert s.war is not None
    s.war.discards, s.war.deck = [card for card in s.war.deck if wave_of(card) == 3], []
    values = features(s)
    assert values["me/war/holds"] == values["seat+1/war/holds"] == 0
    assert values["war/all_fall"] == 20


def test_leads_with_and_without_bonus_tiles() -> None:
    s = g.new_round(game="invasion", round=3, tableau=["New Sparta"], rivals=[g.seat(["Old Earth"], chips=2)])
    values = features(s)
    # Both have the most contributions, none; New Sparta has the Military.
    assert (values["me/war/bonus"], values["seat+1/war/bonus"]) == (10, 5)
    assert starting_with(values, "me/war/lead_is/") == {"<=-2": 1}
    assert starting_with(values, "me/war/tiles_lead_is/") == {"<=3": 1}
    assert starting_with(values, "me/war/strength_lead_is/") == {"2": 1}
    assert starting_with(values, "me/war/contributed_lead_is/") == {"0": 1}
