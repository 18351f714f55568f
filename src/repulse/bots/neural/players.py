"""The bots with a net, by name."""

from __future__ import annotations

from collections.abc import Sequence

from repulse.bots.names import EXACT
from repulse.bots.neural.exact_net import ExactBot
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
        details: The parts of its name after `@`: the file of a net, the seconds that a search may take, or `exact`.
        game: The name of the game.
        seed: The seed of the bot.

    Raises:
        NoNetError: No net for the game comes with this installation.
        RepulseError: A detail is not understood, or the file cannot be used.
    """
    file, seconds, is_exact = "", 0.0, False
    for detail in details:
        if detail.endswith(".npz"):
            file = detail
        elif detail == EXACT and name != "master":
            is_exact = True
        elif name == "master":
            seconds = _read_seconds(detail)
        else:
            raise RepulseError(f"The bot {name!r} takes the file of a net (.npz) after '@', not {detail!r}.")
    if not file and not has_net(game):
        raise NoNetError(f"The bot {name!r} needs a net for {game}, and none comes with this installation.")
    net = net_for(game, file)
    if name == "master":
        return SearchBot(seed, game, net, seconds=seconds) if seconds else SearchBot(seed, game, net)
    temperature = entry_of(game).expert_temperature if name == "expert" else 0.0
    if is_exact:
        return ExactBot(seed, game, net, temperature=temperature)
    return LearnedBot(seed, game, net, temperature=temperature)


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
