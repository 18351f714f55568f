"""The arguments of the commands about the almanac: showing it, making it, condensing it."""

from __future__ import annotations

from repulse.cli.shared_arguments import GAME, add_facets, add_json, add_language, add_plain, add_seed
from repulse.cli.values import not_negative, positive, seconds, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser


def add_almanac_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `almanac`."""
    parser.add_argument(
        "table",
        nargs="?",
        default="cards",
        choices=("cards", "card", "strategies", "starts", "actions", "seats"),
        metavar="TABLE",
        help="cards (default), card, strategies, starts, actions or seats",
    )
    parser.add_argument("name", nargs="*", metavar="NAME", help="the card, after 'card'")
    parser.add_argument("--game", metavar="GAME", help=GAME)
    parser.add_argument("--mode", metavar="MODE", help="mode of the game (default: all)")
    parser.add_argument("-p", "--players", type=whole, metavar="N", help="number of players (default: all)")
    add_facets(parser)
    parser.add_argument(
        "--sort",
        default="placed",
        choices=("placed", "improvement", "opening", "seen", "share", "round", "name"),
        metavar="COLUMN",
        help="placed (default), improvement, opening, seen, share, round or name",
    )
    parser.add_argument(
        "--limit", type=positive, default=40, metavar="N", help="number of cards (default: 40)"
    )
    parser.add_argument(
        "--min-seats",
        type=positive,
        default=50,
        metavar="N",
        help="only cards that N seats used (default: 50)",
    )
    add_json(parser)
    add_language(parser)
    add_plain(parser)
    parser.epilog = (
        "'repulse almanac make DIR' plays more games; 'repulse almanac pack DIR' condenses their counts."
    )


def add_almanac_make_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `almanac make`."""
    parser.add_argument("folder", metavar="DIR", help="folder of the counts; existing ones are continued")
    parser.add_argument(
        "-n",
        "--games",
        type=positive,
        default=100_000,
        metavar="N",
        help="games per configuration (default: 100000)",
    )
    parser.add_argument("--game", metavar="GAME", help="only this game")
    parser.add_argument("--mode", metavar="MODE", help="only this mode")
    parser.add_argument("-p", "--players", type=whole, metavar="N", help="only this number of players")
    add_seed(parser)
    parser.add_argument(
        "-w",
        "--workers",
        type=not_negative,
        default=0,
        metavar="N",
        help="number of processes (default: one per core)",
    )
    parser.add_argument("--timeout", type=seconds, metavar="SECONDS", help="stop after this time")


def add_almanac_pack_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `almanac pack`."""
    parser.add_argument("folders", nargs="+", metavar="DIR", help="folders of counts, which are added")
    parser.add_argument(
        "--to", metavar="DIR", help="folder of the files (default: that of this installation)"
    )
