"""Environments for learners: PettingZoo and Gymnasium, for every game, mode and number of players.

    env = repulse.env.aec("galaxy", game="invasion", players=3)
    env = repulse.env.parallel("earth", players=4)
    env = repulse.env.galaxy_invasion_v0.env(players=3)
    env = repulse.env.vector("galaxy", 256, players=2)
    env = gymnasium.make("repulse/galaxy-base-v0", players=2, bots="sensible")
    env = gymnasium.make_vec("repulse/galaxy-base-v0", num_envs=16, players=2, bots="sensible")

Importing this package makes its environments known to Gymnasium. It needs the extra `env`. docs/environments.md says
what agents see, do and get.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

try:
    import gymnasium as _gymnasium  # noqa: F401
    import pettingzoo as _pettingzoo  # noqa: F401
except ImportError as error:
    raise ImportError(f"Environments need an extra: pip install 'repulse[env]' ({error}).") from error

from repulse.env.gym import SeatEnvironment, register
from repulse.env.naming import environments
from repulse.env.vector import SeatVectorEnvironment, VectorEnvironment
from repulse.env.zoo import AecEnvironment, ParallelEnvironment

__all__ = [
    "AecEnvironment",
    "NamedEnvironment",
    "ParallelEnvironment",
    "SeatEnvironment",
    "SeatVectorEnvironment",
    "VectorEnvironment",
    "aec",
    "environment_names",
    "parallel",
    "vector",
]


def aec(
    game: str,
    /,
    *,
    scaled: bool = True,
    words: bool = False,
    forfeit: bool = False,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    **options: object,
) -> AecEnvironment:
    """A PettingZoo environment in which one agent acts after another.

    Args:
        game: the name of a game, such as `galaxy`.
        scaled: observations are numbers of about 1 at most; if false, bytes that the scales of the layout go with.
        words: infos have the question, its options and the scores in words; this costs time.
        forfeit: an action that is not open ends the game at a cost of 1; if false, it is an IllegalChoice.
        render_mode: `ansi`, or None.
        max_cycles: the game is truncated when a seat is asked that has picked so often already (`parallel`: after so many
            steps); None leaves it to the round limit of the game.
        options: of the game, such as `players`.
    """
    return AecEnvironment(
        game,
        options,
        scaled=scaled,
        words=words,
        forfeit=forfeit,
        render_mode=render_mode,
        max_cycles=max_cycles,
    )


def parallel(
    game: str,
    /,
    *,
    scaled: bool = True,
    words: bool = False,
    forfeit: bool = False,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    **options: object,
) -> ParallelEnvironment:
    """A PettingZoo environment in which all agents act at once. The arguments are those of `aec`."""
    return ParallelEnvironment(
        game,
        options,
        scaled=scaled,
        words=words,
        forfeit=forfeit,
        render_mode=render_mode,
        max_cycles=max_cycles,
    )


def vector(game: str, num_envs: int, /, *, scaled: bool = True, **options: object) -> VectorEnvironment:
    """Many games at once, all seats the learner's: arrays in, arrays out.

    Args:
        game: the name of a game, such as `galaxy`.
        num_envs: how many games.
        scaled: observations are numbers of about 1 at most; if false, bytes that the scales of the layout go with.
        options: of the game, such as `players`.
    """
    return VectorEnvironment(game, num_envs, options, scaled=scaled)


@dataclass(frozen=True)
class NamedEnvironment:
    """A mode of a game under its name, to be used like a module of PettingZoo."""

    name: str

    def env(self, **arguments: Any) -> AecEnvironment:
        """One agent after another; the arguments are those of `aec`."""
        game, options = environments()[self.name]
        return aec(game, **{**options, **arguments})

    raw_env = env

    def parallel_env(self, **arguments: Any) -> ParallelEnvironment:
        """All agents at once; the arguments are those of `aec`."""
        game, options = environments()[self.name]
        return parallel(game, **{**options, **arguments})

    def vector_env(self, num_envs: int, **arguments: Any) -> VectorEnvironment:
        """Many games at once; the arguments are those of `vector`."""
        game, options = environments()[self.name]
        return vector(game, num_envs, **{**options, **arguments})


def environment_names() -> list[str]:
    """The names of all environments, such as `galaxy_invasion_v0`: each is an attribute of this package."""
    return list(environments())


def __getattr__(name: str) -> NamedEnvironment:
    if name in environments():
        return NamedEnvironment(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


register()
