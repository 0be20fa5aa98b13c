"""A hang, and how it is found: rank 2 does not reduce its gradients, and the others wait for it.

Run: torchrun --standalone --nproc-per-node 4 hang.py PROGRAM [--seconds 5]

PROGRAM is one of DDP. Every rank keeps a list of its collectives (a flight recorder). When a collective times out, each
rank writes its list, and the first place where the lists differ names the rank and the collective.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from datetime import timedelta
from functools import partial

import torch.distributed as dist
from record import Recorder, load


def first_difference(lists):
    """The first place at which a rank's list has no entry or another one, with the ranks that differ from the most."""
    for at in range(max(len(one) for one in lists)):
        entries = [tuple(one[at][:2]) if at < len(one) else None for one in lists]
        usual = max(set(entries), key=entries.count)
        others = [rank for rank, entry in enumerate(entries) if entry != usual]
        if others:
            return at, usual, others
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=5, help="time-out of a collective")
    asked = parser.parse_args()
    folder = os.path.join(tempfile.gettempdir(), f"dtp-hang-{os.environ['TORCHELASTIC_RUN_ID']}")
    os.makedirs(folder, exist_ok=True)
    program = load(asked.program)
    start = program.dist.init_process_group
    program.dist.init_process_group = partial(start, timeout=timedelta(seconds=asked.seconds))
    run = program.Run()
    rank = dist.get_rank()
    run.step()
    run.step()
    if rank == 2:
        # The mistake: a condition that holds on one rank alone. Here rank 2 also leaves out the last reduction.
        program.nullcontext = run.parts["0"].no_sync
    started = time.monotonic()
    recorder = Recorder(program, run.mesh)
    try:
        with recorder:
            run.step()
            # Rank 2 comes here while the others wait in the all-reduce that it left out.
            dist.barrier()
    except RuntimeError as problem:
        print(f"rank {rank}: after {time.monotonic() - started:.0f} s: {str(problem).splitlines()[0][:100]}", flush=True)
    path = os.path.join(folder, f"rank{rank}.json")
    with open(path + ".part", "w", encoding="utf8") as file:
        json.dump(recorder.calls, file)
    os.rename(path + ".part", path)
    if rank == 0:
        lists = [wait_for(os.path.join(folder, f"rank{one}.json")) for one in range(dist.get_world_size())]
        found = first_difference(lists)
        if found is None:
            print("all ranks made the same collectives")
        else:
            at, usual, others = found
            names = ", ".join(str(one) for one in others)
            name = "nothing" if usual is None else " ".join(usual)
            print(f"collective {at + 1} is {name} on most ranks, and not on rank {names}")
    sys.stdout.flush()
    os._exit(0)


def wait_for(path):
    """The list that a rank wrote: it may still wait for its own time-out."""
    for _ in range(600):
        if os.path.exists(path):
            with open(path, encoding="utf8") as file:
                return json.load(file)
        time.sleep(0.1)
    raise TimeoutError(f"no list in {path}")


if __name__ == "__main__":
    main()
