"""The lab of four processes: what PyTorch sends is what the plan says, to the byte and in the plan's order."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from functools import lru_cache
from pathlib import Path

LAB = Path(os.environ["DTP_LAB"])
PROGRAMS = Path(os.environ["DTP_PROGRAMS"])
PASSES = json.loads((PROGRAMS / "passes.json").read_text("utf8"))
sys.path.insert(0, str(LAB))

from hang import first_difference  # noqa: E402
from read_trace import read  # noqa: E402
from record import load, planned, planned_order, totals  # noqa: E402

MICRO_BATCHES = 4  # of a replica of two, in programs with pp or tp; two where dp is 4


def program(name):
    return str(PROGRAMS / "programs" / f"{name}.py")


def torchrun(processes, *words, env=None, status=0):
    """Output of a command that torchrun starts."""
    ran = subprocess.run(
        [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", str(processes), *words],
        capture_output=True,
        text=True,
        timeout=170,
        env={**os.environ, **(env or {})},
        check=False,
    )
    if ran.returncode != status:
        raise AssertionError(f"{' '.join(words)} ended with {ran.returncode}:\n{ran.stdout}\n{ran.stderr[-3000:]}")
    return ran.stdout


@lru_cache(maxsize=None)
def recorded(name):
    """Calls and loss of every rank in the third step, and what the plan says."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "calls.json")
        torchrun(1 if name == "one" else 4, str(LAB / "record.py"), program(name), "--json", path)
        return json.loads(Path(path).read_text("utf8"))["ranks"]


def calls_of(name, rank=0):
    return recorded(name)[rank]["calls"]


def kinds(calls, dimension, part=None):
    return [kind for one, kind, _, _, where in calls if one == dimension and (part is None or where == part)]


# Gradients of norms, which tensor parallelism sums and the estimate leaves out: 9 norms, 64 numbers, 4 bytes.
NORMS = 9 * 64 * 4


class Bytes(unittest.TestCase):
    """The bytes of a step by process group and operation. The plan counts the rank that sends the most."""

    def compare(self, name, beside=None):
        ranks = [totals(one["calls"]) for one in recorded(name)]
        real = {}
        for one in ranks:
            for key, (_, size) in one.items():
                real[key] = max(real.get(key, 0), size)
        want = {key: size for key, (_, size) in planned(load(program(name))).items()}
        for key, size in (beside or {}).items():
            want[key] += size
        self.assertEqual(real, want)
        self.assertGreater(sum(want.values()), 0)

    def test_ddp(self):
        self.compare("ddp")

    def test_zero_1(self):
        self.compare("zero1")

    def test_zero_2(self):
        self.compare("zero2")

    def test_zero_3(self):
        self.compare("zero3")

    def test_tensor_and_data_parallel(self):
        self.compare("tp_dp", {("tp", "all_reduce", 2): NORMS * MICRO_BATCHES})

    def test_tensor_parallel_without_sequence_parallelism(self):
        self.compare("tp_alone")

    def test_pipeline_and_data_parallel(self):
        self.compare("pp_dp")


class Calls(unittest.TestCase):
    """The number of calls, where the plan counts calls as PyTorch makes them."""

    def test_those_of_the_plan(self):
        for name, keys in {
            "ddp": [("dp", "all_reduce", 4)],
            "tp_dp": [("tp", "all_gather", 2), ("tp", "reduce_scatter", 2)],
            "tp_alone": [("tp", "all_reduce", 2)],
            "pp_dp": [("pp", "send_recv", 2), ("dp", "all_reduce", 2)],
        }.items():
            real, want = totals(calls_of(name)), planned(load(program(name)))
            for key in keys:
                self.assertEqual(real[key][0], want[key][0], f"{name} {key}")

    def test_one_unit_more_than_layers(self):
        real, want = totals(calls_of("zero3")), planned(load(program("zero3")))
        key = ("dp", "all_gather", 4)
        self.assertEqual(real[key][0] * 4, want[key][0] * 5)


class Order(unittest.TestCase):
    def test_ddp_reduces_once_in_the_last_backward(self):
        self.assertEqual([(kind, part) for _, kind, _, _, part in calls_of("ddp")], [("all_reduce", "backward 1")])

    def test_zero_2_gathers_in_the_first_forward_and_reduces_in_each_backward(self):
        calls = calls_of("zero2")
        self.assertEqual(set(kinds(calls, "dp", "forward 0")), {"all_gather"})
        self.assertEqual(kinds(calls, "dp", "forward 1"), [])
        for i in range(2):
            self.assertEqual(kinds(calls, "dp", f"backward {i}"), ["reduce_scatter"] * 5)

    def test_zero_3_gathers_a_layer_before_it_reduces_its_gradients(self):
        calls = calls_of("zero3")
        for i in range(2):
            self.assertEqual(kinds(calls, "dp", f"forward {i}"), ["all_gather"] * 5)
            gathered = reduced = 0
            for kind in kinds(calls, "dp", f"backward {i}"):
                gathered, reduced = gathered + (kind == "all_gather"), reduced + (kind == "reduce_scatter")
                self.assertGreaterEqual(gathered, reduced)
            self.assertEqual((gathered, reduced), (5, 5))

    def test_tensor_parallelism_in_each_pass(self):
        module = load(program("tp_dp"))
        for i in range(MICRO_BATCHES):
            forward = kinds(calls_of("tp_dp"), "tp", f"forward {i}")
            self.assertEqual(forward, planned_order(module, "forward"))
            backward = [kind for kind in kinds(calls_of("tp_dp"), "tp", f"backward {i}") if kind != "all_reduce"]
            self.assertEqual(backward, planned_order(module, "backward"))

    def test_all_ranks_of_a_group_make_the_same_collectives(self):
        for name in ("ddp", "zero3", "tp_dp"):
            lists = [[one[:4] for one in calls_of(name, rank)] for rank in range(4)]
            self.assertEqual(lists, [lists[0]] * 4)

    def test_sends_and_receives_are_those_of_the_timeline(self):
        for stage, rank in ((0, 0), (1, 2)):
            wanted = []
            for kind, _ in PASSES["pp_dp"][stage]:
                # The first stage sends after forward and receives before backward; the last one the other way round.
                wanted.append("send" if (kind == "forward") == (stage == 0) else "recv")
            self.assertEqual(kinds(calls_of("pp_dp", rank), "pp"), wanted)


class Losses(unittest.TestCase):
    """Every plan trains as one process does: the third step's loss, at a learning rate that changes it."""

    def losses(self, name):
        out = torchrun(1 if name == "one" else 4, program(name), "--steps", "3", "--lr", "0.3", "--checkpoints", self.folder)
        return [float(one) for one in re.findall(r"^step \d+ loss ([\d.]+)", out, re.MULTILINE)]

    def test_as_one_process(self):
        with tempfile.TemporaryDirectory() as folder:
            self.folder = os.path.join(folder, "one")
            alone = self.losses("one")
            self.assertEqual(len(alone), 3)
            self.assertGreater(abs(alone[2] - alone[0]), 1e-3)
            for name in (one for one in PASSES if one != "one" and not one.startswith("large")):
                self.folder = os.path.join(folder, name)
                losses = self.losses(name)
                self.assertEqual(len(losses), 3, name)
                for ours, theirs in zip(losses, alone):
                    self.assertAlmostEqual(ours, theirs, delta=2e-5, msg=name)


class Tiny(unittest.TestCase):
    """Plans of large models on many GPUs, made small for four processes."""

    def test_large_plans_run(self):
        for name in (one for one in PASSES if one.startswith("large")):
            out = torchrun(4, program(name), "--tiny", "--steps", "2")
            losses = [float(one) for one in re.findall(r"^step \d+ loss ([\d.]+)", out, re.MULTILINE)]
            self.assertEqual(len(losses), 2, name)
            # A model that knows nothing of 256 tokens has a loss of log 256 = 5.55.
            for loss in losses:
                self.assertAlmostEqual(loss, 5.55, delta=0.1, msg=name)

    def test_another_number_of_processes_is_refused(self):
        with self.assertRaisesRegex(AssertionError, "the plan has 4 ranks, and 2 started"):
            torchrun(2, program("ddp"), "--steps", "1")


class Trace(unittest.TestCase):
    def test_collectives_of_a_trace(self):
        with tempfile.TemporaryDirectory() as folder:
            torchrun(4, program("zero3"), "--steps", "3", "--profile", folder, "--checkpoints", f"{folder}/saved")
            parts, collectives, compute, calls = read(os.path.join(folder, "rank0.json"))
        self.assertEqual(set(parts), {"forward 0", "backward 0", "forward 1", "backward 1", "optimizer"})
        self.assertEqual(calls, len(calls_of("zero3")))
        self.assertTrue(collectives and compute)


class Hang(unittest.TestCase):
    def test_the_rank_that_leaves_out_a_collective_is_named(self):
        out = torchrun(4, str(LAB / "hang.py"), program("ddp"), "--seconds", "5")
        self.assertIn("collective 1 is dp all_reduce on most ranks, and not on rank 2", out)

    def test_lists_that_are_equal_have_no_difference(self):
        same = [["dp", "all_reduce", 4, 8, None]]
        self.assertIsNone(first_difference([same, same, same]))
        self.assertEqual(first_difference([same, same, []]), (0, ("dp", "all_reduce"), [2]))


class Failure(unittest.TestCase):
    def test_a_killed_process_is_resumed_from_the_last_checkpoint(self):
        for name in ("zero3", "pp_dp"):
            with tempfile.TemporaryDirectory() as folder:
                words = (str(LAB / "crash.py"), program(name), "--steps", "6", "--lr", "0.3", "--checkpoints")
                whole = torchrun(4, *words, f"{folder}/whole", env={"DTP_NO_CRASH": "1"})
                out = torchrun(4, "--max-restarts", "1", *words, f"{folder}/broken")
            self.assertIn("rank 1 is killed in step 5", out)
            steps = re.findall(r"^step (\d) loss ([\d.]+)", out, re.MULTILINE)
            self.assertEqual([int(step) for step, _ in steps], [1, 2, 3, 4, 5, 6])
            self.assertEqual(steps, re.findall(r"^step (\d) loss ([\d.]+)", whole, re.MULTILINE))


if __name__ == "__main__":
    unittest.main()
