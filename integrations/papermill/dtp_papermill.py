"""Parameters of notebooks in the DTP language, for papermill.

``papermill in.ipynb out.ipynb -p tp 4 -p bandwidth "400 Gb/s"`` writes a cell of ``let`` statements behind the cell
tagged ``parameters``. Numbers, truth values and lists are written as they are. A text is an expression of the language,
so that quantities and names can be given: ``80 GiB``, ``16Mi tokens``, ``tp8 with { micro_batch = 2 }``.
"""

import re

from papermill.engines import NBClientEngine
from papermill.models import Parameter
from papermill.translators import Translator, papermill_translators

__all__ = ["DtpTranslator", "NBClientEngine"]

# `let tp = 4  # devices of a tensor-parallel group`
LET = re.compile(r"^\s*let\s+(?P<name>\w+)\s*=\s*(?P<value>[^#\n]+?)\s*(?:#\s*(?P<help>.*))?$", re.MULTILINE)


class DtpTranslator(Translator):
    @classmethod
    def translate_none(cls, val):
        return "none"

    @classmethod
    def translate_str(cls, val):
        return val

    @classmethod
    def translate_list(cls, val):
        return "[" + ", ".join(cls.translate(one) for one in val) + "]"

    @classmethod
    def translate_dict(cls, val):
        raise TypeError(f"a parameter of a DTP notebook is a number, a text, a truth value or a list, not {val!r}")

    @classmethod
    def comment(cls, cmt_str):
        return f"# {cmt_str}".strip()

    @classmethod
    def assign(cls, name, str_val):
        return f"let {name} = {str_val}"

    @classmethod
    def inspect(cls, parameters_cell):
        """What ``papermill --help-notebook`` lists."""
        found = LET.finditer(parameters_cell["source"])
        return [Parameter(one["name"], "None", one["value"], one["help"] or "") for one in found]


papermill_translators.register("dtp", DtpTranslator)
