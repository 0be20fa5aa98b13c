"""The kernel in a terminal: `jupyter console`, in a pseudo-terminal of its own."""

import os
import re
import sys
import unittest

import pexpect
from support import KERNEL


class Console(unittest.TestCase):
    def setUp(self):
        # without colours and without drawing over lines: what is printed can be read back
        command = ["-m", "jupyter_console", "--kernel", KERNEL, "--simple-prompt"]
        command.append("--JupyterConsoleApp.confirm_exit=False")
        command.append("--ZMQTerminalInteractiveShell.kernel_timeout=60")
        self.console = pexpect.spawn(
            sys.executable,
            command,
            encoding="utf8",
            timeout=60,
            dimensions=(50, 120),
            env={**os.environ, "TERM": "dumb"},
        )
        self.addCleanup(self.console.close, force=True)

    def wait_for(self, text: str) -> str:
        self.console.expect(re.escape(text))
        return self.console.before

    def test_a_session(self):
        self.wait_for("In [1]:")
        self.console.sendline("1 GiB + 2 GiB")
        self.wait_for("Out[1]: 1 GiB + 2 GiB = 3 GiB")
        self.wait_for("In [2]:")
        # the simple prompt asks for one line at a time
        self.console.sendline("plan p { tp = 8, pp = 4 }")
        self.wait_for("In [3]:")
        self.console.sendline("show p")
        self.assertIn("tp", self.wait_for("In [4]:"))
        self.console.sendline("show nobody")
        said = self.wait_for("In [5]:")
        self.assertIn("nobody", said)
        self.assertIn("unknown-name", said)
        self.console.sendeof()
        self.console.expect(pexpect.EOF)
        self.console.wait()


if __name__ == "__main__":
    unittest.main()
