"""A page for each environment: its names, a table of its spaces, its actions, a picture, and how to begin.

Everything is asked of the game, without the packages that the environments need.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, NamedTuple

from repulse.engine.contract import SPECTATOR, Data, Game, GameMode
from repulse.engine.display.rulebook import Rulebook
from repulse.engine.picks.session import PickSession
from repulse.games import GameEntry, entries
from repulse.match import new
from repulse.notebook import picture_of

VERSION: Final = 0
"""Of the names; a test compares them with those of `repulse.env`."""

SAMPLE: Final = 10
"""Random games, of which the length and the number of open actions are the mean."""

PICTURE_ROUND: Final = {"galaxy": 7, "earth": 4}
"""Which round of a game between two or three bots is drawn."""


class Environment(NamedTuple):
    """A mode of a game, as learners know it."""

    entry: GameEntry
    mode: GameMode
    book: Rulebook

    @property
    def game(self) -> Game:
        """The game."""
        return self.entry.game

    @property
    def rules(self) -> str:
        """The mode of the rulebook, which is called otherwise where a game has only one."""
        return self.mode.name if self.mode.name in self.book.modes else self.book.modes[0]

    @property
    def title(self) -> str:
        """Its name for people."""
        return f"{self.entry.name}: {self.book.mode_name(self.rules)}"

    def name(self, players: int = 0) -> str:
        """Return its name in `repulse.env`."""
        parts = [self.entry.name] if self.mode.name == self.entry.name else [self.entry.name, self.mode.name]
        if players:
            parts.append(f"{players}p")
        return f"{'_'.join(parts)}_v{VERSION}".replace("-", "_")

    def gymnasium_name(self, players: int = 0) -> str:
        """Return its id in Gymnasium."""
        return "repulse/" + self.name(players).replace("_", "-")

    def options(self, players: int) -> Data:
        """Return its options in full."""
        return self.game.check_options({**self.mode.options, "players": players})


class Sizes(NamedTuple):
    """The contents of an array, and the length of a game."""

    actions: int
    numbers: int
    steps: float
    open_actions: float


def environments() -> Iterator[Environment]:
    """Yield every environment of the games that come with Repulse and have rules in words."""
    for entry in entries():
        if not entry.display_class.has_rulebook():
            continue
        book = entry.display_in("en").rulebook()
        for mode in entry.game.modes():
            yield Environment(entry, mode, book)


def measure(environment: Environment, players: int) -> Sizes:
    """Return the sizes of the spaces, and what random games are like."""
    game, learning = environment.game, environment.entry.learning_part
    options = environment.options(players)
    chance = random.Random(1)
    steps = legal = 0
    for seed in range(SAMPLE):
        session = PickSession(learning, game.start(options, seed), game.round_limit(options))
        mask = bytearray(session.space.size)
        while session.seat >= 0:
            session.mask(session.seat, mask)
            open_actions = [action for action, is_open in enumerate(mask) if is_open]
            session.pick(session.seat, chance.choice(open_actions))
            steps += 1
            legal += len(open_actions)
    state = game.start(options, 0)
    return Sizes(
        learning.action_space(state).size,
        learning.feature_layout(state).size,
        steps / SAMPLE,
        legal / steps,
    )


def page_name(environment: Environment) -> str:
    """Return the file of a page, in `reference/environments`."""
    return environment.name().rpartition("_v")[0].replace("_", "-") + ".md"


def environment_pages() -> Iterator[tuple[str, str]]:
    """Yield the files of all pages, and their pictures."""
    for environment in environments():
        yield f"reference/environments/{page_name(environment)}", "\n".join(_page(environment))


def environment_list() -> Iterator[str]:
    """Yield the table of all environments, for the page above them."""
    yield "| environment | game | agents | actions | numbers of an observation |"
    yield "|---|---|---|---:|---:|"
    for environment in environments():
        players = environment.mode.players
        few, many = (environment.game.start(environment.options(n), 0) for n in (players[0], players[-1]))
        learning = environment.entry.learning_part
        actions = _span(learning.action_space(few).size, learning.action_space(many).size)
        numbers = _span(learning.feature_layout(few).size, learning.feature_layout(many).size)
        link = f"[`{environment.name()}`](environments/{page_name(environment)})"
        yield f"| {link} | {environment.title} | {_span(players[0], players[-1])} | {actions} | {numbers} |"


def _span(least: int, most: int) -> str:
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def _page(environment: Environment) -> Iterator[str]:
    name, players = environment.name(), environment.mode.players
    yield f"# {name}\n"
    yield f"{environment.title}. {environment.book.mode_text(environment.rules)}\n"
    yield f'<div class="output">{_picture(environment)}</div>\n'
    yield from _facts(environment)
    yield "\n## Spaces\n"
    yield "| `players` | agents | action space | observation | mask | steps of a game | open actions |"
    yield "|---:|---|---|---|---|---:|---:|"
    for count in players:
        sizes = measure(environment, count)
        yield (
            f"| {count} | `seat_0` ... `seat_{count - 1}` | `Discrete({sizes.actions})` | `Box({sizes.numbers},)` "
            f"| `Box(0, 1, ({sizes.actions},), int8)` | {sizes.steps:.0f} | {sizes.open_actions:.1f} |"
        )
    yield (
        "\nObservations are float32 of about 1 at most (0 to 255 divided by a scale), or with `scaled=False` uint8 from 0 to 255. "
        f"The last two columns are means over {SAMPLE} games of random picks; steps are those of all seats together.\n"
    )
    yield from _actions(environment)
    yield "## Begin\n"
    yield from _example(environment)
    yield (
        "\n[Environments](../../guides/environments.md) explains actions, rewards, endings and seeds, which are the same everywhere; "
        f"[features](../features.md#{environment.entry.name}) has the meaning of every number."
    )


def _facts(environment: Environment) -> Iterator[str]:
    players, mode = environment.mode.players, environment.mode
    names = ", ".join(f"`{environment.name(count)}`" for count in players)
    ids = ", ".join(f"`{environment.gymnasium_name(count)}`" for count in players)
    spiel = f"repulse_{environment.entry.name}(" + (
        f"mode={mode.name},players={players[0]})"
        if len(list(environment.game.modes())) > 1
        else f"players={players[0]})"
    )
    yield "| | |"
    yield "|---|---|"
    yield f"| PettingZoo | `from repulse.env import {environment.name()}`, then `.env(players=...)` or `.parallel_env(players=...)` |"
    yield f"| with a fixed number of players | {names} |"
    yield f'| Gymnasium | `gymnasium.make("{environment.gymnasium_name()}", players=..., bots="sensible")`; {ids} |'
    yield f'| OpenSpiel | `pyspiel.load_game("{spiel}")`, after `import repulse.env.spiel` |'
    if mode.flags:
        yield f"| options | {', '.join(f'`{flag}=True`' for flag in mode.flags)} ({_meaning(mode.flags)}) |"
    yield "| rewards | at the end: 1 for the winner, shared if several win, 0 for all others |"


def _meaning(flags: list[str]) -> str:
    meanings = {
        "new_worlds": "two more start worlds",
        "experienced": "two players, two action cards each",
        "xeno_invasion": "with the Xeno Invasion cards",
    }
    return "; ".join(meanings.get(flag, flag) for flag in flags) + "; they may change the sizes"


def _actions(environment: Environment) -> Iterator[str]:
    options = environment.options(environment.mode.players[0])
    space = environment.entry.learning_part.action_space(environment.game.start(options, 0))
    groups: dict[str, list[str]] = {}
    for action in space.names:
        groups.setdefault(action.partition("/")[0].partition("+")[0], []).append(action)
    yield f"## Actions for {options['players']} players\n"
    yield "| actions | names |"
    yield "|---:|---|"
    for names in groups.values():
        shown = [f"`{name}`" for name in names]
        yield f"| {len(names)} | {', '.join(shown) if len(names) <= 3 else f'{shown[0]} ... {shown[-1]}'} |"
    yield "\n`env.unwrapped.core.actions.names[action]` is the name of an action.\n"


def _example(environment: Environment) -> Iterator[str]:
    name = environment.name()
    yield "```python"
    yield f"from repulse.env import {name}\n"
    yield f"env = {name}.env(players={environment.mode.players[0]})"
    yield "env.reset(seed=7)"
    yield "for agent in env.agent_iter():"
    yield "    seen, reward, terminated, truncated, info = env.last()"
    yield "    over = terminated or truncated"
    yield '    env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))'
    yield 'print(info["scores"], info["winners"])'
    yield "```"


def _picture(environment: Environment) -> str:
    """Return a position from the middle of a game between bots, as a spectator sees it."""
    options = environment.options(environment.mode.players[0])
    match = new(environment.game, seed=7, **options).play_bots("sensible")
    middle = PICTURE_ROUND.get(environment.entry.name, 1)
    for earlier in match.replay():
        if earlier.state.round_number() >= middle:
            match = earlier
            break
    html = picture_of(match.state.view(SPECTATOR)) or ""
    return "\n".join(line for line in html.split("\n") if line.strip())
