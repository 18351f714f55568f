"""Charts are whole documents that show every figure at its place."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from repulse.charts import Chart, Dot, Line, Panel, dot_chart, line_chart, percent, ticks

SVG = "{http://www.w3.org/2000/svg}"


def read(chart: Chart) -> ElementTree.Element:
    assert chart._repr_svg_() == chart
    return ElementTree.fromstring(chart)


def test_dots_stand_on_one_scale_with_their_intervals() -> None:
    panels = [
        Panel("a < b", [Dot("low", 0.1, 0.0, 0.2, "10%"), Dot("high", 0.9, 0.8, 1.0)]),
        Panel("more", [Dot("middle", 0.5, 0.5, 0.5)]),
    ]
    drawn = read(dot_chart(panels, "Shares", format_value=percent, reference=0.5))
    low, high, middle = [float(dot.attrib["cx"]) for dot in drawn.iter(f"{SVG}circle")]
    assert low < middle < high
    assert middle == pytest.approx((low + high) / 2, abs=0.2)
    even = next(line for line in drawn.iter(f"{SVG}line") if line.attrib["class"] == "even")
    assert float(even.attrib["x1"]) == middle
    assert "a < b" in "".join(drawn.itertext())


def test_lines_go_from_the_first_place_to_the_last() -> None:
    drawn = read(line_chart([Line("one", [(0, 0.0), (10, 1.0)])], "Shares", [(0, "begin"), (10, "end")]))
    (line,) = drawn.iter(f"{SVG}polyline")
    (x1, y1), (x2, y2) = [map(float, point.split(",")) for point in line.attrib["points"].split()]
    assert x1 < x2
    assert y1 > y2, "a larger share stands higher"


def test_a_chart_of_nothing_is_a_chart() -> None:
    read(dot_chart([], "Nothing"))
    read(line_chart([], "Nothing", []))


@pytest.mark.parametrize(("low", "high"), [(0.19, 0.31), (1100, 1504), (0, 3), (-5, 5), (7, 7)])
def test_marks_are_few_and_inside(low: float, high: float) -> None:
    numbers = ticks(low, high)
    assert 1 <= len(numbers) <= 7
    assert all(low - 1e-9 <= mark <= high + 1e-9 for mark in numbers)
