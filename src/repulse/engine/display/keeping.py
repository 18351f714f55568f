"""Questions that the rules put as what to discard, and that people answer with what they keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from repulse.engine.contract import Choice, Decision, IllegalChoice


@dataclass(frozen=True)
class Keeping:
    """A decision that is answered by the options that are kept. The answer itself is always the rest."""

    count: int
    """The number of options to keep."""
    held: Sequence[int] = ()
    """Options that are kept unless their player gives them up, such as the cards held before a draw."""

    @property
    def new(self) -> int:
        """Return the number of options to keep besides those held."""
        return self.count - len(self.held)

    def rest(self, decision: Decision, kept: Sequence[int]) -> Choice:
        """Return the answer that keeps `kept`: all that is kept, or only what is kept besides the options held.

        Raises:
            IllegalChoice: `keep-count` for another number of options, `keep-new` if an option that is held anyway stands
                for a new one, `twice` for more copies of one option than there are.
        """
        if len(kept) not in (self.count, self.new):
            raise IllegalChoice("keep-count", {"n": self.new, "count": len(kept)})
        remaining = Counter(kept)
        if len(kept) < self.count:
            remaining.update(self.held)
        offered = Counter(decision.options)
        if remaining - offered and len(kept) < self.count:
            raise IllegalChoice("keep-new", {"n": self.new, "all": self.count})
        if remaining - offered:
            raise IllegalChoice("twice")
        return sorted((offered - remaining).elements())

    def split(self, decision: Decision, choice: Choice) -> tuple[list[int], list[int]]:
        """Return what an answer keeps besides the options held, and which of those it gives up."""
        held = Counter(self.held)
        given_up = list((held & Counter(choice)).elements())
        still_held = list((held - Counter(choice)).elements())
        return _without(_without(decision.options, choice), still_held), given_up


def _without(values: Sequence[int], others: Sequence[int]) -> list[int]:
    """Return the values, in their order, that remain when others are taken away, copy by copy."""
    gone = Counter(others)
    rest = []
    for value in values:
        if gone[value]:
            gone[value] -= 1
        else:
            rest.append(value)
    return rest
