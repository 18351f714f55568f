"""The tools that an assistant gets."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from secrets import randbits
from typing import Any, Final

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

import repulse
from repulse.bots import bot_names
from repulse.engine.contract import RepulseError
from repulse.engine.display.rulebook import plain
from repulse.env.text.guide import how_to_play
from repulse.env.text.table import TextTable
from repulse.games import display_of, entries, game_named
from repulse.mcp.remote import RemoteTable, join
from repulse.mcp.tables import AssistantTables, LocalTable

INSTRUCTIONS: Final = (
    "Play Race for the Galaxy (with its Xeno arc) and Rob Herman's Invasion against bots or people. Begin with list_games and "
    "new_game, or join_table for a table of a server. Every tool that shows a table shows what your seat sees, then a question with "
    "numbered options: answer it with the tool answer. Look up rules and cards whenever you are not sure."
)


class AssistantServer:
    """The tools and the tables behind them."""

    def __init__(self, seed: Callable[[], int] = lambda: randbits(32)) -> None:
        """Create the server.

        Args:
            seed: Returns the seeds of games that are begun without one.
        """
        self.tables = AssistantTables()
        self._seed = seed
        self.server: MCPServer[Any] = MCPServer(
            "repulse", instructions=INSTRUCTIONS, version=repulse.__version__
        )
        for tool in (
            self.list_games,
            self.rules,
            self.card,
            self.new_game,
            self.join_table,
            self.list_tables,
            self.look,
            self.answer,
            self.leave,
        ):
            self.server.tool()(_with_clear_errors(tool))

    def list_games(self) -> str:
        """List the games, their modes and numbers of players, and the bots by strength."""
        lines = []
        for entry in entries():
            display = display_of(entry.name)
            for mode in entry.game.modes():
                options = entry.game.check_options({**mode.options, "players": mode.players[0]})
                players = " to ".join(str(n) for n in sorted({mode.players[0], mode.players[-1]}))
                lines.append(
                    f"game {entry.name!r}, options {mode.options}: {display.played(options)}, {players} players"
                )
            lines.append(f"bots of {entry.name!r}: {', '.join(bot_names(entry.name))}")
        return "\n".join(lines)

    def rules(self, game: str, options: dict[str, Any] | None = None, search: str = "") -> str:
        """Return the rules of a game, or the paragraphs that mention some words.

        Args:
            game: The name of the game, such as "galaxy".
            options: The options that choose the mode, such as {"game": "invasion"}.
            search: Words to search for; empty for all rules.
        """
        if not search:
            return how_to_play(game, options)
        display = display_of(game)
        full = display.game.check_options(options or {})
        book = display.with_options(full).rulebook()
        mode = book.own_mode(display.game.mode_of(full))
        parts = [
            "\n".join([f"## {section.heading}", *matches])
            for section in [*book.page(mode), *book.rulings(mode)]
            if (matches := section.about(plain(search)))
        ]
        return "\n\n".join(parts) or f"The rules do not mention {search!r}."

    def card(self, name: str, game: str = "galaxy") -> str:
        """Return everything about a card or an action by its name, or the beginning of it."""
        return display_of(game).help_text(name)

    def new_game(
        self,
        game: str = "galaxy",
        options: dict[str, Any] | None = None,
        *,
        players: int = 2,
        opponent: str = "sensible",
        seat: int = 0,
        seed: int | None = None,
    ) -> str:
        """Begin a game against bots and return its table and first question.

        Args:
            game: The name of the game, as list_games gives it.
            options: Options such as {"game": "invasion"}.
            players: The number of players.
            opponent: The bot of all other seats.
            seat: Your seat, counted from 0.
            seed: A seed, to deal the same game again.
        """
        full = game_named(game).check_options({**(options or {}), "players": players})
        bots = {other: opponent for other in range(players) if other != seat}
        if not 0 <= seat < players:
            raise RepulseError(f"There is no seat {seat}; seats are counted from 0 to {players - 1}.")
        table = TextTable(game, full, bots=bots, seed=self._seed() if seed is None else seed)
        name = self.tables.add(LocalTable(table, seat))
        return f"You sit at {name}.\n\n{self.tables.get(name).look()}"

    def join_table(self, server: str, room: str, *, name: str = "Assistant", token: str = "") -> str:
        """Take an open seat at a table of a server, or resume a seat whose token you have.

        Args:
            server: The address of the server, such as "http://127.0.0.1:8000".
            room: The id of the room: the last part of its link.
            name: Your name there.
            token: The token of a seat that you hold already.
        """
        table = RemoteTable(server, room, token) if token else join(server, room, name=name)
        kept = self.tables.add(table)
        return f"You sit at {kept}.\n\n{table.look()}"

    def list_tables(self) -> str:
        """List your tables."""
        return self.tables.describe()

    def look(self, table: str) -> str:
        """Return what you see at a table: what has happened, the cards, and your question."""
        return self.tables.get(table).look()

    def answer(self, table: str, answer: str) -> str:
        """Answer the question at a table and return what you see next.

        Args:
            table: The name of the table.
            answer: Numbers or names of options, such as "2", "1, 3" or "Gem World"; "none" for nothing.
        """
        return self.tables.get(table).answer(answer)

    def leave(self, table: str) -> str:
        """Leave a table; a game against bots ends, a seat on a server stays yours."""
        self.tables.leave(table)
        return f"You have left {table}."


def _with_clear_errors(tool: Callable[..., str]) -> Callable[..., str]:
    """Return a tool whose mistakes reach the assistant as one line."""

    @wraps(tool)
    def call(*args: Any, **kwargs: Any) -> str:
        try:
            return tool(*args, **kwargs)
        except RepulseError as error:
            raise ToolError(str(error)) from error

    return call


def run() -> None:
    """Serve one assistant over standard input and output."""
    AssistantServer().server.run()
