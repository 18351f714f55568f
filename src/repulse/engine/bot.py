"""The interface of a bot, and its seed."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final, Generic

from repulse.engine import mypyc_attr
from repulse.engine.contract import Choice, Data, Decision, Game, RepulseError, S, Seat, State, attributes_of


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(Generic[S]):
    """A computer player. It is created with a seed, its only source of randomness, and lives for a whole game.

    `choose` is all it needs. `begin` tells it once which seat of which game it has; `observe` shows it what happens
    between its decisions. Its memory may be lost (a server may have to restart it mid-game), so it must be able to play
    from the view alone.

    class Greedy(Bot[GalaxyState]):
        def choose(self, view: GalaxyState, decision: Decision) -> Choice: ...
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def begin(self, game: Game, options: Data, seat: Seat) -> None:
        """Take a seat, usually before the first decision, in a game with these options (in full).

        Args:
            game: The rules.
            options: The options of the game, in full.
            seat: The seat of the bot.
        """

    def observe(self, view: S) -> None:
        """Observe that play has moved on (`State.step_id`) or that the game is over; `view` is what its seat may see now.

        A bot without this method is not shown anything, which is faster. At a table the views come when the bot is next
        asked, all that it missed in order.
        """

    def choose(self, view: S, decision: Decision) -> Choice:
        """Return the answer to a decision; `view` is what its seat may see.

        Decisions with only one possible answer are not put to bots.
        """
        raise NotImplementedError

    def adopt(self, temperament: str) -> None:
        """Lean towards a way of playing from now on, such as `conqueror`; called before the game begins.

        Raises:
            RepulseError: The bot has no temperaments.
        """
        raise RepulseError(f"This bot has no temperament: it cannot play as a {temperament}.")

    def allow(self, seconds: float) -> None:
        """Receive the time limit of an answer; a bot that uses all its time should stay well below it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class BlindBot(Bot[State]):
    """A bot that ignores the position, so no views are built for it."""

    def choose(self, view: State, decision: Decision) -> Choice:
        """Return the answer, regardless of the position."""
        return self.choose_blind(decision)

    def choose_blind(self, decision: Decision) -> Choice:
        """Return the answer to a decision."""
        raise NotImplementedError


NO_ANSWER: Final[object] = object()
"""In place of an answer, for a bot that gave none; None itself would be an (illegal) answer."""


class BotError(RepulseError):
    """A bot gave an illegal answer or crashed. The message names the bot and the decision."""

    def __init__(self, words: str, illegal: bool) -> None:
        super().__init__(words)
        self.illegal = illegal
        """Whether the rules refused its answer; if not, the bot raised an error itself."""

    def __reduce__(self) -> tuple[Any, ...]:
        return BotError, (str(self), self.illegal), attributes_of(self)


def bot_fault(bot: str, seat: Seat, doing: str, *, error: BaseException, where: str = "") -> BotError:
    """Return the error for a bot that failed in one of its methods other than `choose`.

    Args:
        bot: The name of the bot.
        seat: Its seat.
        doing: The name of the method.
        error: The error that the bot raised.
        where: The game, for example " in game 3 (seed 10)".
    """
    return BotError(
        f"The bot {bot!r} (player {seat + 1}) failed in {doing}{where}: {type(error).__name__}: {error}",
        False,
    )


def bot_error(
    bot: str, decision: Decision, choice: object, *, error: BaseException, where: str = ""
) -> BotError:
    """Return the error for a bot whose `choice` the rules refused, or that failed before making one (NO_ANSWER).

    Args:
        bot: The name of the bot.
        decision: The decision that it was asked.
        choice: Its answer, or NO_ANSWER.
        error: The error of the rules, or the one that the bot raised.
        where: The game, for example " in game 3 (seed 10)".
    """
    who = f"The bot {bot!r} (player {decision.seat + 1})"
    if choice is NO_ANSWER:
        return BotError(f"{who} failed at {decision.prompt!r}{where}: {type(error).__name__}: {error}", False)
    return BotError(f"{who} answered {decision.prompt!r} with {choice}{where}: {error}", True)


def answer_of(bot: Bot, state: State, decision: Decision) -> Choice:
    """Return a bot's answer, given only the view of the seat being asked."""
    if isinstance(bot, BlindBot):
        return bot.choose_blind(decision)
    return bot.choose(state.view(decision.seat), decision)


def observes(bot: Bot) -> bool:
    """Return whether a bot has an `observe` of its own."""
    own: object = type(bot).observe
    return own is not Bot.observe


def bot_seed(seed: int, seat: Seat, choices: int = 0) -> int:
    """Return the seed of a bot that joins a seat of the game with `seed` after `choices` choices.

    It depends on nothing else, so a game can be replayed with the same bots. It is a one-way hash: a bot that could
    compute the game's seed from its own would know every card.
    """
    facts = f"{seed} {seat} {choices}".encode()
    return int.from_bytes(blake2b(facts, digest_size=8, person=b"repulse bot").digest(), "big")
