"""Figures as plotly's objects, and as points for matplotlib or any other library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Mapping, Sequence

from ._frames import needed

if TYPE_CHECKING:
    from plotly.graph_objects import Figure as PlotlyFigure  # type: ignore[import-untyped, unused-ignore]


@dataclass(frozen=True)
class Series:
    """Points of one line, or heights of one colour's bars. They are in the unit that the axis names."""

    label: str
    #: `bar` or `scatter`, and further types of Plotly for other figures.
    kind: str
    x: Sequence[Any]
    y: Sequence[Any]


@dataclass(frozen=True)
class FigureData:
    """What a figure draws."""

    title: str
    x_label: str
    y_label: str
    #: `linear` or `log`.
    x_scale: str
    y_scale: str
    #: True where bars stand on one another.
    stacked: bool
    series: tuple[Series, ...]


class Figure:
    """A figure of a `plot`."""

    def __init__(self, sent: Mapping[str, Any]) -> None:
        self._sent = sent
        self.title: str = sent["title"]
        self.caption: str | None = sent["caption"]

    def plotly(self) -> PlotlyFigure:
        """The figure as an object of plotly. Needs the package plotly."""
        figure: PlotlyFigure = needed("plotly.graph_objects").Figure(
            data=self._sent["data"], layout=self._sent["layout"]
        )
        return figure

    def data(self) -> FigureData:
        """Points and axes, for matplotlib or any other library."""
        layout = self._sent["layout"]
        x, y = layout.get("xaxis", {}), layout.get("yaxis", {})
        series = tuple(
            Series(str(trace.get("name") or ""), str(trace.get("type", "scatter")), trace["x"], trace["y"])
            for trace in self._sent["data"]
            if "x" in trace and "y" in trace
        )
        return FigureData(
            self.title,
            _label(x),
            _label(y),
            _scale(x),
            _scale(y),
            layout.get("barmode") in ("stack", "relative"),
            series,
        )

    def svg(self) -> str:
        """The figure as SVG."""
        svg: str = self._sent["svg"]
        return svg

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {
            "application/vnd.plotly.v1+json": {"data": self._sent["data"], "layout": self._sent["layout"]},
            "image/svg+xml": self.svg(),
            "text/plain": repr(self),
        }

    def __repr__(self) -> str:
        return f"<Figure {self.title}>"


def _label(axis: Mapping[str, Any]) -> str:
    title = axis.get("title", "")
    return str(title.get("text", "") if isinstance(title, Mapping) else title)


def _scale(axis: Mapping[str, Any]) -> str:
    return "log" if axis.get("type") == "log" else "linear"
