"""Repulse: a table for two games about alien invasions.

    match = repulse.new("galaxy", game="invasion", players=3, seed=7)
    print(match)
    print(match.question(0))
    match.play(0, "New Sparta")
    match.play_bots({1: "sensible", 2: "random"})
    match.save("game.json")

This is the front door: `new` and `load` give a `Match`, which does all of the above; `Bot` is what to derive a bot from.
Everything else is in the packages behind it: ARCHITECTURE.md lists them. Everything here is imported at its first use,
so `import repulse` costs nothing.
"""

__version__ = "0.1.0"

__all__ = [
    "SPECTATOR",
    "BadOptions",
    "BadRecord",
    "BlindBot",
    "Bot",
    "BotError",
    "Choice",
    "Decision",
    "IllegalChoice",
    "Match",
    "Overlay",
    "Question",
    "RepulseError",
    "Seat",
    "State",
    "__version__",
    "bot_names",
    "game_names",
    "load",
    "new",
    "overlay_from_file",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from repulse.bots import bot_names
    from repulse.engine.bot import BlindBot, Bot, BotError
    from repulse.engine.contract import (
        SPECTATOR,
        BadOptions,
        Choice,
        Decision,
        IllegalChoice,
        RepulseError,
        Seat,
        State,
    )
    from repulse.engine.overlays import Overlay
    from repulse.engine.record import BadRecord
    from repulse.games import game_names
    from repulse.match import Match, Question, load, new
    from repulse.overlay_files import overlay_from_file
else:
    # Where each name is; the imports above say the same to a type checker, and a test compares the two.
    _PLACES = {
        "repulse.bots": ("bot_names",),
        "repulse.engine.bot": ("BlindBot", "Bot", "BotError"),
        "repulse.engine.contract": (
            "SPECTATOR",
            "BadOptions",
            "Choice",
            "Decision",
            "IllegalChoice",
            "RepulseError",
            "Seat",
            "State",
        ),
        "repulse.engine.overlays": ("Overlay",),
        "repulse.engine.record": ("BadRecord",),
        "repulse.games": ("game_names",),
        "repulse.match": ("Match", "Question", "load", "new"),
        "repulse.overlay_files": ("overlay_from_file",),
    }

    def __getattr__(name):
        for place, names in _PLACES.items():
            if name in names:
                # `import repulse` costs nothing.
                from importlib import import_module

                value = globals()[name] = getattr(import_module(place), name)
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__():
        return sorted({*globals(), *__all__} - {"TYPE_CHECKING", "_PLACES", "__dir__", "__getattr__"})
