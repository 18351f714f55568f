"""The names of bots and their parts: `sensible`, `master@0.2`, `./mine.py:Greedy`, `program:./mine --fast`."""

from __future__ import annotations

from typing import Final, NamedTuple

NET_BOTS: Final = ("expert", "learned", "master")
"""The bots with a net, weakest first; they play the games for which a net is available."""

EXACT: Final = "exact"
"""The detail of a name that asks for the same answers on every machine: `expert@exact`."""

_SAMPLED: Final = ("expert", "learned")
"""The bots with a net that do not search, so that no clock decides how they answer."""


class BotName(NamedTuple):
    """The parts of a name."""

    base: str
    """The name without details."""
    details: list[str]
    """The parts after `@`: seconds, or the file of a net."""
    is_location: bool
    """Whether the name says where a bot is: a class in a file or module, or a program."""

    @property
    def has_net(self) -> bool:
        """Whether the bot has a net."""
        return not self.is_location and self.base in NET_BOTS


def parse_name(name: str) -> BotName:
    """Return the parts of a name."""
    if ":" in name:
        return BotName(name, [], True)
    base, *details = name.split("@")
    return BotName(base, details, False)


def exact_name(name: str) -> str:
    """Return the name under which a bot answers the same on every machine; most bots always do.

    `master` searches as long as its time lasts and has no such name: it keeps its own.
    """
    base, *rest = name.split("@")
    return "@".join([base, EXACT, *rest]) if base in _SAMPLED and EXACT not in rest else name
