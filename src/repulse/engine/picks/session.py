"""A game in play that is answered pick by pick: what environments, self-play and search of nets have in common."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Choice, Decision, IllegalChoice, Seat, State
from repulse.engine.learning import FeatureWriter, Learning
from repulse.engine.picks.space import DONE, ActionSpace, Picker

GAME_OVER: Final[Seat] = -1
"""In place of a seat, when the game has ended."""

NO_END: Final = 1 << 30
"""Upper bound on the rounds of a game."""


class PickSession:
    """A game in play, in which every seat that owes an answer gives it pick by pick.

    Decisions with only one possible answer are answered at once, as they are for bots, and so are picks to which there is
    no alternative. Of several seats that owe an answer the lowest is asked first; the others may be before it.
    """

    def __init__(
        self, learning: Learning, state: State, last_round: int = NO_END, *, like: PickSession | None = None
    ) -> None:
        self.learning = learning
        self.last_round = last_round
        """No decisions are requested after this round."""
        self._spare: list[Picker] = []
        if like is None:
            self.space: ActionSpace = learning.action_space(state)
            self.begin(state)
        else:
            self.space = like.space
            self.state = state
            self.seat: Seat = like.seat
            """The lowest seat that is to pick."""
            self._pickers: list[Picker | None] = [
                None if picker is None else picker.clone() for picker in like._pickers
            ]
            self._forget_features()

    def begin(self, state: State) -> None:
        """Continue from another position of the same configuration."""
        self.state = state
        self.seat = GAME_OVER
        self._pickers = [None] * state.players
        self._spare = []
        self._forget_features()
        self._ask()

    def _forget_features(self) -> None:
        """Write the next features from nothing, with a writer that is made when it is first needed."""
        self._writer: FeatureWriter | None = None
        self._written: bytearray | None = None
        self._written_for: Decision | None = None
        self._written_picks = 0

    def clone(self) -> PickSession:
        """Return an independent copy; the log is not copied."""
        return PickSession(self.learning, self.state.clone(), self.last_round, like=self)

    def restore(self, seat: Seat, picked: list[int]) -> None:
        """Set a seat's partial answer to exactly these picks."""
        picker = self._pickers[seat]
        if picker is not None and picker.picked != picked:
            picker.restore(picked)

    # --- what is asked ---

    def owing(self) -> list[Seat]:
        """Return the seats that are to pick, lowest first; none when the game has ended."""
        return [seat for seat in range(self.state.players) if self._pickers[seat] is not None]

    def decision(self, seat: Seat) -> Decision | None:
        """Return the pending decision of a seat, if any."""
        picker = self._pickers[seat]
        return None if picker is None else picker.decision

    def picked(self, seat: Seat) -> list[int]:
        """Return the picks of the answer that a seat is giving."""
        picker = self._pickers[seat]
        return [] if picker is None else picker.picked[:]

    def is_legal(self, seat: Seat, action: int) -> bool:
        """Return whether a seat may pick an action; one that is asked nothing may pick DONE, which does nothing."""
        picker = self._pickers[seat]
        return action == DONE if picker is None else picker.is_legal(action)

    def legal_actions(self, seat: Seat) -> list[int]:
        """Return every action that is open to a seat, lowest first."""
        picker = self._pickers[seat]
        return [DONE] if picker is None else picker.legal_actions()

    def mask(self, seat: Seat, out: bytearray) -> None:
        """Write 1 for every action that is open to a seat, 0 for all others."""
        picker = self._pickers[seat]
        if picker is None:
            out[:] = self.space.empty_mask
            out[DONE] = 1
        else:
            out[:] = picker.legal

    def features(self, seat: Seat, out: bytearray) -> None:
        """Write the position as seen by a seat with a pending decision."""
        picker = self._pickers[seat]
        assert picker is not None
        decision = picker.decision
        picked = picker.picked
        count = len(picked)
        writer = self._writer
        if writer is None:
            writer = self._writer = self.learning.feature_writer(self.state)
        if out is self._written and decision is self._written_for and count == self._written_picks + 1:
            writer.write_pick(self.state, decision, picked, out)
        else:
            writer.write(self.state, decision, picked, out)
        self._written = out
        self._written_for = decision
        self._written_picks = count

    # --- playing ---

    def pick(self, seat: Seat, action: int) -> None:
        """Apply the next pick of a seat, and play on.

        Raises:
            IllegalChoice: It is not open; nothing has changed.
        """
        if self.push(seat, action):
            self.commit([seat])

    def push(self, seat: Seat, action: int) -> bool:
        """Apply the next pick of a seat; return whether its answer is complete. It then waits for `commit`."""
        picker = self._pickers[seat]
        if picker is None or not picker.is_legal(action):
            if picker is None and action == DONE:
                return False
            raise self.illegal_action(seat, action)
        picker.push(action)
        picker.apply_forced_picks()
        return picker.finished()

    def commit(self, seats: list[Seat]) -> None:
        """Apply the answers of seats whose picks are complete, and play on."""
        for seat in seats:
            picker = self._pickers[seat]
            assert picker is not None
            self._pickers[seat] = None
            self._spare.append(picker)
            self.state.apply(seat, picker.choice())
        self._ask()

    def answer(self, seat: Seat, choice: Choice) -> None:
        """Apply a whole answer, such as that of a bot.

        Raises:
            IllegalChoice: The rules refuse it; nothing has changed.
        """
        self.state.apply(seat, choice)
        self._pickers[seat] = None
        self._ask()

    def stop(self) -> None:
        """Stop: no further decisions are requested."""
        self.seat = GAME_OVER
        self._pickers = [None] * self.state.players

    def _ask(self) -> None:
        """Request the next decisions, after answering forced ones."""
        state = self.state
        pickers = self._pickers
        while True:
            if state.owing == 0 or state.round_number() > self.last_round:
                self.stop()
                return
            lowest = GAME_OVER
            again = False
            for seat in range(state.players):
                if not state.owing >> seat & 1:
                    continue
                if pickers[seat] is None and not self._ask_seat(seat):
                    again = True
                    break
                if lowest == GAME_OVER:
                    lowest = seat
            if not again:
                self.seat = lowest
                return

    def _ask_seat(self, seat: Seat) -> bool:
        """Request the decision of a seat; or answer it and return False, if it is forced."""
        if self.state.apply_forced(seat):
            return False
        decision = self.state.decision(seat)
        if self._spare:
            picker = self._spare.pop()
            picker.begin(decision)
        else:
            picker = Picker(self.space, decision)
        picker.apply_forced_picks()
        if picker.finished():
            self.state.apply(seat, picker.choice())
            return False
        self._pickers[seat] = picker
        return True

    def illegal_action(self, seat: Seat, action: int) -> IllegalChoice:
        """Return why an action that is not open is refused."""
        decision = self.decision(seat)
        when = f"at {decision.prompt!r}" if decision else "while it is asked nothing"
        space = self.space
        name = space.names[action] if 0 <= action < space.size else "there is no such action"
        message = f"Action {action} ({name}) is not open to seat {seat} {when}."
        return IllegalChoice("not-offered", {"action": action, "seat": seat}, message)
