"""A session as VS Code's Jupyter extension has it: what it sends that other front ends do not, and what it makes of answers.

Its sources are microsoft/vscode-jupyter: `cellExecution.ts` (a cell's request, its metadata), `helpers.ts` of
`src/kernels/execution` (the order of formats) and of `src/kernels` (what it runs behind the page)."""

import unittest
from fnmatch import fnmatch
from typing import Any

from support import ENDLESS, PLAN, begin, display_id, left_on_page, start, text

# the formats that it prefers, best first
ORDER = ["application/vnd.*", "text/html", "text/latex", "text/markdown", "image/png", "image/svg+xml", "text/plain"]


def drawn(data: dict[str, Any]) -> str:
    """The format of a bundle that it draws."""
    return min(data, key=lambda mime: [fnmatch(mime, one) for one in [*ORDER, "*"]].index(True))


class VsCode(unittest.TestCase):
    def setUp(self):
        self.km, self.kc = start()
        self.addCleanup(self.km.shutdown_kernel)
        self.addCleanup(self.kc.stop_channels)

    def ask(self, kind: str, content: dict[str, Any], metadata: dict[str, Any] | None = None, channel: str = "shell") -> str:
        message = self.kc.session.msg(kind, content, metadata=metadata or {})
        getattr(self.kc, f"{channel}_channel").send(message)
        return message["header"]["msg_id"]

    def answer(self, asked: str, channel: str = "shell") -> dict[str, Any]:
        while True:
            reply = getattr(self.kc, f"get_{channel}_msg")(timeout=60)
            if reply["parent_header"].get("msg_id") == asked:
                return reply["content"]

    def cell(self, code: str, at: int, **more: Any) -> str:
        """A cell's request: every cell runs, whatever became of those above it; its id is its document's address."""
        content = {"code": code, "silent": False, "stop_on_error": False, "allow_stdin": True, "store_history": True}
        address = f"vscode-notebook-cell:/home/me/plan%20one.ipynb#W{at}sZmlsZQ%3D%3D"
        return self.ask("execute_request", {**content, "user_expressions": {}, **more}, {"cellId": address})

    def page(self, asked: str) -> list[dict[str, Any]]:
        messages = []
        while True:
            message = self.kc.get_iopub_msg(timeout=60)
            if message["parent_header"].get("msg_id") != asked:
                continue
            messages.append(message)
            if message["content"].get("execution_state") == "idle":
                return left_on_page(messages)

    def run_cell(self, code: str, at: int, **more: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        asked = self.cell(code, at, **more)
        page = self.page(asked)
        return self.answer(asked), page

    def test_its_first_questions(self):
        """On start, and again when it connects anew; widgets ask which comms there are."""
        for _ in range(2):
            info = self.answer(self.ask("kernel_info_request", {}))
            self.assertEqual((info["status"], info["language_info"]["name"]), ("ok", "dtp"))
            # no debugger: it offers none
            self.assertFalse(info["debugger"])
            self.assertNotIn("debugger", info["supported_features"])
        comms = self.answer(self.ask("comm_info_request", {"target_name": "jupyter.widget"}))
        self.assertEqual(comms, {"status": "ok", "comms": {}})
        debug = {"type": "request", "command": "debugInfo", "seq": 1}
        refused = self.answer(self.ask("debug_request", debug, channel="control"), "control")
        self.assertEqual(refused["status"], "error")

    def test_all_cells_run_though_one_fails(self):
        asked = [self.cell(code, at) for at, code in enumerate([PLAN, "show nobody", "base.plan.tp"])]
        self.assertEqual([self.answer(one)["status"] for one in asked], ["ok", "error", "ok"])

    def test_tables_are_html_and_figures_plotly(self):
        self.run_cell(PLAN, 0)
        _, table = self.run_cell("show base.memory as GiB", 1)
        self.assertEqual(drawn(table[0]["content"]["data"]), "text/html")
        _, figure = self.run_cell("plot base.memory", 2)
        data = figure[-1]["content"]["data"]
        self.assertEqual(drawn(data), "application/vnd.plotly.v1+json")
        # without the extension that draws it, the picture comes before words
        self.assertEqual(drawn({mime: data[mime] for mime in data if "plotly" not in mime}), "image/svg+xml")

    def test_what_runs_behind_the_page_leaves_no_trace(self):
        """Startup code and the like: not counted, not in the history."""
        first, _ = self.run_cell("let a = 1", 0)
        hidden, page = self.run_cell("a + 1", 1, store_history=False)
        self.assertEqual((hidden["status"], len(page)), ("ok", 1))
        silent, page = self.run_cell("a + 2", 1, silent=True, store_history=False)
        self.assertEqual((silent["status"], page), ("ok", []))
        last, _ = self.run_cell("a", 2)
        self.assertEqual(last["execution_count"], first["execution_count"] + 1)
        tail = {"hist_access_type": "tail", "n": 9, "output": False, "raw": True}
        kept = self.answer(self.ask("history_request", tail))
        self.assertEqual([source for _, _, source in kept["history"]], ["let a = 1", "a"])

    def test_a_cell_that_ran_again_is_the_same_cell(self):
        """Its address is its id: what it defined is defined anew, and not a second time."""
        self.run_cell("let a = 1", 0)
        self.run_cell("let a = 2", 0)
        _, page = self.run_cell("a", 1)
        self.assertIn("2", text(page[-1]))

    def test_it_asks_while_a_cell_works_and_interrupts_by_message(self):
        self.run_cell(PLAN, 0)
        busy = begin(self.kc, ENDLESS)
        completes = self.ask("complete_request", {"code": "base.mem", "cursor_pos": 8})
        hovers = self.ask("inspect_request", {"code": "base.memory", "cursor_pos": 8, "detail_level": 0})
        # not behind the cell: on the channel of its own
        info = self.answer(self.ask("kernel_info_request", {}, channel="control"), "control")
        self.assertEqual(info["status"], "ok")
        stopped = self.answer(self.ask("interrupt_request", {}, channel="control"), "control")
        self.assertEqual(stopped, {"status": "ok"})
        self.assertEqual(self.answer(busy)["ename"], "interrupted")
        self.assertIn("memory", self.answer(completes)["matches"])
        self.assertTrue(self.answer(hovers)["found"])

    def test_outputs_that_change_are_found_by_their_ids(self):
        self.run_cell("%live on\nlet a = 1", 0)
        _, shown = self.run_cell("show a * 21", 1)
        asked = self.cell("let a = 2", 0)
        updates = []
        while True:
            message = self.kc.get_iopub_msg(timeout=60)
            if message["msg_type"] == "update_display_data":
                updates.append(message)
            if message["parent_header"].get("msg_id") == asked and message["content"].get("execution_state") == "idle":
                break
        self.assertEqual([display_id(one) for one in updates], [display_id(shown[-1])])
        self.assertIn("42", text(updates[0]))

    def test_it_ends_by_message_for_good_and_for_a_restart(self):
        for restart in (True, False):
            process = self.km.provisioner.process
            answer = self.answer(self.ask("shutdown_request", {"restart": restart}, channel="control"), "control")
            self.assertEqual(answer, {"status": "ok", "restart": restart})
            self.assertEqual(process.wait(timeout=60), 0)
            if restart:
                self.kc.stop_channels()
                self.km.restart_kernel(now=True)
                self.kc = self.km.client()
                self.kc.start_channels()
                self.kc.wait_for_ready(timeout=60)


if __name__ == "__main__":
    unittest.main()
