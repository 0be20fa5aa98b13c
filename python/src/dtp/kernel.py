"""The Jupyter kernel of the wheel: `python -m dtp.kernel` with the arguments of `dtp kernel install`'s spec.

An argument that names a script of the build is replaced by its path.
"""

from __future__ import annotations

import sys

from ._command import run_node
from ._node import script

if __name__ == "__main__":
    run_node([script(one) if one == "kernel.cjs" else one for one in sys.argv[1:]])
