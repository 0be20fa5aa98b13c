"""A session as a user has it: results and figures, an error, a stop, a restart."""

import os
import signal
import time
import unittest

from jupyter_client.blocking.client import BlockingKernelClient
from support import ENDLESS, PLAN, begin, manager, run, start, text


class Session(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.km, cls.kc = start()
        reply, _ = run(cls.kc, PLAN)
        assert reply["status"] == "ok", reply

    @classmethod
    def tearDownClass(cls):
        cls.kc.stop_channels()
        cls.km.shutdown_kernel()

    def test_table_in_four_formats(self):
        reply, outputs = run(self.kc, "show base.memory as GiB")
        self.assertEqual(reply["status"], "ok", reply)
        data = outputs[0]["content"]["data"]
        self.assertLessEqual({"text/plain", "text/html", "text/markdown", "text/latex"}, set(data))
        self.assertIn("GiB", data["text/plain"])

    def test_figure_is_interactive_static_and_text(self):
        reply, outputs = run(self.kc, "plot base.memory")
        self.assertEqual(reply["status"], "ok", reply)
        figures = [m["content"]["data"] for m in outputs if "image/svg+xml" in m["content"].get("data", {})]
        self.assertEqual(len(figures), 1, [list(m["content"].get("data", {})) for m in outputs])
        self.assertIn("data", figures[0]["application/vnd.plotly.v1+json"])
        self.assertIn("<svg", figures[0]["image/svg+xml"])
        self.assertNotIn("image/png", figures[0])
        self.assertTrue(figures[0]["text/plain"].strip())

    def test_last_expression_is_the_result(self):
        reply, outputs = run(self.kc, "base.memory.peak")
        self.assertEqual(reply["status"], "ok", reply)
        self.assertEqual([m["msg_type"] for m in outputs], ["execute_result"])
        self.assertEqual(outputs[0]["content"]["execution_count"], reply["execution_count"])

    def test_error_has_code_frame(self):
        reply, outputs = run(self.kc, "plan wrong = seqsel with { micro_batches = 4 }\nshow base with wrong")
        self.assertEqual(reply["status"], "error")
        self.assertEqual(reply["ename"], "unknown-field")
        error = outputs[-1]
        self.assertEqual(error["msg_type"], "error")
        self.assertEqual(error["content"]["traceback"], reply["traceback"])
        frame = "\n".join(reply["traceback"])
        self.assertIn("micro_batches", frame)
        self.assertIn("micro_batch", frame)
        self.assertIn("\x1b[", frame)

    def test_endless_sweep_stops_and_state_stays(self):
        asked: list[float] = []

        def interrupt():
            asked.append(time.monotonic())
            self.km.interrupt_kernel()

        reply, _ = run(self.kc, ENDLESS, at_first=interrupt)
        print(f"\n  interrupted after {(time.monotonic() - asked[0]) * 1000:.0f} ms")
        self.assertEqual(reply["status"], "error", reply)
        self.assertEqual(reply["ename"], "interrupted")
        self.assertIn("rows", reply["evalue"])
        reply, outputs = run(self.kc, "base.memory.peak")
        self.assertEqual(reply["status"], "ok", "the definitions of earlier cells are gone")
        self.assertTrue(text(outputs[0]).strip())

    def test_what_a_stopped_sweep_has_is_shown_and_kept(self):
        """By the protocol's message and by a signal from outside, which stops the kernel wherever it is."""
        ways = {"message": self.km.interrupt_kernel}
        if os.name == "posix":
            ways["signal"] = lambda: os.kill(self.km.provisioner.pid, signal.SIGINT)
        show = "show endless { step_time }"
        for way, interrupt in ways.items():
            with self.subTest(way=way):
                _, outputs = run(self.kc, f"{ENDLESS}\n{show}", at_first=interrupt)
                shown = [text(output) for output in outputs if output["msg_type"] == "display_data"]
                self.assertRegex(shown[-1], r"interrupted after [\d,]+ of [\d,]+,\d{3} combinations")
                self.assertNotIn("no rows", shown[-1])
                reply, outputs = run(self.kc, show)
                self.assertEqual(reply["status"], "ok")
                self.assertIn("interrupted after", text(outputs[0]))
                self.assertNotIn("no rows", text(outputs[0]))


class Restart(unittest.TestCase):
    def test_restart_forgets_and_works_again(self):
        km, kc = start()
        try:
            self.assertEqual(run(kc, "let kept = 1")[0]["status"], "ok")
            asked = time.monotonic()
            km.restart_kernel(now=False)
            kc.wait_for_ready(timeout=60)
            print(f"\n  restarted after {(time.monotonic() - asked) * 1000:.0f} ms")
            self.assertEqual(run(kc, "kept")[0]["status"], "error")
            self.assertEqual(run(kc, "1 + 1")[0]["status"], "ok")
        finally:
            kc.stop_channels()
            km.shutdown_kernel()

    def test_restart_and_run_all_loses_no_output(self):
        km, kc = start()
        try:
            for _ in range(3):
                km.restart_kernel(now=False)
                kc.wait_for_ready(timeout=60)
                # all at once, as a notebook sends them
                sent = [kc.execute(f"show {at} * 2") for at in range(50)]
                seen: dict[str, list[str]] = {one: [] for one in sent}
                idle = None
                while idle != sent[-1]:
                    message = kc.get_iopub_msg(timeout=60)
                    parent = message["parent_header"].get("msg_id")
                    if message["msg_type"] == "display_data":
                        seen[parent].append(text(message))
                    elif message["content"].get("execution_state") == "idle":
                        idle = parent
                self.assertEqual([len(seen[one]) for one in sent], [1] * 50)
                self.assertIn("98", seen[sent[-1]][0])
        finally:
            kc.stop_channels()
            km.shutdown_kernel()

    def test_shutdown_ends_a_busy_kernel(self):
        km, kc = start()
        # what a slow machine needs to end by itself, before it is killed
        km.shutdown_wait_time = 60
        run(kc, PLAN)
        process = km.provisioner.process
        begin(kc, ENDLESS)
        asked = time.monotonic()
        km.shutdown_kernel(now=False)
        print(f"\n  ended after {(time.monotonic() - asked) * 1000:.0f} ms")
        self.assertEqual(process.returncode, 0, "it was killed")
        kc.stop_channels()

    def test_a_front_end_that_reconnects_is_answered(self):
        km, first = start()
        try:
            run(first, "let kept = 21")
            # the same session, so the same identity on the wire, as after a lost connection
            second = km.client()
            second.start_channels()
            second.wait_for_ready(timeout=60)
            self.assertEqual(run(second, "kept")[0]["status"], "ok")
            second.stop_channels()
        finally:
            first.stop_channels()
            km.shutdown_kernel()

    def test_two_front_ends_share_one_kernel(self):
        km, first = start()
        second = BlockingKernelClient()
        second.load_connection_file(km.connection_file)
        second.start_channels()
        try:
            second.wait_for_ready(timeout=60)
            run(first, "let shared = 21")
            _, outputs = run(second, "2 * shared")
            self.assertIn("42", text(outputs[0]))
            self.assertEqual(run(first, "shared")[0]["execution_count"], 3)
        finally:
            first.stop_channels()
            second.stop_channels()
            km.shutdown_kernel()


class Transport(unittest.TestCase):
    def check(self, **traits):
        km = manager()
        for name, value in traits.items():
            setattr(km, name, value)
        km.start_kernel()
        kc = km.client()
        kc.start_channels()
        try:
            kc.wait_for_ready(timeout=60)
            self.assertEqual(run(kc, "1 + 1")[0]["status"], "ok")
            self.assertTrue(kc.hb_channel.is_beating())
        finally:
            kc.stop_channels()
            km.shutdown_kernel()
        self.assertFalse(km.is_alive())

    def test_ipc(self):
        self.check(transport="ipc")

    def test_encrypted_tcp(self):
        self.check(transport_encryption="required")


if __name__ == "__main__":
    unittest.main()
