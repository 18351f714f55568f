"""Gymnasium: one seat for the learner, bots in all others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium

from repulse.bots import make_bot
from repulse.engine.bot import NO_ANSWER, Bot, answer_of, bot_error, bot_seed
from repulse.engine.contract import BadOptions, Seat
from repulse.env.naming import environments, gymnasium_name
from repulse.env.picking import Mask, Numbers, PickedGame


class SeatEnvironment(gymnasium.Env[Numbers, Any]):
    """A game against bots, as one seat plays it.

    `bots` are names (see `repulse.bot_names`): one for all other seats, or one for each of them in the order of the
    seats. An action that is not open forfeits the game, unless `forfeit` is false: then it is an IllegalChoice.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        of: str,
        *,
        seat: Seat = 0,
        bots: str | Sequence[str] = "sensible",
        scaled: bool = True,
        words: bool = False,
        forfeit: bool = True,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.play = PickedGame(of, options, scaled)
        """The game behind the arrays, for inspection."""
        others = [other for other in range(self.play.players) if other != seat]
        names = [bots] * len(others) if isinstance(bots, str) else list(bots)
        if not 0 <= seat < self.play.players:
            raise BadOptions(f"There is no seat {seat} in a game for {self.play.players}.")
        if len(names) != len(others):
            raise BadOptions(f"There are {len(others)} other seats, not {len(names)}.")
        self.seat = seat
        self.bots: dict[Seat, str] = dict(zip(others, names, strict=True))
        """The names of the bots by seat."""
        self.render_mode = render_mode
        self.observation_space = self.play.observation_space()
        self.action_space = self.play.action_space()
        self._words = words
        self._forfeit = forfeit
        self._seated: dict[Seat, Bot] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Deal the game of a seed, with new bots; `options` are ignored."""
        super().reset(seed=seed)
        self.play.deal(int(self.np_random.integers(2**63)) if seed is None else seed)
        self._seated = {
            seat: make_bot(name, self.play.game.name, bot_seed(self.play.seed, seat))
            for seat, name in self.bots.items()
        }
        for seat, bot in self._seated.items():
            bot.begin(self.play.game, self.play.options, seat)
        self._play_bots()
        return self.play.observation(self.seat), self._info()

    def step(self, action: Any) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Take the next pick of the learner, and play on to its next question."""
        play = self.play
        if self._forfeit and not play.is_open(self.seat, int(action)):
            play.forfeit(self.seat)
        else:
            play.pick({self.seat: int(action)})
            self._play_bots()
        over = not play.owing()
        reward = play.rewards()[self.seat] if over else 0.0
        ended, called_off = over and play.terminated(), over and play.truncated()
        return play.observation(self.seat), reward, ended, called_off and not ended, self._info()

    def action_masks(self) -> Mask:
        """1 for every action that is open now; also in the info, as `action_mask`."""
        return self.play.mask(self.seat)

    def words(self) -> dict[str, Any]:
        """What the learner is asked, in words for people."""
        return self.play.words(self.seat)

    def render(self) -> str:
        """The table in plain words, as a spectator sees it."""
        return self.play.table_text()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), **self.play.info(self.seat, self._words)}

    def _play_bots(self) -> None:
        """Let the bots answer until the learner is asked, or the game has ended."""
        while (owing := self.play.owing()) and self.seat not in owing:
            self._play_bot(owing[0])

    def _play_bot(self, seat: Seat) -> None:
        decision = self.play.state.decision(seat)
        answer: object = NO_ANSWER
        try:
            answer = choice = answer_of(self._seated[seat], self.play.state, decision)
            self.play.answer(seat, sorted(choice))
        except (Exception, SystemExit) as error:
            where = f" (seed {self.play.seed})"
            raise bot_error(self.bots[seat], decision, answer, error, where) from error


def register() -> None:
    """Make every environment known to Gymnasium, under names such as `repulse/galaxy-base-v0`."""
    for name, (game, options) in environments().items():
        ident = gymnasium_name(name)
        if ident not in gymnasium.registry:
            gymnasium.register(
                ident,
                f"{__name__}:SeatEnvironment",
                vector_entry_point="repulse.env.vector:SeatVectorEnvironment",
                kwargs={"of": game, **options},
            )
