#!/usr/bin/env python3
"""Measures one machine and writes a table that `dtp calibrate` reads.

    python3 probe.py                     # all GPUs of this node, a few minutes
    torchrun --nnodes 2 --nproc-per-node 8 --rdzv-backend c10d --rdzv-endpoint HOST:29500 probe.py \
        --link "8x NDR InfiniBand 400Gb/s"
    dtp calibrate probe.csv --out my_cluster.dtp

It needs Python 3.9 and PyTorch 2.1 or later, with CUDA or ROCm; nothing is installed, downloaded or sent. Measured
are matmuls (TFLOP/s), causal attention forward and backward (TFLOP/s), a memory-bound kernel (ms), the time from one
launch to the next (ms), the memory that is taken before tensors (GiB), and collectives over all ranks (us).
Run it while nobody else uses the machine. `--cpu` tries the script on a machine without a GPU, in seconds: tiny sizes, with gloo.
"""

import argparse
import csv
import os
import socket
import sys
import time
import warnings

import torch
import torch.distributed as dist

# Newer versions of PyTorch rename collectives, and older ones have only the old names.
warnings.filterwarnings("ignore", category=FutureWarning)

COLUMNS = [
    "id", "source", "kind", "collective", "gpu", "dtype", "batch_or_groups", "m", "n", "k", "time_ms", "tflops",
    "n_gpus", "n_nodes", "link", "library", "size_bytes", "time_us", "peak_mem_gb", "notes",
]  # fmt: skip


class Machine:
    """The device of this rank, and how its clock is read."""

    def __init__(self, options, local_rank):
        self.cpu = options.cpu
        self.seconds = options.seconds
        if not self.cpu:
            torch.cuda.set_device(local_rank)
        self.device = torch.device("cpu") if self.cpu else torch.device("cuda", local_rank)

    def wait(self):
        if not self.cpu:
            torch.cuda.synchronize()

    def time(self, work, least=3):
        """Median time of a call of `work`, s: of batches of calls, each long enough for the clock."""
        for _ in range(2):
            work()
        self.wait()
        begin = time.perf_counter()
        work()
        self.wait()
        once = max(time.perf_counter() - begin, 1e-7)
        batch = max(1, min(2000, int(self.seconds / 5 / once)))
        found = []
        start = time.perf_counter()
        while len(found) < least or time.perf_counter() - start < self.seconds:
            begin = time.perf_counter()
            for _ in range(batch):
                work()
            self.wait()
            found.append((time.perf_counter() - begin) / batch)
        return sorted(found)[len(found) // 2]


def matmuls(machine, sizes):
    for m, n, k in sizes:
        a = torch.randn(m, k, device=machine.device, dtype=torch.bfloat16)
        # Weights lie as a linear layer's: n rows of k numbers.
        b = torch.randn(n, k, device=machine.device, dtype=torch.bfloat16)
        seconds = machine.time(lambda: torch.nn.functional.linear(a, b))
        yield {
            "id": f"gemm-{m}x{n}x{k}", "kind": "gemm", "dtype": "bf16", "m": m, "n": n, "k": k,
            "time_ms": 1e3 * seconds, "tflops": 2e-12 * m * n * k / seconds,
        }  # fmt: skip


def attention(machine, shapes):
    for batch, tokens, heads, width in shapes:
        q, k, v = (
            torch.randn(batch, heads, tokens, width, device=machine.device, dtype=torch.bfloat16, requires_grad=True)
            for _ in range(3)
        )
        call = lambda: torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)  # noqa: E731
        with torch.no_grad():
            forward = machine.time(call)
        grad = torch.randn_like(q)
        out = call()
        backward = machine.time(lambda: torch.autograd.grad(out, (q, k, v), grad, retain_graph=True))
        # The whole score matrix is counted, as in most tables: 4 b s^2 h d, and 2.5 times as much backward.
        flop = 4 * batch * tokens**2 * heads * width
        for kind, seconds, factor in (("attention fwd", forward, 1), ("attention bwd", backward, 2.5)):
            yield {
                "id": f"{kind.replace(' ', '-')}-{batch}x{tokens}x{heads}x{width}", "kind": kind, "dtype": "bf16",
                "batch_or_groups": batch, "m": tokens, "n": heads, "k": width,
                "time_ms": 1e3 * seconds, "tflops": 1e-12 * factor * flop / seconds,
            }  # fmt: skip


def streams(machine, sizes):
    """GELU reads and writes each element once. The smallest one takes no longer than its launch."""
    for elements in sizes:
        x = torch.randn(elements, device=machine.device, dtype=torch.bfloat16)
        y = torch.empty_like(x)
        seconds = machine.time(lambda: torch.ops.aten.gelu.out(x, out=y))
        yield {"id": f"gelu-{elements}", "kind": "gelu", "dtype": "bf16", "m": elements, "time_ms": 1e3 * seconds}


def reserve(machine):
    """Memory that is neither free nor the allocator's: the context, the runtime, NCCL. Other processes count too."""
    if machine.cpu:
        return
    free, total = torch.cuda.mem_get_info()
    taken = total - free - torch.cuda.memory_reserved()
    yield {"id": "reserve", "kind": "reserve", "dtype": "bf16", "peak_mem_gb": taken / 2**30}


def collectives(machine, sizes, size, nodes, library):
    """Collectives over all ranks. A size is the payload of the whole vector, B, as in nccl-tests."""
    rank = dist.get_rank()
    for payload in sizes:
        count = max(1, payload // 2 // size) * size
        whole = torch.zeros(count, device=machine.device, dtype=torch.bfloat16)
        shard = torch.zeros(count // size, device=machine.device, dtype=torch.bfloat16)
        other = torch.zeros_like(whole)

        def pair():
            work = []
            if rank == 0:
                work = [dist.P2POp(dist.isend, whole, size - 1)]
            elif rank == size - 1:
                work = [dist.P2POp(dist.irecv, whole, 0)]
            for one in dist.batch_isend_irecv(work) if work else []:
                one.wait()

        calls = {
            "all_reduce": lambda: dist.all_reduce(whole),
            "all_gather": lambda: dist.all_gather_into_tensor(whole, shard),
            "reduce_scatter": lambda: dist.reduce_scatter_tensor(shard, whole),
            "all_to_all": lambda: dist.all_to_all_single(other, whole),
            "send_recv": pair,
        }
        for name, call in calls.items():
            try:
                seconds = together(machine, call)
            except (RuntimeError, NotImplementedError, ValueError) as problem:
                if rank == 0:
                    print(f"probe: {name} is left out: {str(problem).splitlines()[0]}", file=sys.stderr)
                continue
            # A pair of ranks sends, whichever others there are.
            ranks, hosts = (2, min(nodes, 2)) if name == "send_recv" else (size, nodes)
            yield {
                "id": f"{name}-{size}-{payload}", "collective": name, "n_gpus": ranks, "n_nodes": hosts,
                "library": library, "size_bytes": 2 * count, "time_us": 1e6 * seconds,
            }  # fmt: skip


def together(machine, call):
    """Time of a call that all ranks make equally often, s: the slowest rank's median."""
    for _ in range(3):
        call()
    machine.wait()
    dist.barrier()
    begin = time.perf_counter()
    call()
    machine.wait()
    guess = torch.tensor([time.perf_counter() - begin], device=machine.device)
    dist.all_reduce(guess, op=dist.ReduceOp.MAX)
    batch = max(1, min(200, int(machine.seconds / 5 / max(guess.item(), 1e-6))))
    found = []
    for _ in range(5):
        dist.barrier()
        machine.wait()
        begin = time.perf_counter()
        for _ in range(batch):
            call()
        machine.wait()
        found.append((time.perf_counter() - begin) / batch)
    slowest = torch.tensor([sorted(found)[2]], device=machine.device)
    dist.all_reduce(slowest, op=dist.ReduceOp.MAX)
    return slowest.item()


def probe(local_rank, options, size, own):
    """Work of one rank. `own` is true where this script started the ranks itself."""
    if own:
        os.environ.update(RANK=str(local_rank), LOCAL_RANK=str(local_rank), WORLD_SIZE=str(size))
    machine = Machine(options, local_rank)
    tiny = options.tiny or options.cpu
    rank = int(os.environ.get("RANK", "0"))
    rows = []
    name = options.gpu or ("CPU" if options.cpu else torch.cuda.get_device_name())
    source = f"dtp probe on {socket.gethostname()}"

    def keep(found):
        for row in found:
            rows.append({**row, "source": source, "gpu": name, "link": options.link, "notes": f"torch {torch.__version__}"})
            if rank == 0:
                print(f"probe: {row['id']}", file=sys.stderr)

    if size > 1:
        dist.init_process_group("gloo" if options.cpu else "nccl")
    # One rank alone measures kernels: the others wait, and a node's power is not shared.
    if rank == 0:
        edge = [64, 128] if tiny else [1024, 2048, 4096, 8192]
        wide = [] if tiny else [(8192, 28672, 8192), (4096, 4096, 16384)]
        keep(matmuls(machine, [(one, one, one) for one in edge] + wide))
        keep(attention(machine, [(1, 64, 2, 32)] if tiny else [(4, 2048, 32, 128), (2, 8192, 32, 128)]))
        keep(streams(machine, [2**10, 2**14] if tiny else [2**10, 2**24, 2**28]))
    if size > 1:
        dist.barrier()
        local = int(os.environ.get("LOCAL_WORLD_SIZE", str(size)))
        sizes = [2**10, 2**14] if tiny else [2**power for power in range(12, 31, 2)]
        keep(collectives(machine, sizes, size, max(1, size // local), "gloo" if options.cpu else "NCCL"))
    if rank == 0:
        keep(reserve(machine))
        with open(options.out, "w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, COLUMNS, restval="")
            table.writeheader()
            table.writerows({key: f"{cell:.6g}" if isinstance(cell, float) else cell for key, cell in row.items()} for row in rows)
        print(f"probe: wrote {len(rows)} rows to {options.out}: dtp calibrate {options.out} --out my_cluster.dtp", file=sys.stderr)
        if name == "CPU":
            print("probe: a CPU is not in the standard library; --gpu NAME writes another name, to try `dtp calibrate`", file=sys.stderr)
    if size > 1:
        dist.barrier()
        dist.destroy_process_group()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default="probe.csv", help="file of the table")
    parser.add_argument("--link", default="", help="network between nodes: '8x NDR InfiniBand 400Gb/s'")
    parser.add_argument("--gpu", default="", help="name of the device in the table; default: as PyTorch names it")
    parser.add_argument("--ranks", type=int, help="ranks of collectives; default: all GPUs of this node")
    parser.add_argument("--seconds", type=float, default=0.5, help="time for each measurement")
    parser.add_argument("--cpu", action="store_true", help="try the script on the CPU: tiny sizes, with gloo")
    parser.add_argument("--tiny", action="store_true", help="tiny sizes, to try the script")
    options = parser.parse_args()
    if not options.cpu and not torch.cuda.is_available():
        sys.exit("probe: PyTorch finds no GPU; --cpu tries the script without one")
    if "RANK" in os.environ:
        probe(int(os.environ["LOCAL_RANK"]), options, int(os.environ["WORLD_SIZE"]), False)
        return
    size = options.ranks or (1 if options.cpu else torch.cuda.device_count())
    if not options.cpu and size > torch.cuda.device_count():
        sys.exit(f"probe: --ranks {size}, but this node has {torch.cuda.device_count()} GPUs")
    if size == 1:
        probe(0, options, 1, False)
        return
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
    torch.multiprocessing.spawn(probe, (options, size, True), size)


if __name__ == "__main__":
    main()
