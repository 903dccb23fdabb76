"""Plots as inline SVG: lines, bars, and bars that lie. Plain geometry; what they show is escaped here."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

from memoryd.cli.text import printable, shorten

WIDTH, HEIGHT = 360, 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 66, 8, 10, 24
_ROW = 34


class Point(NamedTuple):
    """A value, and where it stands on the axis below."""

    at: float
    value: float
    label: str


class Bar(NamedTuple):
    """A value with its name, and how the value is written."""

    name: str
    value: float
    text: str
    style: str = "a"


def said(text: object) -> str:
    """Text for HTML: nothing in it is markup."""
    return escape(printable(str(text)))


def figure(title: str, note: str, svg: str) -> str:
    """A card with a plot, and a sentence below it."""
    return f"<figure><figcaption>{said(title)}</figcaption>{svg}<p>{said(note)}</p></figure>"


def line(points: Sequence[Point], name: str, show: Callable[[float], str], top: float | None = None) -> str:
    """A line through the points, each a dot where there are few; `top`: where the scale ends."""
    if not points:
        return _empty(name)
    low, high = points[0].at, points[-1].at
    most = top if top is not None else nice(max(point.value for point in points))
    across, up = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM

    def place(point: Point) -> tuple[float, float]:
        x = _LEFT + (across * (point.at - low) / (high - low) if high > low else across / 2)
        return x, _TOP + up * (1 - point.value / most if most else 1)

    places = [place(point) for point in points]
    drawn = _grid(most, show)
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    drawn += f'<polyline class="line" points="{path}"/>'
    if len(points) <= 60:
        dots = zip(points, places, strict=True)
        for point, (x, y) in dots:
            told = f"<title>{said(f'{point.label}: {show(point.value)}')}</title>"
            drawn += f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="3">{told}</circle>'
    drawn += _below(_LEFT, points[0].label, "start")
    if high > low:
        drawn += _below(WIDTH - _RIGHT, points[-1].label, "end")
    return _svg(name, drawn)


def bars(values: Sequence[Bar], name: str, show: Callable[[float], str]) -> str:
    """Bars that stand; the first, the last and every fifth are named when there are many."""
    if not any(bar.value for bar in values):
        return _empty(name)
    most = nice(max(bar.value for bar in values))
    across, up = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM
    step = across / len(values)
    drawn = _grid(most, show)
    for number, bar in enumerate(values):
        height = up * bar.value / most
        x = _LEFT + number * step
        drawn += (
            f'<rect class="{bar.style}" x="{x + step * 0.1:.1f}" y="{_TOP + up - height:.1f}" width="{step * 0.8:.1f}" '
            f'height="{height:.1f}"><title>{said(f"{bar.name}: {bar.text}")}</title></rect>'
        )
        if len(values) <= 8 or number % 5 == 0:
            drawn += _below(x + step / 2, bar.name, "middle")
    return _svg(name, drawn)


def rows(values: Sequence[Bar], name: str, least: float) -> str:
    """Bars that lie, on a scale of powers of ten from `least`; name above, value behind."""
    if not values:
        return _empty(name)
    span = math.log10(max(*(bar.value for bar in values), least * 10) / least)
    drawn = ""
    for number, bar in enumerate(values):
        y = number * _ROW
        width = max(2.0, (WIDTH - 130) * math.log10(max(bar.value, least) / least) / span)
        drawn += f'<text x="0" y="{y + 12}">{said(shorten(bar.name, 46))}</text>'
        drawn += f'<rect class="{bar.style}" x="0" y="{y + 17}" width="{width:.1f}" height="11"/>'
        drawn += f'<text x="{width + 5:.1f}" y="{y + 27}">{said(bar.text)}</text>'
    return _svg(name, drawn, len(values) * _ROW)


def share(parts: Sequence[Bar], name: str) -> str:
    """One bar of parts of a whole, and what each is."""
    whole = sum(part.value for part in parts)
    if whole <= 0:
        return _empty(name)
    drawn, x = "", 0.0
    for number, part in enumerate(parts):
        width = WIDTH * part.value / whole
        drawn += f'<rect class="{part.style}" x="{x:.1f}" y="4" width="{max(width, 0.5):.1f}" height="26"/>'
        x += width
        y = 52 + number * 20
        drawn += f'<rect class="{part.style}" x="0" y="{y - 10}" width="11" height="11"/>'
        drawn += f'<text x="18" y="{y}">{said(f"{part.name}: {part.text}")}</text>'
    return _svg(name, drawn, 46 + 20 * len(parts))


def nice(value: float) -> float:
    """The end of a scale: 1, 2 or 5 times a power of ten, and not below the value."""
    if value <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= value * (1 - 1e-9))


def _grid(most: float, show: Callable[[float], str]) -> str:
    up = HEIGHT - _TOP - _BOTTOM
    drawn = ""
    for part in (0.0, 0.5, 1.0):
        y = _TOP + up * (1 - part)
        drawn += f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        drawn += (
            f'<text class="axis" x="{_LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">{said(show(most * part))}</text>'
        )
    return drawn


def _below(x: float, text: str, anchor: str) -> str:
    return f'<text class="axis" x="{x:.1f}" y="{HEIGHT - 6}" text-anchor="{anchor}">{said(text)}</text>'


def _empty(name: str) -> str:
    return _svg(name, f'<text x="{WIDTH / 2}" y="30" text-anchor="middle">nothing yet</text>', 50)


def _svg(name: str, drawn: str, height: float = HEIGHT) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{said(name)}">{drawn}</svg>'
