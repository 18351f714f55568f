"""The table in plain lines, scores and help."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.words.games import DISPLAY, GAME

from repulse.engine.contract import RepulseError
from repulse.games.galaxy.codes import step
from repulse.games.galaxy.display.text_table import card_help, table_text
from repulse.games.galaxy.rules.state import GalaxyState

TABLE = """\
Round 1: Settle.
VP pool 24. Deck 157 cards. Discard pile 0 cards.
The Xenos are repulsed at 22; everyone together has Military 3 against them.
Invasion cards left: 4 of wave 1, 4 of wave 2 and 17 of wave 3.
Awards for holding, highest disk first: 1, 2 VP.
The first invasion comes in round 3.
- You hold 4 times in 10. −1 to 4 comes, you have 2, ties lose. With all powers and the bunker 4: 8 times in 10.
- Player 2 holds 6 times in 10. −1 to 3 comes against 1, ties lose. With all powers and the bunker 3: 9 times in 10.
Player 1 (you) plays Settle.
Player 2 plays Consume: Trade.
Waiting for Player 1 (you) and Player 2.

Player 1 (you): 3 VP in chips, 15 VP if the game ended now, Military 2, 2 cards in hand, 3 cards in the tableau:
Against the Xenos: Military 2, defense 0. Defense awards 0 VP, war contributions 0 VP.
Damaged worlds: 1.
- New Sparta (military world, defense 2, 1 VP)
- Spice World (world, cost 2, 1 VP, Novelty production), with a good
- Comet Zone (world, cost 3, 2 VP, Rare production), damaged

Player 2: 0 VP in chips, 6 VP if the game ended now, Military 1, 1 card in hand, 1 card in the tableau:
Against the Xenos: Military 1, defense 0. Defense awards 0 VP, war contributions 0 VP.
- Epsilon Eridani (world, cost 2, 1 VP)

Your hand, 2 cards:
- Rebel Miners (military world, defense 2, 1 VP, Rare production, REBEL). Produce: this world produces a Rare good.
- Mining League (development, cost 6, ? VP). Consume: discard 2 Rare goods for 3 VP. Produce: produce on one of your Rare windfall worlds. Score: 2 VP for each Rare production world, 1 VP for each Rare windfall world, 2 VP for Mining Robots, 2 VP for Mining Conglomerate."""


def position() -> GalaxyState:
    s = g.galaxy(
        step.SETTLE,
        1,
        tableau=["New Sparta", "Spice World", "Comet Zone"],
        goods=["Spice World"],
        hand=["Rebel Miners", "Mining League"],
        chips=3,
        picks="Settle",
        rivals=[g.seat(tableau=["Epsilon Eridani"], hand=["Gem World"], picks="Consume: Trade")],
        game="invasion",
    )
    s.damage(0, s.cards.ids["Comet Zone"])
    return s


def test_before_the_first_round_no_bonus_is_promised() -> None:
    s = GAME.start({"game": "invasion", "players": 3}, seed=1)
    assert s.round == 0
    assert s.scores() == [0, 0, 0]
    assert "0 VP if the game ended now" in table_text(s.view(0), 0)


def test_the_table_in_one_position() -> None:
    assert table_text(position().view(0), 0) == TABLE


def test_a_rival_sees_no_hand_but_his_own() -> None:
    text = table_text(position().view(1), 1)
    assert "Rebel Miners" not in text
    assert text.splitlines()[-1].startswith("- Gem World")


def test_score_words() -> None:
    assert DISPLAY.score_lines(position(), 0) == [
        "Player 1: 15 VP",
        "  +3 VP chips",
        "  +1 New Sparta",
        "  +1 Spice World",
        "  +0 Comet Zone (damaged)",
        "  +0 VP chips for contributions to the war effort",
        "  +0 defense awards",
        "  +5 Greatest Admiral",
        "  +5 Greatest Contributor",
    ]


@pytest.mark.parametrize("topic", ["Gem World", "gem world", "gem", " Gem W "])
def test_a_card_by_name_or_beginning(topic: str) -> None:
    assert card_help(topic).startswith("Gem World\nWorld, cost 2, 1 VP\n")


def test_help_is_of_the_cards_as_the_game_has_them() -> None:
    s = GAME.start({"overlays": ["first-edition"]}, seed=1)
    assert card_help("Black Market Trading World", s) != card_help("Black Market Trading World")


def test_several_cards_are_listed() -> None:
    with pytest.raises(RepulseError, match=r"names begin with alien, such as Alien "):
        card_help("alien")


@pytest.mark.parametrize("topic", ["No Such World", "", "  "])
def test_an_unknown_card_is_reported(topic: str) -> None:
    with pytest.raises(RepulseError, match="Nothing is called"):
        card_help(topic)


def test_help_on_action_cards() -> None:
    assert DISPLAY.help_text("consume: t").startswith("Consume: Trade (you sell a good first")
    assert DISPLAY.help_text("Produce").startswith("Produce (")
    assert DISPLAY.help_text("gem world", position()).startswith("Gem World")


def lines_of(s: GalaxyState, viewer: int = 0) -> list[str]:
    return table_text(s.view(viewer), viewer).splitlines()


def test_an_attack_says_whose_it_is_and_why() -> None:
    s = g.invasion(
        tableau=["New Sparta", "Gem World"],
        spare=2,
        attacks=[4, 2],
        rivals=[g.seat(tableau=["Old Earth"], spare=1)],
        disks=[2, 0],
    )
    lines = lines_of(s)
    assert (
        "Admiral disks, highest first: Player 1 at 2, Player 2 at 0. The highest card goes to the highest disk."
        in lines
    )
    assert (
        "Attacked by wave 3, strength 4: rank 1 by admiral disk gets the card of rank 1, the strongest first. "
        "Its strength is now 4; holding brings 1 VP."
    ) in lines


def test_the_table_of_the_conquest() -> None:
    s = g.settle(
        tableau=["Old Earth", "Frontier Surveyors"],
        picks="Frontier Settle",
        game="counterstrike",
        conquest=True,
        repulse=50,
        spare=2,
        tucked=[0],
        rivals=[g.seat(tableau=["Gem World"])],
        systems=["Xeno Satellite I", "Xeno Hive I", "Xeno Satellite II"],
    )
    assert s.war is not None
    s.war.surge = 4
    lines = [line for line in lines_of(s) if " comes" not in line]
    assert lines[:11] == [
        "Round 9: Settle.",
        f"VP pool 60. Deck {len(s.deck)} cards. Discard pile 0 cards.",
        "The conquest value is 50; everyone together has Military 0 against the Xenos.",
        "Retaliation cards left: 11, and 0 discarded.",
        "Awards for holding, highest disk first: 2, 1 VP (reconstructed: the printed awards were not available).",
        "Every retaliation card is 4 stronger this round, after a failed settle or attack.",
        "Next attack: retaliation.",
        (
            "Frontier: Near Frontier 18 cards (0 discarded; cost 1 to 5, defense 2 to 5), "
            "Far Frontier 27 cards (0 discarded; cost 5 to 9, defense 6 to 10)."
        ),
        "Xeno systems left: 3, of which 0 discarded after failed attacks.",
        "Frontier/Conquest Settle will be tucked next round: Player 1.",
        "Player 1 (you) plays Frontier/Conquest Settle.",
    ]
    assert "Xeno systems conquered: 0. Bonus tiles of the invasion: 0 VP." in lines_of(s)
    s.war.conquered = True
    assert "No retaliation this round: a Xeno system has been conquered." in lines_of(s)
    s.war.breather = True
    assert "No retaliation this round: the Xenos have just been repulsed." in lines_of(s)


def test_retaliation_has_its_own_name() -> None:
    s = g.retaliation(
        tableau=["Old Earth", "Spice World"], attacks=[8, 10], rivals=[g.seat(tableau=["Gem World"])]
    )
    assert s.decision(0).prompt == "invasion.damage"
    assert lines_of(s)[0] == "Round 9: retaliation."


def test_cards_drawn_from_the_frontier_lie_before_their_owner_alone() -> None:
    s = g.settle(
        tableau=["Old Earth"],
        picks="Frontier Settle",
        game="frontier",
        near=["Xeno Sentry World", "Scavenger World", "Monastery World"],
    )
    lines = lines_of(s)
    assert lines[lines.index("Drawn from the frontier:") + 1].startswith("- Xeno Sentry World (")
    assert "Drawn from the frontier:" not in lines_of(s, 1)
    assert "Scavenger World" not in "".join(lines_of(s, 1))


def test_score_words_of_the_conquest() -> None:
    s = g.settle(
        tableau=["Old Earth", "Xeno Satellite I"],
        chips=3,
        game="counterstrike",
        conquest=True,
        systems=["Xeno Hive I"],
    )
    assert s.war is not None
    s.war.tiles[0] = 5
    s.war.awards[0] = 4
    assert DISPLAY.score_lines(s, 0)[1:] == [
        "  +3 VP chips",
        "  +2 Old Earth",
        "  +9 Xeno Satellite I",
        "  +4 defense awards",
        "  +5 bonus tiles of the invasion",
        "  +7 most VP chips",
        "  +7 most Xeno systems",
    ]
