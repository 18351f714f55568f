"""The players that ask a net, by name."""

from __future__ import annotations

from collections.abc import Sequence

from repulse.bots import NoNet, has_net
from repulse.bots.neural.learned import LearnedBot, net_for
from repulse.bots.neural.master import SearchBot
from repulse.engine.bot import Bot
from repulse.engine.contract import RepulseError
from repulse.games import entry_of


def player(name: str, details: Sequence[str], game: str, seed: int) -> Bot:
    """The player with that name; details are a file of weights, and the seconds that a search may take."""
    file, seconds = "", 0.0
    for detail in details:
        if detail.endswith(".npz"):
            file = detail
        elif name == "master":
            seconds = _seconds(detail)
        else:
            raise RepulseError(
                f"The bot {name!r} may name a file of weights (.npz) after '@', not {detail!r}."
            )
    if not file and not has_net(game):
        raise NoNet(f"The bot {name!r} needs a net for {game}, and none comes with this installation.")
    net = net_for(game, file)
    if name == "master":
        return SearchBot(seed, game, net, seconds) if seconds else SearchBot(seed, game, net)
    if name == "expert":
        return LearnedBot(seed, game, net, entry_of(game).expert_temperature)
    return LearnedBot(seed, game, net)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 3600:
        raise RepulseError(f"The bot 'master' thinks for some seconds, say master@0.5, not {text!r}.")
    return seconds
