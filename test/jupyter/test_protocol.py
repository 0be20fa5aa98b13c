"""Jupyter's own conformance suite. Not applicable: a pager (help is an output here). The language has no print; stdout is
what a program in a `%%ts` cell writes."""

import unittest

import jupyter_kernel_test
from support import KERNEL, PLAN


class Protocol(jupyter_kernel_test.KernelTests):
    kernel_name = KERNEL

    def setUp(self):
        # A program that runs notebooks. One that answers questions and names no cells is a console, whose progress is a
        # line that is written over.
        self.kc.allow_stdin = False

    language_name = "dtp"
    file_extension = ".dtp"

    code_hello_world = '%%ts\nconsole.log("hello, world")'
    # a NIC of 400 GB/s: implausible, so it is evaluated with a warning
    code_stderr = """\
import selene from "std/clusters"
cluster fast = selene with { scale_out = fat_tree(nic = 400 GB/s) }
"""
    completion_samples = [
        {"text": "plan p { sequence_par", "matches": {"sequence_parallel"}},
        {"text": "minimi", "matches": {"minimize"}},
    ]
    complete_code_samples = ["let a = 1", "plan p { tp = 8 }", "1 GiB + 2 GiB", ""]
    incomplete_code_samples = ["plan p {", "let a =", "show [1, 2"]
    invalid_code_samples = ["plan p { tp = 8 }}", "let = = 3"]
    # seconds of work: long enough on any machine to show its progress, which is cleared at the end
    code_clear_output = f"""{PLAN}
sweep wide = base
  for plan.seq_len in range(1_000, 2_999)
  for cluster.nodes in range(8, 320, step = 8)
  where mfu > 0%
"""
    code_generate_error = "show nobody"
    code_execute_result = [
        {"code": "1 GiB + 1 GiB", "result": "1 GiB + 1 GiB = 2 GiB"},
        {"code": "3 * 4", "result": "3 * 4 = 12"},
    ]
    code_display_data = [
        {"code": "show 3 GiB as MiB", "mime": "text/plain"},
        {"code": "show 3 GiB as MiB", "mime": "text/html"},
        {"code": "show 3 GiB as MiB", "mime": "text/markdown"},
        {"code": "show 3 GiB as MiB", "mime": "text/latex"},
    ]
    code_history_pattern = "1 GiB*"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "plan"


class Welcome(jupyter_kernel_test.IopubWelcomeTests):
    kernel_name = KERNEL
    support_iopub_welcome = True


if __name__ == "__main__":
    unittest.main()
