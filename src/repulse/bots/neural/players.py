"""The bots with a net, by name."""

from __future__ import annotations

from collections.abc import Sequence

from repulse.bots.neural.learned import LearnedBot, net_for
from repulse.bots.neural.master import SearchBot
from repulse.bots.neural.shipped import NoNetError, has_net
from repulse.engine.bot import Bot
from repulse.engine.contract import RepulseError
from repulse.games import entry_of


def make_net_bot(name: str, details: Sequence[str], game: str, *, seed: int) -> Bot:
    """Return a bot with a net.

    Args:
        name: `learned`, `expert` or `master`.
        details: The parts of its name after `@`: the file of a net, and the seconds that a search may take.
        game: The name of the game.
        seed: The seed of the bot.

    Raises:
        NoNetError: No net for the game comes with this installation.
        RepulseError: A detail is not understood, or the file cannot be used.
    """
    file, seconds = "", 0.0
    for detail in details:
        if detail.endswith(".npz"):
            file = detail
        elif name == "master":
            seconds = _read_seconds(detail)
        else:
            raise RepulseError(f"The bot {name!r} takes the file of a net (.npz) after '@', not {detail!r}.")
    if not file and not has_net(game):
        raise NoNetError(f"The bot {name!r} needs a net for {game}, and none comes with this installation.")
    net = net_for(game, file)
    if name == "master":
        return SearchBot(seed, game, net, seconds=seconds) if seconds else SearchBot(seed, game, net)
    if name == "expert":
        return LearnedBot(seed, game, net, temperature=entry_of(game).expert_temperature)
    return LearnedBot(seed, game, net)


def _read_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 3600:
        raise RepulseError(
            f"The time of 'master' is a number of seconds below 3600, as in master@0.5, not {text!r}."
        )
    return seconds
