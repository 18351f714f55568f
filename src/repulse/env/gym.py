"""Gymnasium: one seat for the learner, bots in all others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium

from repulse.bots import make_bot
from repulse.engine.bot import Bot, bot_seed
from repulse.engine.contract import BadOptions, Seat
from repulse.env.core import RENDER_MODES, EnvCore, Mask, Numbers, check_render_mode, play_bot
from repulse.env.naming import environments, gymnasium_name


class SeatEnvironment(gymnasium.Env[Numbers, Any]):
    """A game against bots from the view of one seat."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        of: str,
        *,
        seat: Seat = 0,
        bots: str | Sequence[str] = "sensible",
        scaled: bool = True,
        texts: bool = False,
        forfeit: bool = True,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """Create the environment.

        Args:
            of: The name of the game.
            seat: The seat of the learner.
            bots: The bot of all other seats, or one per seat in order; see `repulse.bot_names`.
            scaled: Whether observations are floats of about 1 at most, rather than bytes.
            texts: Whether infos have the question, its options and the scores as texts; this costs time.
            forfeit: Whether an illegal action forfeits the game, rather than raising IllegalChoice.
            render_mode: `ansi`, or None.
            options: The options of the game, such as `players`.

        Raises:
            BadOptions: The options do not fit the game.
            RepulseError: A bot cannot be made.
        """
        self.core = EnvCore(of, options, scaled=scaled)
        """The game behind the arrays."""
        others = [other for other in range(self.core.players) if other != seat]
        names = [bots] * len(others) if isinstance(bots, str) else list(bots)
        if not 0 <= seat < self.core.players:
            raise BadOptions(f"There is no seat {seat} in a game for {self.core.players}.")
        if len(names) != len(others):
            raise BadOptions(f"There are {len(others)} other seats, not {len(names)}.")
        self.seat = seat
        self.bots: dict[Seat, str] = dict(zip(others, names, strict=True))
        """The name of the bot in each other seat."""
        self.render_mode = check_render_mode(render_mode)
        # Fail here rather than in the middle of training.
        for name in dict.fromkeys(names):
            make_bot(name, self.core.game.name, 0)
        self.observation_space = self.core.observation_space()
        self.action_space = self.core.action_space()
        self._texts = texts
        self._forfeit = forfeit
        self._seated: dict[Seat, Bot] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Start the game of a seed with new bots; `options` are ignored."""
        super().reset(seed=seed)
        self.core.deal(int(self.np_random.integers(2**63)) if seed is None else seed)
        self._seated = {
            seat: make_bot(name, self.core.game.name, bot_seed(self.core.seed, seat))
            for seat, name in self.bots.items()
        }
        for seat, bot in self._seated.items():
            bot.begin(self.core.game, self.core.options, seat)
        self._play_bots()
        return self.core.observation(self.seat), self._info()

    def step(self, action: Any) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Apply the pick of the learner, and play until its next decision."""
        core = self.core
        if self._forfeit and not core.is_legal(self.seat, int(action)):
            core.forfeit(self.seat)
        else:
            core.pick({self.seat: int(action)})
            self._play_bots()
        over = not core.owing()
        reward = core.rewards()[self.seat] if over else 0.0
        terminated, truncated = over and core.terminated(), over and core.truncated()
        return core.observation(self.seat), reward, terminated, truncated and not terminated, self._info()

    def action_masks(self) -> Mask:
        """Return 1 for every legal action; also in the info, as `action_mask`."""
        return self.core.mask(self.seat)

    def texts(self) -> dict[str, Any]:
        """Return the pending decision of the learner as texts for people."""
        return self.core.texts(self.seat)

    def render(self) -> str:
        """Return the table as plain text, from the view of a spectator."""
        return self.core.table_text()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), **self.core.info(self.seat, texts=self._texts)}

    def _play_bots(self) -> None:
        """Let the bots answer until the learner has a decision, or the game has ended."""
        while (owing := self.core.owing()) and self.seat not in owing:
            seat = owing[0]
            play_bot(self.core, seat, bot=self._seated[seat], name=self.bots[seat], seed=self.core.seed)


def register() -> None:
    """Register every environment with Gymnasium, under names such as `repulse/galaxy-base-v0`."""
    for name, (game, options) in environments().items():
        env_id = gymnasium_name(name)
        if env_id not in gymnasium.registry:
            gymnasium.register(
                env_id,
                f"{__name__}:SeatEnvironment",
                vector_entry_point="repulse.env.vector:SeatVectorEnvironment",
                kwargs={"of": game, **options},
            )
