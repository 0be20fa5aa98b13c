"""TypeScript cells in a real kernel: values, outputs, a mistake, a stop, and a notebook that nbclient runs."""

import unittest

import nbformat
from nbclient import NotebookClient
from support import KERNEL, PLAN, run, start, text

FIRST = '%%ts\nconsole.log("tp", base.plan.tp);\nconst rows = [1, 2].map((n) => ({ n, step_time: base.with({ "plan.micro_batch": n }).step_time }));\nrows'
FIGURE = '%%ts\nplot(rows, { x: "n", y: "step_time", units: { step_time: "s" } });'


class TypeScript(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.km, cls.kc = start()
        reply, _ = run(cls.kc, PLAN)
        assert reply["status"] == "ok", reply

    @classmethod
    def tearDownClass(cls):
        cls.kc.stop_channels()
        cls.km.shutdown_kernel()

    def test_reads_the_sheet_and_shows_a_table(self):
        reply, outputs = run(self.kc, FIRST)
        self.assertEqual(reply["status"], "ok", reply)
        self.assertEqual([m["msg_type"] for m in outputs], ["stream", "execute_result"])
        self.assertEqual(text(outputs[0]), "tp 8\n")
        self.assertIn("<table", outputs[1]["content"]["data"]["text/html"])

    def test_a_mistake_names_the_cell_and_the_line(self):
        reply, outputs = run(self.kc, "%%ts\nbase.stap_time")
        self.assertEqual(reply["ename"], "TS2551")
        self.assertEqual(outputs[-1]["content"]["traceback"], reply["traceback"])
        self.assertIn(f"cell [{reply['execution_count']}]:2:6", "\n".join(reply["traceback"]))

    def test_an_endless_loop_stops_and_variables_stay(self):
        run(self.kc, "%%ts\nlet turns = 0;")
        # it tells that it turns, and then says nothing more
        code = '%%ts\ndisplay("turning");\nwhile (true) turns++;'
        reply, _ = run(self.kc, code, at_first=self.km.interrupt_kernel)
        self.assertEqual(reply["ename"], "interrupted")
        _, outputs = run(self.kc, "%%ts\nturns > 0 && base.plan.tp === 8")
        self.assertEqual(text(outputs[-1]), "true")

    def test_completion_and_hover(self):
        found = self.kc.complete("%%ts\nbase.step_t", reply=True, timeout=30)["content"]
        self.assertEqual(found["matches"], ["step_time"])
        hover = self.kc.inspect("%%ts\nbase.step_time", 12, reply=True, timeout=30)["content"]
        self.assertIn("step_time: number", hover["data"]["text/plain"])

    def test_a_notebook_runs(self):
        cells = [nbformat.v4.new_code_cell(code) for code in (PLAN, FIRST, FIGURE)]
        notebook = nbformat.v4.new_notebook(cells=cells)
        NotebookClient(notebook, kernel_name=KERNEL, timeout=60).execute()
        self.assertIn("image/svg+xml", notebook.cells[2].outputs[0]["data"])
