# base: tiny on dgx_h100 with p, written by DTP.
# For PyTorch 2.6 and later.
# A plan has no data, learning rate, rotary base or gradient clipping: sequences are made up.
#
# Not carried over: the plan's setting, then what this file does instead.
#   plan.tokens = none (here 25_600 tokens)
"""Trains tiny with the plan p.

The plan:  torchrun --standalone --nproc-per-node 4 base.pytorch.py
A laptop:  torchrun --standalone --nproc-per-node 4 base.pytorch.py --tiny --steps 3
"""

import argparse
import gc
import math
import os
import sys
import time
import zlib
from contextlib import contextmanager, nullcontext
from functools import lru_cache, partial
from types import SimpleNamespace as Section

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor, Replicate, Shard
from torch.distributed.tensor.parallel import (
    ColwiseParallel,
    PrepareModuleInput,
    RowwiseParallel,
    SequenceParallel,
    loss_parallel,
    parallelize_module,
)

cfg = Section(**{name: Section() for name in "model mesh tensor_parallel data_parallel batch precision optimizer recompute train".split()})
cfg.model.layers = 4
cfg.model.d_model = 64
cfg.model.heads = 4
cfg.model.kv_heads = 2
cfg.model.d_head = 16
cfg.model.qkv_bias = False
cfg.model.qk_norm = False
cfg.model.mlp = "swiglu"
cfg.model.d_ff = 128
cfg.model.vocab = 256
cfg.model.tied_embeddings = False
cfg.model.positions = "rotary"
cfg.model.max_seq_len = 2048
cfg.model.norm = "rmsnorm"
cfg.model.bias = False
cfg.model.dropout = 0
cfg.model.flash_attention = True
cfg.mesh.pp = 1
cfg.mesh.dp = 2
cfg.mesh.dp_replicate = 1
cfg.mesh.tp = 2
cfg.tensor_parallel.sequence_parallel = True
cfg.data_parallel.zero = 3
cfg.data_parallel.reshard_after = "forward"
cfg.data_parallel.gradient_scatter = "micro_batch"
cfg.batch.seq_len = 32
cfg.batch.micro_batch = 2
cfg.batch.global_batch = 16
cfg.precision.compute = "float32"
cfg.precision.reduce = "float32"
cfg.optimizer.name = "sgd"
cfg.recompute.layers = 0
cfg.train.steps = 50
cfg.train.lr = 0.0003
cfg.train.rotary_base = 10000

# What a device sends in a step by DTP's estimate: dimension, operation, tensor, ranks, bytes of a call, calls.
PLANNED = [
    ("tp", "all_gather", "activations", 2, 16384, 32),
    ("tp", "reduce_scatter", "activations", 2, 16384, 32),
    ("tp", "all_gather", "activation gradients", 2, 16384, 32),
    ("tp", "reduce_scatter", "activation gradients", 2, 16384, 32),
    ("tp", "reduce_scatter", "embeddings", 2, 16384, 4),
    ("tp", "all_gather", "embedding gradients", 2, 16384, 4),
    ("tp", "all_gather", "input of the head", 2, 16384, 4),
    ("tp", "all_reduce", "softmax statistics of the loss", 2, 256, 12),
    ("tp", "reduce_scatter", "gradient of the head's input", 2, 16384, 4),
    ("dp", "reduce_scatter", "gradients", 2, 362752, 4),
    ("dp", "all_gather", "weights of a layer, forward", 2, 90688, 16),
    ("dp", "all_gather", "weights of a layer, backward", 2, 90688, 16),
]


def norm(width):
    return nn.RMSNorm(width, eps=1e-5)


@lru_cache(maxsize=4)
def angles(tokens, width, device):
    """Angles of rotary positions (arXiv:2104.09864): [tokens, width / 2]."""
    frequencies = cfg.train.rotary_base ** (-torch.arange(0, width, 2, device=device) / width)
    return torch.outer(torch.arange(tokens, device=device), frequencies)


def rotate(x):
    """Rotates pairs of features by their token's position. x: [batch, tokens, heads, d_head]."""
    angle = angles(x.shape[1], x.shape[3], x.device)[:, None, :]
    left, right = x.float().chunk(2, dim=-1)
    turned = (left * angle.cos() - right * angle.sin(), left * angle.sin() + right * angle.cos())
    return torch.cat(turned, dim=-1).to(x.dtype)


class Attention(nn.Module):
    """Causal attention. In and out: [batch, tokens, d_model]. kv_heads < heads is grouped-query attention."""

    def __init__(self):
        super().__init__()
        m = cfg.model
        self.q = nn.Linear(m.d_model, m.heads * m.d_head, bias=m.qkv_bias)
        self.k = nn.Linear(m.d_model, m.kv_heads * m.d_head, bias=m.qkv_bias)
        self.v = nn.Linear(m.d_model, m.kv_heads * m.d_head, bias=m.qkv_bias)
        self.out = nn.Linear(m.heads * m.d_head, m.d_model, bias=m.bias)

    def forward(self, x):
        batch, tokens, _ = x.shape
        # Under tensor parallelism q, k and v are those of this rank's heads.
        q, k, v = (each(x).view(batch, tokens, -1, cfg.model.d_head) for each in (self.q, self.k, self.v))
        q, k = rotate(q), rotate(k)
        q, k, v = (each.transpose(1, 2) for each in (q, k, v))
        x = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=q.shape[1] != k.shape[1])
        return self.out(x.transpose(1, 2).flatten(2))


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        m = cfg.model
        self.gate = nn.Linear(m.d_model, m.d_ff, bias=m.bias)
        self.up = nn.Linear(m.d_model, m.d_ff, bias=m.bias)
        self.down = nn.Linear(m.d_ff, m.d_model, bias=m.bias)

    def forward(self, x):
        return self.down(ACTIVATIONS[cfg.model.mlp](self.gate(x)) * self.up(x))


ACTIVATIONS = {"swiglu": F.silu, "geglu": F.gelu, "gelu": F.gelu, "relu": F.relu}


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention_norm, self.attention = norm(cfg.model.d_model), Attention()
        self.mlp_norm, self.mlp = norm(cfg.model.d_model), Mlp()
        self.dropout = nn.Dropout(cfg.model.dropout)

    def forward(self, x):
        x = x + self.dropout(self.attention(self.attention_norm(x)))
        return x + self.dropout(self.mlp(self.mlp_norm(x)))


class Decoder(nn.Module):
    """Layers first to last - 1, with the embedding before the first layer and the head after the last."""

    def __init__(self, first=0, last=None):
        super().__init__()
        m = cfg.model
        last = m.layers if last is None else last
        self.embed = nn.Embedding(m.vocab, m.d_model) if first == 0 else None
        self.layers = nn.ModuleDict({str(i): Layer() for i in range(first, last)})
        self.norm = norm(m.d_model) if last == m.layers else None
        self.head = nn.Linear(m.d_model, m.vocab, bias=False) if last == m.layers else None

    def forward(self, x):
        """x: tokens [batch, tokens], or activations of the stage before. Returns logits, or activations."""
        if self.embed is not None:
            x = self.embed(x)
        for layer in self.layers.values():
            x = layer(x)
        return x if self.head is None else self.head(self.norm(x))


@torch.no_grad()
def initialise(model):
    """Draws each parameter by its name, so that every plan starts from the same weights on any number of ranks."""
    for name, parameter in model.named_parameters():
        whole = torch.ones(parameter.shape, device=parameter.device)
        if "norm" not in name:
            generator = torch.Generator(parameter.device).manual_seed(zlib.crc32(name.encode()))
            whole.normal_(std=0.02, generator=generator)
        if name.endswith("bias"):
            whole.zero_()
        if isinstance(parameter, DTensor):
            whole = part_of(whole, parameter)
            parameter.to_local().copy_(whole)
        else:
            parameter.copy_(whole)


def part_of(whole, parameter):
    """A rank's shard of a parameter, without communication: tensor parallelism's first, data parallelism's of it."""
    mesh = parameter.device_mesh
    for dimension in reversed(range(mesh.ndim)):
        cut = getattr(parameter.placements[dimension], "dim", None)
        if cut is not None:
            parts = torch.chunk(whole, mesh.size(dimension), cut)
            rank = mesh.get_local_rank(dimension)
            whole = parts[rank] if rank < len(parts) else whole.narrow(cut, 0, 0)
    return whole


def tensor_parallel(model, mesh):
    """Shards matmuls over tp. Between them a rank has a part of the tokens (sequence parallelism, arXiv:2205.05198)."""
    styles = {
        "embed": RowwiseParallel(input_layouts=Replicate(), output_layouts=Shard(1)),
        "norm": SequenceParallel(),
        "head": ColwiseParallel(input_layouts=Shard(1), output_layouts=Shard(-1), use_local_output=False),
    }
    for name in model.layers:
        inside = f"layers.{name}."
        styles |= {
            inside + "attention_norm": SequenceParallel(),
            inside + "attention": PrepareModuleInput(input_layouts=(Shard(1),), desired_input_layouts=(Replicate(),)),
            inside + "attention.q": ColwiseParallel(),
            inside + "attention.k": ColwiseParallel(),
            inside + "attention.v": ColwiseParallel(),
            inside + "attention.out": RowwiseParallel(output_layouts=Shard(1)),
            inside + "mlp_norm": SequenceParallel(),
            inside + "mlp": PrepareModuleInput(input_layouts=(Shard(1),), desired_input_layouts=(Replicate(),)),
            inside + "mlp.gate": ColwiseParallel(),
            inside + "mlp.up": ColwiseParallel(),
            inside + "mlp.down": RowwiseParallel(output_layouts=Shard(1)),
        }
    held = dict(model.named_modules())
    parallelize_module(model, mesh, {name: style for name, style in styles.items() if name in held})


def data_parallel(model, mesh):
    """FSDP2 (arXiv:2411.00284): weights, gradients and optimizer state are sharded over the replicas."""
    # A layer's weights are gathered in forward, freed after it, and gathered again in backward.
    for layer in model.layers.values():
        fully_shard(layer, mesh=mesh, reshard_after_forward=True)
    # The embedding, the last norm and the head are one more unit.
    return fully_shard(model, mesh=mesh, reshard_after_forward=True)


def build(mesh, device, first=0, last=None):
    """The layers first to last - 1, laid out over the mesh, on this rank's device."""
    with torch.device("meta"):  # shapes alone: a rank never holds the whole model
        model = Decoder(first, last)
    tensor_parallel(model, mesh["tp"])
    data_parallel(model, mesh["dp"])
    model.to_empty(device=device)
    initialise(model)
    return model


part = None  # what of a step is running; labs read it


@contextmanager
def phase(name):
    """Names a part of the step, here and in the profiler's trace."""
    global part
    part = name
    with torch.profiler.record_function(name):
        yield
    part = None


def sequences(step, first, count):
    """Made-up token ids [count, seq_len + 1], the same for every plan. Replace this by your data."""
    shape = (cfg.batch.seq_len + 1,)
    seeds = (step * cfg.batch.global_batch + first + i for i in range(count))
    drawn = (torch.Generator().manual_seed(seed) for seed in seeds)
    return torch.stack([torch.randint(cfg.model.vocab, shape, generator=each) for each in drawn])


def loss_of(logits, targets):
    return F.cross_entropy(logits.flatten(0, 1).float(), targets.flatten())


class Run:
    """A rank of the training run: mesh, model, optimizer, and the step that it makes with the others."""

    def __init__(self):
        kind = "cuda" if torch.cuda.is_available() else "cpu"
        local = int(os.environ["LOCAL_RANK"])
        self.device = torch.device(kind, local if kind == "cuda" else None)
        if kind == "cuda":
            torch.cuda.set_device(self.device)
        # torchrun keeps one store for all starts. Without a prefix, gloo reads addresses of processes that are gone.
        store, rank, world = next(dist.rendezvous("env://"))
        start = os.environ.get("TORCHELASTIC_RESTART_COUNT", "0")
        store = dist.PrefixStore(f"start {start} of {world}", store)
        backend = "cpu:gloo,cuda:nccl" if kind == "cuda" else "gloo"
        dist.init_process_group(backend, store=store, rank=rank, world_size=world)
        # The last dimension is the nearest: its ranks are neighbours in a node.
        sizes = {"dp": cfg.mesh.dp, "tp": cfg.mesh.tp}
        self.mesh = init_device_mesh(kind, tuple(sizes.values()), mesh_dim_names=tuple(sizes))
        self.replica = self.mesh["dp"].get_local_rank()
        self.parts = nn.ModuleDict({"0": build(self.mesh, self.device)})
        self.optimizer = OPTIMIZERS[cfg.optimizer.name](self.parts.parameters(), lr=cfg.train.lr)
        self.at = 0

    def step(self):
        """One step: gradients accumulate over micro-batches, then the optimizer. Returns this rank's mean loss."""
        model = self.parts["0"]
        count = cfg.batch.global_batch // cfg.mesh.dp
        accumulated = count // cfg.batch.micro_batch
        ids = sequences(self.at, self.replica * count, count).to(self.device)
        total = 0.0
        for i, rows in enumerate(ids.split(cfg.batch.micro_batch)):
            with loss_parallel():
                with phase(f"forward {i}"):
                    loss = loss_of(model(rows[:, :-1]), rows[:, 1:]) / accumulated
                with phase(f"backward {i}"):
                    loss.backward()
            total += whole(loss)
        with phase("optimizer"):
            self.optimizer.step()
            self.optimizer.zero_grad()
        self.at += 1
        return total


def whole(loss):
    loss = loss.detach()
    return loss.full_tensor() if isinstance(loss, DTensor) else loss


OPTIMIZERS = {
    "adam": torch.optim.Adam,
    "adamw": torch.optim.AdamW,
    "sgd": torch.optim.SGD,
    "sgd_momentum": partial(torch.optim.SGD, momentum=0.9),
}


def shrink(world):
    """Makes the plan small enough for a few processes of a laptop. It keeps its kinds of parallelism."""
    cfg.mesh.__dict__["tp"] = min(cfg.mesh.tp, 2)
    if world % (cfg.mesh.tp) != 0:
        sys.exit(f"--tiny needs a multiple of {cfg.mesh.tp} processes, and {world} started")
    dp = world // (cfg.mesh.tp)
    whole_copies = cfg.mesh.dp_replicate == cfg.mesh.dp
    replicate = dp if whole_copies else math.gcd(dp, cfg.mesh.dp_replicate)
    vars(cfg.mesh).update(dp=dp, dp_replicate=replicate)
    layers = 2
    kv_heads = 4 if cfg.model.kv_heads == cfg.model.heads else 2
    vars(cfg.model).update(layers=layers, d_model=64, heads=4, kv_heads=kv_heads, d_head=16, d_ff=128, vocab=256)
    vars(cfg.batch).update(seq_len=32, micro_batch=1, global_batch=4 * dp)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tiny", action="store_true", help="a small model and batch, for a few processes")
    parser.add_argument("--lr", type=float, default=cfg.train.lr, help="learning rate")
    parser.add_argument("--steps", type=int, default=None, help="number of steps")
    parser.add_argument("--profile", default=None, help="folder for Chrome traces of the last step")
    asked = parser.parse_args()
    world = int(os.environ.get("WORLD_SIZE", "0"))
    if world == 0:
        sys.exit("start this file by torchrun: torchrun --nproc-per-node 4 FILE --tiny")
    vars(cfg.train).update(lr=asked.lr)
    if asked.tiny:
        shrink(world)
    ranks = cfg.mesh.dp * cfg.mesh.tp
    if world != ranks:
        sys.exit(f"the plan has {ranks} ranks, and {world} started: start as many, or try --tiny")
    train(asked)
    gc.collect()  # what holds process groups goes before they are destroyed
    dist.destroy_process_group()


def train(asked):
    run = Run()
    steps = cfg.train.steps if asked.steps is None else asked.steps
    while run.at < steps:
        started = time.monotonic()
        traced = asked.profile is not None and run.at == steps - 1
        with torch.profiler.profile() if traced else nullcontext() as profiler:
            loss = run.step()
        if traced:
            os.makedirs(asked.profile, exist_ok=True)
            profiler.export_chrome_trace(os.path.join(asked.profile, f"rank{dist.get_rank()}.json"))
        # The mean over all ranks that have a loss.
        sums = torch.tensor([0.0, 0.0] if loss is None else [float(loss), 1.0], device=run.device)
        dist.all_reduce(sums)
        if dist.get_rank() == 0:
            seconds = time.monotonic() - started
            print(f"step {run.at} loss {sums[0] / sums[1]:.6f} {seconds:.2f} s", flush=True)


if __name__ == "__main__":
    main()
