"""The games in TextArena: every seat is an agent that reads and writes text.

    import textarena, repulse.env.text.textarena
    env = textarena.make("Repulse-galaxy-base-v0")
    env.reset(num_players=3, seed=7)

Importing this module registers an environment per mode. It needs the extra `textarena`.
"""

from __future__ import annotations

from secrets import randbits
from typing import Any, Final

import textarena
from textarena import ObservationType
from textarena.envs.registration import ENV_REGISTRY
from textarena.state import FFAMultiPlayerState

from repulse.engine.contract import Seat
from repulse.env.core import ILLEGAL_REWARD
from repulse.env.naming import environments
from repulse.env.text.guide import how_to_play
from repulse.env.text.table import ReplyError, TextTable

ERROR_ALLOWANCE: Final = 2
"""The number of wrong replies in a row that an agent may give; the next one ends the game, and the others share the win."""


class TextArenaEnvironment(textarena.Env):  # type: ignore[misc]
    """A game for agents in all seats; seats that answer at the same time are asked one after the other, in secret."""

    def __init__(
        self,
        of: str,
        *,
        rules: bool = True,
        language: str = "en",
        error_allowance: int = ERROR_ALLOWANCE,
        **options: object,
    ) -> None:
        """Create the environment.

        Args:
            of: The name of the game.
            rules: Whether the rules are part of the first observation.
            language: The language of all texts.
            error_allowance: The number of wrong replies in a row that are corrected before the game is lost.
            options: The options of the game, without `players`, which `reset` sets.
        """
        self.game = of
        self.rules = rules
        self.language = language
        self.error_allowance = error_allowance
        self.options = options
        self.table: TextTable | None = None
        self.state: Any = None

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Deal a game; without a seed, a random one."""
        # TextArena's own state seeds the global random stream, which this environment must not change.
        self.state = FFAMultiPlayerState(num_players=num_players, error_allowance=self.error_allowance)
        options = {**self.options, "players": num_players}
        table = TextTable(
            self.game, options, seed=randbits(32) if seed is None else seed, language=self.language
        )
        self.table = table
        introduction = how_to_play(self.game, options, language=self.language, rules=self.rules)
        self.state.reset(game_state={}, player_prompt_function=lambda player_id, game_state: introduction)
        self._ask(table)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Take the reply of the current agent.

        Raises:
            RuntimeError: No game is in play.
        """
        table = self.table
        if table is None or self.state.done:
            raise RuntimeError("Call reset before step: no game is in play.")
        seat: Seat = self.state.current_player_id
        self._say(seat, action, ObservationType.PLAYER_ACTION, speaker=seat)
        try:
            looked_up = table.reply(seat, action)
        except ReplyError as error:
            if self.state.set_invalid_move(reason=str(error)):
                self._forfeit(seat, table.players)
        else:
            if looked_up:
                self._say(seat, looked_up, ObservationType.GAME_MESSAGE)
            elif table.is_over():
                rewards = dict(enumerate(table.rewards()))
                self.state.set_game_outcome(reward_dict=rewards, reason=table.result())
            else:
                self._ask(table)
        done, info = self.state.step(rotate_player=False)
        return done, info

    def _ask(self, table: TextTable) -> None:
        """Show the next seat its observation."""
        seat = table.pending()
        assert seat is not None, "the game is not over"
        self.state.manually_set_current_player_id(seat)
        self._say(seat, table.observation(seat), ObservationType.GAME_BOARD)

    def _say(self, seat: Seat, text: str, kind: ObservationType, *, speaker: int = textarena.GAME_ID) -> None:
        """Show a text to one seat alone: nothing that is said may reach the others."""
        self.state.add_observation(message=text, observation_type=kind, from_id=speaker, to_id=seat)

    def _forfeit(self, seat: Seat, players: int) -> None:
        rewards = dict.fromkeys(range(players), 1 / (players - 1)) | {seat: ILLEGAL_REWARD}
        self.state.set_game_outcome(reward_dict=rewards, reason=f"Player {seat} gave no legal answer.")


def environment_id(name: str) -> str:
    """Return TextArena's name of an environment, such as `Repulse-galaxy-base-v0`."""
    return f"Repulse-{name.replace('_', '-')}"


def register() -> None:
    """Register an environment per mode with TextArena; `reset` says how many players there are."""
    for name, (game, options) in environments().items():
        env_id = environment_id(name)
        if "players" not in options and env_id not in ENV_REGISTRY:
            textarena.register(id=env_id, entry_point=TextArenaEnvironment, of=game, **options)


register()
