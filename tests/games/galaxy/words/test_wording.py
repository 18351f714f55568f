"""Questions, options, log lines and the table: said in full, and telling nobody what is not his to know."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.words.games import (
    DISPLAY,
    GAME,
    SORTS,
    before_a_hive,
    name_of,
    positions,
)

from repulse.engine.contract import SPECTATOR, Event
from repulse.engine.match import Match
from repulse.games.galaxy.codes import events
from repulse.games.galaxy.codes.events import PRIVATE_FROM
from repulse.games.galaxy.codes.packing import card_of
from repulse.games.galaxy.display.display import GalaxyDisplay
from repulse.games.galaxy.display.text_table import table_text
from repulse.games.galaxy.rules.state import GalaxyState


def is_said(text: str) -> bool:
    """Return whether a text is one, with all its slots filled."""
    return bool(text.strip()) and not set("{}|") & set(text)


@pytest.mark.parametrize("options", SORTS, ids=name_of)
def test_everything_is_said(options: dict[str, object]) -> None:
    for seed in range(3):
        count = 0
        for s, match in positions(options, seed):
            for player in s.seats_owing():
                view = s.view(player)
                decision = view.decision(player)
                assert is_said(DISPLAY.question_text(view, decision)), decision.prompt
                said = [DISPLAY.option_text(view, decision, value) for value in sorted(set(decision.options))]
                assert all(is_said(text) for text in said), decision.prompt
                assert len(set(said)) == len(said), decision.prompt
            for event in match.all_events()[count:]:
                for viewer in range(SPECTATOR, s.players):
                    text = DISPLAY.log_text(s.view(viewer), s.visible_event(event, viewer))
                    assert is_said(text), event
            count = len(match.all_events())


@pytest.mark.parametrize("number", range(len(GAME.configurations())))
def test_every_configuration_has_its_words(number: int) -> None:
    for index, (s, match) in enumerate(positions(GAME.configurations()[number], number)):
        if s.over:
            for event in match.events(SPECTATOR):
                assert is_said(DISPLAY.log_text(s, event)), event
        if index % 9 == 0:
            assert is_said(table_text(s.view(SPECTATOR), SPECTATOR))
            for player in s.seats_owing():
                view = s.view(player)
                decision = view.decision(player)
                assert is_said(DISPLAY.question_text(view, decision)), decision.prompt
                assert all(is_said(DISPLAY.option_text(view, decision, value)) for value in decision.options)


@pytest.mark.parametrize("options", SORTS, ids=name_of)
def test_the_log_names_no_hidden_card(options: dict[str, object]) -> None:
    for s, match in positions(options, 11):
        if s.over:
            for event in match.all_events():
                for viewer in range(SPECTATOR, s.players):
                    if viewer != event[1]:
                        check_hidden(s, event, viewer)


def check_hidden(s: GalaxyState, event: Event, viewer: int) -> None:
    private = PRIVATE_FROM[event[0]]
    text = DISPLAY.log_text(s.view(viewer), s.visible_event(event, viewer))
    for card in event[2:private] if private < len(event) else []:
        # A card that is named openly may have a copy among the hidden ones.
        named = card if card < s.cards.size else card_of(card)
        text = text.replace(s.cards.names[named], "") if named > 0 else text
    assert not [card for card in event[private:] if s.cards.names[card] in text], text


@pytest.mark.parametrize("options", SORTS, ids=name_of)
def test_the_table_shows_a_viewer_nothing_hidden(options: dict[str, object]) -> None:
    for number, (s, _) in enumerate(positions(options, 5)):
        if number % 7 == 0:
            for viewer in range(s.players):
                other = GAME.determinize(s.view(viewer), seed=number)
                text = table_text(s.view(viewer), viewer)
                assert is_said(text.replace("|", ""))
                assert text == table_text(other.view(viewer), viewer)


@pytest.mark.parametrize("options", SORTS, ids=name_of)
def test_the_table_knows_what_is_going_on(options: dict[str, object]) -> None:
    for s, _ in positions(options, 6):
        assert "play goes on" not in table_text(s.view(SPECTATOR), SPECTATOR).splitlines()[0]


def test_an_owner_reads_names_and_others_numbers() -> None:
    s = g.explore()
    ids = s.cards.ids
    event = [events.DRAW, 0, events.FOR_EXPLORE, ids["Gem World"], ids["Spice World"]]
    assert DISPLAY.log_text(s, event) == "Player 1 draws Gem World and Spice World to explore."
    assert DISPLAY.log_text(s, s.visible_event(event, 1)) == "Player 1 draws 2 cards to explore."


def test_players_can_have_names() -> None:
    named = GalaxyDisplay(GAME, names=["Ada", ""])
    s = g.explore()
    assert named.log_text(s, [events.PASS, 0]) == "Ada places nothing."
    assert named.log_text(s, [events.PASS, 1]) == "Player 2 places nothing."


def test_copies_are_counted() -> None:
    s = g.explore()
    twin = s.cards.ids["Contact Specialist"]
    assert DISPLAY.log_text(s, [events.HAND_LIMIT, 0, twin, twin]).startswith(
        "Player 1 discards 2 × Contact Specialist"
    )


def test_a_payment_says_what_made_it() -> None:
    s = g.develop(
        tableau=["Old Earth", "Investment Credits"], hand=["Galactic Federation"], spare=6, picks="Develop"
    )
    s.apply(0, [s.cards.ids["Galactic Federation"]])
    words = DISPLAY.question_text(s, s.decision(0))
    assert words == "Pay 4 cards for Galactic Federation (cost 6, Develop bonus −1, Investment Credits −1)."


def test_a_world_says_how_it_can_be_placed() -> None:
    s = g.settle(tableau=["New Sparta", "Contact Specialist"], hand=["Rebel Miners", "Gem World"], spare=4)
    decision = s.decision(0)
    said = [DISPLAY.option_text(s, decision, value) for value in decision.options]
    assert DISPLAY.question_text(s, decision) == (
        "Place a world? You have 5 other cards to pay with, and Military 1 (New Sparta +2, Contact Specialist −1)."
    )
    assert said == [
        (
            "Rebel Miners (military world, defense 2, 1 VP, Rare production, REBEL): "
            "pay 1 card (defense 2, Contact Specialist −1) with Contact Specialist"
        ),
        "Gem World (world, cost 2, 1 VP, Novelty production): pay 2 cards",
        "Place no world",
    ]


def test_a_sale_says_what_it_brings() -> None:
    s = g.consume(
        tableau=["New Sparta", "Spice World", "Comet Zone"],
        goods=["Spice World", "Comet Zone"],
        picks="Consume: Trade",
    )
    decision = s.decision(0)
    assert [DISPLAY.option_text(s, decision, value) for value in decision.options] == [
        "the Novelty good of Spice World, for 4 cards (Novelty good 2, Spice World +2)",
        "the Rare good of Comet Zone, for 3 cards",
    ]


def test_a_frontier_settle_says_what_can_be_done() -> None:
    s = g.settle(
        tableau=["Old Earth", "Frontier Miners"],
        picks="Frontier Settle",
        spare=1,
        game="frontier",
        near=["Xeno Sentry World", "Scavenger World", "Monastery World", "Pirate Lair"],
    )
    decision = s.decision(0)
    assert DISPLAY.question_text(s, decision) == (
        "You have drawn 4 cards from the Near Frontier: settle one of them, or keep one in hand. "
        "You have 1 card to pay with, and Military 0."
    )
    said = [DISPLAY.option_text(s, decision, value) for value in decision.options]
    assert said[0].startswith("Settle Scavenger World (world, cost 1, ")
    assert said[0].endswith("Near Frontier): pay 1 card")
    assert said[1].startswith("Keep Xeno Sentry World (military world, defense 3, ")


def test_a_deck_says_how_much_is_drawn_from_it() -> None:
    s = g.settle(
        tableau=["Old Earth", "Frontier Miners", "Gem World", "Spice World", "Mining Robots"],
        picks="Frontier Settle",
        game="frontier",
    )
    decision = s.decision(0)
    assert DISPLAY.question_text(s, decision) == (
        "From which frontier deck do you draw 4 cards (Frontier settle 3, Frontier Miners +1), "
        "to settle or keep one of them?"
    )
    assert [DISPLAY.option_text(s, decision, value) for value in decision.options] == [
        "The Near Frontier (18 cards, 0 discarded; cost 1 to 5, defense 2 to 5)",
        "The Far Frontier (28 cards, 0 discarded; cost 5 to 9, defense 6 to 10)",
    ]


def on_the_frontier_in_the_conquest_stage(**war: object) -> str:
    """Return what a lone settler is asked about the cards drawn, as the war stands."""
    s = g.settle(picks="Frontier Settle", conquest=True, game="counterstrike")
    assert s.war is not None
    for key, value in war.items():
        setattr(s.war, key, value)
    return DISPLAY.question_text(s, s.decision(0))


def test_a_settle_that_fails_makes_the_retaliation_stronger() -> None:
    assert "this round's retaliation is 4 stronger" in on_the_frontier_in_the_conquest_stage()


@pytest.mark.parametrize("war", [{"breather": True}, {"conquered": True}, {"surge": 6}, {"surge": 4}])
def test_nothing_is_said_of_a_retaliation_that_will_not_be_stronger(war: dict[str, object]) -> None:
    """R-CST-14, R-CST-23, R-CST-24: there is none this round, or it is as strong already."""
    assert "retaliation" not in on_the_frontier_in_the_conquest_stage(**war)


def test_bought_discounts_are_said_before_and_after() -> None:
    s = g.settle(
        tableau=["Old Earth", "Terraforming Refugees", "Spice World", "Gem World"],
        goods=["Spice World", "Gem World"],
        hand=["Galactic Trendsetters"],
        spare=3,
        game="frontier",
    )
    place = s.decision(0)
    trendsetters = s.cards.ids["Galactic Trendsetters"]
    assert DISPLAY.option_text(s, place, trendsetters).endswith(
        "pay 3 cards after buying 2 more of discount with goods"
    )
    g.answer(s, 0, "Galactic Trendsetters")
    assert DISPLAY.question_text(s, s.decision(0)) == (
        "Galactic Trendsetters costs 5 cards (cost 5), and you have 3 cards. Which power do you use?"
    )
    g.answer(s, 0, "Terraforming Refugees + Spice World")
    decision = s.decision(0)
    assert DISPLAY.question_text(s, decision) == (
        "Galactic Trendsetters costs 3 cards (cost 5, Terraforming Refugees (bought) −2), and you have 3 cards: "
        "enough. Use a power?"
    )
    assert [DISPLAY.option_text(s, decision, value) for value in decision.options] == [
        "Terraforming Refugees: discard the Novelty good of Gem World to pay 2 less",
        "Use no more powers",
    ]


def test_an_attack_says_what_a_hive_needs() -> None:
    s = before_a_hive()
    decision = s.decision(0)
    words = DISPLAY.question_text(s, decision)
    assert "Military 9 (" in words
    assert "at most 3 temporary Military" in words
    assert "A satellite needs 10 to 18 in all; a hive needs 9 without temporary Military, and 2 to 6" in words
    g.answer(s, 0, "attack")
    decision = s.decision(0)
    assert DISPLAY.question_text(s, decision) == (
        "Xeno Hive I (Xeno hive 2, 9 VP, XENO, name, VP and powers reconstructed), a hive, needs 9 without temporary Military, "
        "of which you have 9, and temporary Military 2, of which you have 0. Which power do you use?"
    )
    assert [DISPLAY.option_text(s, decision, value) for value in decision.options] == [
        "New Military Tactics: discard it for +3 Military",
        "Give up: the attack fails, and this round's retaliation is 6 stronger",
    ]


def test_a_defender_sees_the_ways_to_save_a_world() -> None:
    s = g.invasion(
        tableau=["Old Earth", "New Military Tactics", "Gem World"],
        spare=2,
        attacks=[2, 2],
        rivals=[g.seat()],
        disks=[1, 0],
    )
    decision = s.decision(0)
    assert DISPLAY.question_text(s, decision) == (
        "Under attack, 0 against 2: how do you defend? You need 3 more; ties lose. "
        "Defense 0, attack 2 (wave 2, strength 2)."
    )
    assert [DISPLAY.option_text(s, decision, value) for value in decision.options] == [
        "New Military Tactics: discard it for +3 defense (enough to hold)",
        "Bunker: discard a card from your hand for +2 defense",
        "Take the hit: one of your worlds is damaged",
    ]


def test_the_log_begins_with_the_deal_and_tells_nobody_the_cards_of_others() -> None:
    match = Match(GAME, {"players": 2}, 3)
    s = match.state
    names = s.cards.names
    for viewer in (0, 1, SPECTATOR):
        lines = [DISPLAY.log_text(s, event) for event in match.events(viewer)]
        for owner in range(2):
            world = names[s.tableau[owner][0]]
            assert lines[owner] == f"Player {owner + 1} starts with {world}."
            dealt = lines[2 + owner]
            if owner != viewer:
                assert dealt == f"Player {owner + 1} is dealt 6 cards."
            else:
                assert all(names[card] in dealt for card in s.hand[owner])
