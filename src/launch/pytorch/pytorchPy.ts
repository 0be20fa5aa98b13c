import type { Settings } from "../carry/settings.ts";
import { about } from "../run/about.ts";
import { argumentsOf, type Job, jobName } from "../run/job.ts";
import { pythonLiteral } from "../text/python.ts";
import { mainCode } from "./code/mainCode.ts";
import { modelCode, when } from "./code/modelCode.ts";
import { parallelCode } from "./code/parallelCode.ts";
import { runCode } from "./code/runCode.ts";
import { type Traits, traitsOf } from "./code/traits.ts";
import { planned } from "./planned.ts";
import { pytorch } from "./table.ts";

/**
 * Training program of a job in PyTorch: the plan's model, its mesh, and the code of the kinds of parallelism that the
 * plan has. Nothing but PyTorch is imported.
 */
export function pytorchPy(job: Job): string {
  const args = argumentsOf(pytorch, job);
  const traits = traitsOf(args);
  const { nodes, devicesPerNode } = job.scenario.cluster;
  const meeting =
    nodes === 1 ? "--standalone" : `--nnodes ${nodes} --rdzv-backend c10d --rdzv-endpoint HOST:29500`;
  return [
    ...about(job, pytorch, NOTES).map((line) => `#${line === "" ? "" : ` ${line}`}`),
    `"""Trains ${job.scenario.model.name} with the plan ${job.scenario.plan.name}.`,
    "",
    `The plan:  torchrun ${meeting} --nproc-per-node ${devicesPerNode} ${jobName(job)}.pytorch.py`,
    `A laptop:  torchrun --standalone --nproc-per-node 4 ${jobName(job)}.pytorch.py --tiny --steps 3`,
    '"""',
    "",
    ...imports(traits),
    "",
    ...settings(args),
    "",
    ...planned(job),
    "",
    "",
    modelCode(traits),
    parallelCode(traits),
    runCode(traits),
    mainCode(traits),
  ]
    .join("\n")
    .replace(/\n{4,}/g, "\n\n\n");
}

const NOTES = ["A plan has no data, learning rate, rotary base or gradient clipping: sequences are made up."];

function imports(traits: Traits): readonly string[] {
  const { pipelined, tensorParallel, data, checkpoints, recompute, flash, halfPrecision, sequenceParallel } =
    traits;
  return [
    "import argparse",
    "import gc",
    ...when(checkpoints, "import glob"),
    "import math",
    "import os",
    "import sys",
    "import time",
    "import zlib",
    "from contextlib import contextmanager, nullcontext",
    `from functools import ${traits.positions === "rotary" ? "lru_cache, " : ""}partial`,
    "from types import SimpleNamespace as Section",
    "",
    "import torch",
    "import torch.distributed as dist",
    ...when(checkpoints, "import torch.distributed.checkpoint as dcp"),
    "import torch.nn.functional as F",
    "from torch import nn",
    ...when(
      checkpoints,
      "from torch.distributed.checkpoint.state_dict import StateDictOptions, get_state_dict, set_state_dict",
    ),
    "from torch.distributed.device_mesh import init_device_mesh",
    ...when(
      data !== "ddp",
      `from torch.distributed.fsdp import ${halfPrecision ? "MixedPrecisionPolicy, " : ""}fully_shard`,
    ),
    ...when(pipelined, `from torch.distributed.pipelining import PipelineStage, Schedule${traits.schedule}`),
    `from torch.distributed.tensor import DTensor${tensorParallel ? ", Replicate, Shard" : ""}`,
    ...when(
      tensorParallel,
      "from torch.distributed.tensor.parallel import (",
      "    ColwiseParallel,",
      "    PrepareModuleInput,",
      "    RowwiseParallel,",
      ...when(sequenceParallel || traits.qkNorm, "    SequenceParallel,"),
      "    loss_parallel,",
      "    parallelize_module,",
      ")",
    ),
    ...when(!flash, "from torch.nn.attention import SDPBackend, sdpa_kernel"),
    ...when(data === "ddp", "from torch.nn.parallel import DistributedDataParallel"),
    ...when(recompute, "from torch.utils.checkpoint import checkpoint"),
  ];
}

/** Lines that state the plan as attributes of `cfg`, a section after another. */
function settings(args: Settings): readonly string[] {
  const all: Settings = { ...args, "train.lr": 3e-4, ...rotary(args) };
  const sections = [...new Set(Object.keys(all).map((path) => path.split(".")[0] ?? ""))];
  return [
    `cfg = Section(**{name: Section() for name in ${JSON.stringify(sections.join(" "))}.split()})`,
    ...sections.flatMap((section) =>
      Object.entries(all)
        .filter(([path]) => path.startsWith(`${section}.`))
        .map(([path, value]) => `cfg.${path} = ${pythonLiteral(value)}`),
    ),
  ];
}

const rotary = (args: Settings): Settings =>
  args["model.positions"] === "rotary" ? { "train.rotary_base": 10_000 } : {};
