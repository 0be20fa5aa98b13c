"""Records the collectives of one step of a program of `launch.pytorch`, and sets them beside those of the plan.

Run: torchrun --standalone --nproc-per-node 4 record.py PROGRAM [--json FILE]
"""

import argparse
import importlib.util
import json
import os
import sys

import torch
import torch.distributed as dist
from torch.utils._python_dispatch import TorchDispatchMode

# Operations of torch.distributed by their names in the dispatcher: DDP and FSDP2 call c10d's own, tensor parallelism
# calls functional ones. Those that are not here move no data of a step.
KINDS = {
    "allreduce_": "all_reduce",
    "all_reduce": "all_reduce",
    "all_reduce_": "all_reduce",
    "_allgather_base_": "all_gather",
    "allgather_": "all_gather",
    "all_gather_into_tensor": "all_gather",
    "_reduce_scatter_base_": "reduce_scatter",
    "reduce_scatter_tensor": "reduce_scatter",
    "broadcast_": "broadcast",
    "send": "send",
    "recv_": "recv",
}


def size_of(tensors):
    """Bytes of tensors in arguments, which may be in lists."""
    if isinstance(tensors, torch.Tensor):
        return tensors.numel() * tensors.element_size()
    return sum(size_of(each) for each in tensors) if isinstance(tensors, (list, tuple)) else 0


class Recorder(TorchDispatchMode):
    """Every collective of a step in the order of its start: process group, operation, bytes, part of the step.

    Bytes are the whole tensor's, as DTP counts them: what an all-gather makes, what a reduce-scatter begins with.
    """

    def __init__(self, program, mesh):
        super().__init__()
        self.program = program
        self.calls = []
        self.groups = {}
        for name in mesh.mesh_dim_names:
            group = mesh.get_group(name)
            self.groups[group.group_name] = (name.split("_")[0], group.size())

    def __torch_dispatch__(self, operation, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = operation._schema.name
        # Tensor parallelism turns an operation on DTensors into operations on their parts, which come here too.
        if any(issubclass(each, torch.distributed.tensor.DTensor) for each in types):
            return NotImplemented
        result = operation(*args, **kwargs)
        space, short = name.split("::")
        if space in ("c10d", "_c10d_functional") and short in KINDS:
            self.note(KINDS[short], space, args, result)
        return result

    def note(self, kind, space, args, result):
        group = next((self.group_name(each) for each in reversed(args) if self.group_name(each)), None)
        dimension, ranks = self.groups.get(group, ("world", dist.get_world_size()))
        if ranks == 1:
            return  # a group of one rank sends nothing
        if kind == "all_gather":
            size = size_of(args[0]) if space == "c10d" else size_of(result)
        elif kind == "reduce_scatter":
            size = size_of(args[1]) if space == "c10d" else size_of(args[0])
        else:
            size = size_of(args[0])
        self.calls.append([dimension, kind, ranks, size, self.program.part])

    def group_name(self, value):
        if isinstance(value, str):
            return value if value in self.groups else None
        if isinstance(value, torch.ScriptObject) and "ProcessGroup" in str(value._type()):
            return dist.ProcessGroup.unbox(value).group_name
        return None


def load(path):
    """The program as a module, not run."""
    spec = importlib.util.spec_from_file_location("program", path)
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    return program


def record(path):
    """The calls of the third step on this rank. Before it stages find their shapes, and DDP rebuilds its buckets."""
    program = load(path)
    run = program.Run()
    run.step()
    run.step()
    dist.barrier()
    with Recorder(program, run.mesh) as recorder:
        loss = run.step()
    dist.barrier()
    return program, recorder.calls, None if loss is None else float(loss)


def totals(calls):
    """Calls and bytes by dimension and operation. Sends and receives between stages are one row."""
    found = {}
    for dimension, kind, ranks, size, *_ in calls:
        key = (dimension, "send_recv" if kind in ("send", "recv") else kind, ranks)
        many, total = found.get(key, (0, 0))
        found[key] = (many + 1, total + size)
    return found


def planned(program):
    """The plan's calls and bytes by dimension and operation."""
    found = {}
    for dimension, kind, _, ranks, size, count in program.PLANNED:
        many, total = found.get((dimension, kind, ranks), (0, 0))
        found[dimension, kind, ranks] = (many + count, total + size * count)
    return found


# Where DTP's plan puts the collective of a tensor: the pass, and the place in it. Those of one place alternate.
PLACES = {
    "embeddings": ("forward", 0),
    "activations": ("forward", 1),
    "input of the head": ("forward", 2),
    "softmax statistics of the loss": ("forward", 3),
    "gradient of the head's input": ("backward", 0),
    "activation gradients": ("backward", 1),
    "embedding gradients": ("backward", 2),
}


def planned_order(program, part):
    """Operations of tensor parallelism in a pass of one micro-batch, in the plan's order."""
    accumulated = program.cfg.batch.global_batch // program.cfg.mesh.dp // program.cfg.batch.micro_batch
    places = {}
    for dimension, kind, what, _, _, count in program.PLANNED:
        if dimension == "tp" and PLACES[what][0] == part:
            places.setdefault(PLACES[what][1], []).append((kind, count // accumulated))
    order = []
    for place in sorted(places):
        for i in range(max(many for _, many in places[place])):
            order += [kind for kind, many in places[place] if i < many]
    return order


def order_lines(calls):
    """The order of the calls of a process group in each part of the step: equal neighbours are one word."""
    lines = {}
    for dimension, kind, _, _, part in calls:
        words = lines.setdefault((part, dimension), [])
        if words and words[-1][0] == kind:
            words[-1][1] += 1
        else:
            words.append([kind, 1])
    return [
        f"{part} {dimension}: " + ", ".join(kind if many == 1 else f"{many} {kind}" for kind, many in words)
        for (part, dimension), words in lines.items()
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--json", default=None, help="write all ranks' calls to this file")
    asked = parser.parse_args()
    program, calls, loss = record(asked.program)
    everyone = [None] * dist.get_world_size()
    dist.all_gather_object(everyone, {"calls": calls, "loss": loss})
    if dist.get_rank() == 0:
        print("one step of rank 0: dimension, operation, ranks; calls and bytes as planned, as recorded")
        (want, real) = (planned(program), totals(calls))
        for key in sorted(want.keys() | real.keys()):
            (many, size), (calls_made, sent) = want.get(key, (0, 0)), real.get(key, (0, 0))
            print(f"{key[0]:3} {key[1]:15} {key[2]:2}  {many:4} {size:10}  {calls_made:4} {sent:10}")
        print("order of rank 0, by part of the step and process group")
        for line in order_lines(calls):
            print(line)
        if asked.json:
            with open(asked.json, "w", encoding="utf8") as file:
                json.dump({"planned": program.PLANNED, "ranks": everyone}, file)
    sys.stdout.flush()
    dist.barrier()
    # Threads of gloo may outlive the groups that FSDP2 holds: end at once.
    os._exit(0)


if __name__ == "__main__":
    main()
