"""DTP from Python: what training a neural network on a cluster will need.

    import dtp

    plan = dtp.evaluate("plan.dtp")        # a file, or a text of the language
    base = plan["base"]
    base.step_time                         # seconds
    base.with_({"plan.tp": 4}).memory.peak # bytes
    plan["sweep"].to_pandas()

Numbers are in base units: bytes, seconds, FLOP, tokens, dollars.
"""

from __future__ import annotations

from ._bridge import close
from ._errors import DtpError, NodeError, ProgramError
from ._evaluated import Diagnostic, Evaluated, Notebook, Output, evaluate
from ._figure import Figure, FigureData, Series
from ._questions import search, sweep
from ._values import Breakdown, Column, Function, Quantity, Row, Scenario, Table
from ._version import __version__
from .fields import Cluster, Device, Model, Plan, Queue, Record, Run, Tagged

__all__ = [
    "Breakdown",
    "Cluster",
    "Column",
    "Device",
    "Diagnostic",
    "DtpError",
    "Evaluated",
    "Figure",
    "FigureData",
    "Function",
    "Model",
    "NodeError",
    "Notebook",
    "Output",
    "Plan",
    "ProgramError",
    "Quantity",
    "Queue",
    "Record",
    "Row",
    "Run",
    "Scenario",
    "Series",
    "Table",
    "Tagged",
    "__version__",
    "close",
    "evaluate",
    "search",
    "sweep",
]


def load_ipython_extension(shell: object) -> None:
    """Adds the magics `%%dtp` and `%dtp`: `%load_ext dtp`."""
    from ._magics import load

    load(shell)
