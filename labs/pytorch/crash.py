"""A process that fails and is resumed: rank 1 ends in the fifth step of the first start, and torchrun starts all again.

Run: torchrun --standalone --nproc-per-node 4 --max-restarts 1 crash.py PROGRAM --checkpoints DIR --steps 6

PROGRAM is one of a plan with checkpoints. Here it saves every second step, so that the second start continues from the
fourth. The losses are those of a run without a failure.
"""

import os
import signal
import sys

from record import load


def main():
    path = sys.argv[1]
    sys.argv = [path, *sys.argv[2:]]
    program = load(path)
    vars(program.cfg.checkpoint).update(interval=2)
    step = program.Run.step

    def failing(run):
        first = os.environ.get("TORCHELASTIC_RESTART_COUNT", "0") == "0"
        if first and run.at == 4 and os.environ["RANK"] == "1" and "DTP_NO_CRASH" not in os.environ:
            print("rank 1 is killed in step 5", flush=True)
            os.kill(os.getpid(), signal.SIGKILL)
        return step(run)

    program.Run.step = failing
    program.main()


if __name__ == "__main__":
    main()
