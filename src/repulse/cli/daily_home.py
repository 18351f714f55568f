"""Where the command line keeps the tries of deals of the day, with their results, and par that was computed."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from repulse.cli import saves
from repulse.daily import Deal, DealResult, Par, par_version
from repulse.engine.contract import RepulseError
from repulse.files import write_atomically


@dataclass
class DailyHome:
    """The files of this user's deals of the day."""

    folder: Path = field(default_factory=lambda: saves.home() / "daily")

    @property
    def _history_file(self) -> Path:
        return self.folder / "history.json"

    def results(self) -> list[DealResult]:
        """Return the results of rated tries, the oldest first.

        Raises:
            RepulseError: The file is damaged.
        """
        rows = self._read().get("results", [])
        try:
            return [DealResult.from_data(row) for row in rows]
        except (TypeError, KeyError, AttributeError) as error:
            raise RepulseError(f"{self._history_file} is damaged: {error}.") from error

    def result_of(self, deal: Deal) -> DealResult | None:
        """Return the result of the rated try of a deal; None as long as it is not over."""
        return next((result for result in self.results() if result.deal == deal.id), None)

    def keep(self, result: DealResult) -> None:
        """Store a result; that of a deal with a result already only gains its par."""
        results = {row.deal: row for row in self.results()}
        old = results.get(result.deal)
        if old is not None and (old.score, old.place) != (result.score, result.place):
            return
        results[result.deal] = result
        rows = [row.to_data() for row in sorted(results.values(), key=lambda row: (row.day, row.deal))]
        write_atomically(self._history_file, json.dumps({"results": rows}, indent=1))

    def place_of(self, deal: Deal) -> Path:
        """Return the file of the rated try of a deal, while it is not over."""
        return self.folder / f"{deal.id.replace('/', '-')}.json"

    def free_place_of(self, deal: Deal) -> Path:
        """Return the file of a free try of a deal."""
        return self.folder / f"{deal.id.replace('/', '-')}-free.json"

    def par_of(self, deal: Deal) -> Par | None:
        """Return par of a deal, if it was computed here with the same rules and bots."""
        stored = self._read_json(self._par_file(deal))
        if stored.get("version") != par_version(deal):
            return None
        return Par.from_data(stored["par"])

    def keep_par(self, deal: Deal, par: Par) -> None:
        """Store par of a deal."""
        data = {"version": par_version(deal), "par": par.to_data()}
        write_atomically(self._par_file(deal), json.dumps(data))

    def _par_file(self, deal: Deal) -> Path:
        return self.folder / "par" / f"{deal.id.replace('/', '-')}.json"

    def _read(self) -> dict[str, Any]:
        return self._read_json(self._history_file)

    @staticmethod
    def _read_json(path: Path) -> dict[str, Any]:
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise RepulseError(f"{path} is damaged: {error}.") from error
        if not isinstance(data, dict):
            raise RepulseError(f"{path} is damaged: it is no object.")
        return data
