"""The notebooks of the documentation run as they stand, hold no outputs, and draw what they talk about."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.docs.notebooks import notebook_page, read_cells

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "docs" / "tutorials").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.slow
def test_a_notebook_runs_and_draws(path: Path) -> None:
    page = notebook_page(path)
    assert page.startswith("# ")
    assert page.count("<svg") > 10, "positions, cards and charts"
    assert "src=" not in page, "nothing is fetched from anywhere"


@pytest.mark.source_only
def test_notebooks_are_kept_without_outputs() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["first-bot", "what-wins"]
    for path in NOTEBOOKS:
        assert '"outputs": []' in path.read_text(encoding="utf-8")
        assert {cell.kind for cell in read_cells(path)} == {"markdown", "code"}
        assert '"output_type"' not in path.read_text(encoding="utf-8")
