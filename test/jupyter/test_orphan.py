"""A kernel whose front end dies without a word ends itself, idle or busy."""

import os
import signal
import subprocess
import sys
import time
import unittest

PARENT = """
import sys, time
from support import begin, start, run, PLAN, ENDLESS
km, kc = start()
if sys.argv[1] == "busy":
    run(kc, PLAN)
    begin(kc, ENDLESS)
print(km.provisioner.process.pid, flush=True)
time.sleep(600)
"""


def alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


@unittest.skipUnless(sys.platform == "linux", "looks into /proc")
class Orphan(unittest.TestCase):
    def check(self, state: str):
        parent = subprocess.Popen(
            [sys.executable, "-c", PARENT, state], stdout=subprocess.PIPE, text=True, cwd=os.path.dirname(__file__)
        )
        assert parent.stdout
        pid = int(parent.stdout.readline())
        self.assertTrue(alive(pid))
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        parent.stdout.close()
        asked = time.monotonic()
        while alive(pid) and time.monotonic() - asked < 60:
            time.sleep(0.05)
        took = time.monotonic() - asked
        if alive(pid):
            os.kill(pid, signal.SIGKILL)
            self.fail("the kernel outlived its parent by a minute")
        print(f"\n  {state} kernel ended {took:.2f} s after its parent")

    def test_idle(self):
        self.check("idle")

    def test_busy(self):
        self.check("busy")


if __name__ == "__main__":
    unittest.main()
