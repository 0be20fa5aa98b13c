import { when } from "./modelCode.ts";
import type { Traits } from "./traits.ts";

/** The run: its processes, its steps and checkpoints. */
export function runCode(traits: Traits): string {
  return [...phase(), ...run(traits)].join("\n");
}

function phase(): readonly string[] {
  return [
    "part = None  # what of a step is running; labs read it",
    "",
    "",
    "@contextmanager",
    "def phase(name):",
    '    """Names a part of the step, here and in the profiler\'s trace."""',
    "    global part",
    "    part = name",
    "    with torch.profiler.record_function(name):",
    "        yield",
    "    part = None",
    "",
    "",
    "def sequences(step, first, count):",
    '    """Made-up token ids [count, seq_len + 1], the same for every plan. Replace this by your data."""',
    "    shape = (cfg.batch.seq_len + 1,)",
    "    seeds = (step * cfg.batch.global_batch + first + i for i in range(count))",
    "    drawn = (torch.Generator().manual_seed(seed) for seed in seeds)",
    "    return torch.stack([torch.randint(cfg.model.vocab, shape, generator=each) for each in drawn])",
    "",
    "",
    "def loss_of(logits, targets):",
    "    return F.cross_entropy(logits.flatten(0, 1).float(), targets.flatten())",
    "",
    "",
  ];
}

function run(traits: Traits): readonly string[] {
  const { pipelined, data } = traits;
  const shards = data === "hsdp";
  return [
    "class Run:",
    '    """A rank of the training run: mesh, model, optimizer, and the step that it makes with the others."""',
    "",
    "    def __init__(self):",
    '        kind = "cuda" if torch.cuda.is_available() else "cpu"',
    '        local = int(os.environ["LOCAL_RANK"])',
    '        self.device = torch.device(kind, local if kind == "cuda" else None)',
    '        if kind == "cuda":',
    "            torch.cuda.set_device(self.device)",
    "        # torchrun keeps one store for all starts. Without a prefix, gloo reads addresses of processes that are gone.",
    '        store, rank, world = next(dist.rendezvous("env://"))',
    '        start = os.environ.get("TORCHELASTIC_RESTART_COUNT", "0")',
    '        store = dist.PrefixStore(f"start {start} of {world}", store)',
    '        backend = "cpu:gloo,cuda:nccl" if kind == "cuda" else "gloo"',
    "        dist.init_process_group(backend, store=store, rank=rank, world_size=world)",
    ...when(traits.tensorFloat32, '        torch.set_float32_matmul_precision("high")'),
    "        # The last dimension is the nearest: its ranks are neighbours in a node.",
    shards
      ? `        sizes = {${[
          ...when(pipelined, '"pp": cfg.mesh.pp'),
          '"dp_replicate": cfg.mesh.dp_replicate',
          '"dp_shard": cfg.mesh.dp // cfg.mesh.dp_replicate',
          ...when(traits.tensorParallel, '"tp": cfg.mesh.tp'),
        ].join(", ")}}`
      : `        sizes = {${[
          ...when(pipelined, '"pp": cfg.mesh.pp'),
          '"dp": cfg.mesh.dp',
          ...when(traits.tensorParallel, '"tp": cfg.mesh.tp'),
        ].join(", ")}}`,
    "        self.mesh = init_device_mesh(kind, tuple(sizes.values()), mesh_dim_names=tuple(sizes))",
    ...(shards
      ? [
          '        inside = self.mesh["dp_shard"]',
          '        self.replica = self.mesh["dp_replicate"].get_local_rank() * inside.size() + inside.get_local_rank()',
        ]
      : ['        self.replica = self.mesh["dp"].get_local_rank()']),
    ...(pipelined
      ? pipelineInit(traits)
      : ['        self.parts = nn.ModuleDict({"0": build(self.mesh, self.device)})']),
    `        self.optimizer = ${optimizer(traits)}`,
    "        self.at = 0",
    ...when(traits.checkpoints && traits.asyncCheckpoints, "        self.saving = None"),
    "",
    ...(pipelined ? pipelineStep(traits) : plainStep(traits)),
    ...(traits.checkpoints ? checkpoints(traits) : []),
    "",
  ];
}

function optimizer({ tensorParallel, sequenceParallel }: Traits): string {
  // Without sequence parallelism norms are plain tensors beside sharded matrices, which fused loops do not mix.
  const mixed = tensorParallel && !sequenceParallel ? ", foreach=False" : "";
  return `OPTIMIZERS[cfg.optimizer.name](self.parts.parameters(), lr=cfg.train.lr${mixed})`;
}

function micro(shift: string): readonly string[] {
  return [
    "        count = cfg.batch.global_batch // cfg.mesh.dp",
    `        ${shift}`,
    "        ids = sequences(self.at, self.replica * count, count).to(self.device)",
  ];
}

function plainStep(traits: Traits): readonly string[] {
  const { data, reduceEach, reshardAfter, halfPrecision, tensorParallel } = traits;
  const wrapped = data === "ddp";
  const contexts = [
    ...when(wrapped, "nullcontext() if last else model.no_sync()"),
    ...when(wrapped && halfPrecision, "torch.autocast(self.device.type, torch.bfloat16)"),
    ...when(tensorParallel, "loss_parallel()"),
  ];
  const deeper = contexts.length > 0 ? "    " : "";
  return [
    "    def step(self):",
    '        """One step: gradients accumulate over micro-batches, then the optimizer. Returns this rank\'s mean loss."""',
    '        model = self.parts["0"]',
    ...micro("accumulated = count // cfg.batch.micro_batch"),
    "        total = 0.0",
    "        for i, rows in enumerate(ids.split(cfg.batch.micro_batch)):",
    ...when(
      wrapped || reduceEach === "step" || reshardAfter === "step",
      "            last = i == accumulated - 1",
    ),
    ...when(
      !wrapped && reduceEach === "step",
      "            # Gradients are reduced once a step, after the last micro-batch.",
      "            model.set_requires_gradient_sync(last)",
    ),
    ...when(!wrapped && reshardAfter === "step", "            model.set_reshard_after_backward(last)"),
    ...when(wrapped, "            # DDP reduces gradients in the last micro-batch alone."),
    ...when(contexts.length > 0, `            with ${contexts.join(", ")}:`),
    `${deeper}            with phase(f"forward {i}"):`,
    `${deeper}                loss = loss_of(model(rows[:, :-1]), rows[:, 1:]) / accumulated`,
    `${deeper}            with phase(f"backward {i}"):`,
    `${deeper}                loss.backward()`,
    `            total += ${tensorParallel ? "whole(loss)" : "loss.detach()"}`,
    '        with phase("optimizer"):',
    "            self.optimizer.step()",
    "            self.optimizer.zero_grad()",
    "        self.at += 1",
    "        return total",
    "",
  ];
}

function pipelineInit({ chunks, schedule }: Traits): readonly string[] {
  const kind = {
    "1F1B": "Schedule1F1B",
    GPipe: "ScheduleGPipe",
    Interleaved1F1B: "ScheduleInterleaved1F1B",
    LoopedBFS: "ScheduleLoopedBFS",
  }[schedule];
  return [
    '        pp = self.mesh["pp"]',
    "        layers = cfg.pipeline.layers",
    "        bounds = [sum(layers[:i]) for i in range(len(layers) + 1)]",
    "        # Chunk i of a rank is the stage i * pp + rank.",
    "        own = range(pp.get_local_rank(), len(layers), pp.size())",
    "        parts = {str(i): build(self.mesh, self.device, bounds[i], bounds[i + 1]) for i in own}",
    "        self.parts = nn.ModuleDict(parts)",
    "        stages = [",
    "            PipelineStage(parts[str(i)], i, len(layers), self.device, group=pp.get_group())",
    "            for i in own",
    "        ]",
    "        self.first, self.last = 0 in own, len(layers) - 1 in own",
    "        accumulated = cfg.batch.global_batch // cfg.mesh.dp // cfg.batch.micro_batch",
    `        self.schedule = ${kind}(${chunks > 1 ? "stages" : "stages[0]"}, accumulated, loss_fn=loss_of)`,
  ];
}

function pipelineStep({ data, halfPrecision, tensorParallel }: Traits): readonly string[] {
  const contexts = [
    ...when(data === "ddp" && halfPrecision, "torch.autocast(self.device.type, torch.bfloat16)"),
    ...when(tensorParallel, "loss_parallel()"),
  ];
  const open = ['phase("passes")', ...contexts].join(", ");
  return [
    "    def step(self):",
    '        """One step: the schedule\'s passes, then the optimizer. Returns the mean loss on the last stage, else None."""',
    ...micro("losses = []"),
    '        given = {"target": ids[:, 1:], "losses": losses} if self.last else {}',
    `        with ${open}:`,
    "            self.schedule.step(*([ids[:, :-1]] if self.first else []), **given)",
    '        with phase("optimizer"):',
    "            self.optimizer.step()",
    "            self.optimizer.zero_grad()",
    "        self.at += 1",
    `        return torch.stack([${tensorParallel ? "whole(one)" : "one.detach()"} for one in losses]).mean() if self.last else None`,
    "",
  ];
}

function checkpoints({ asyncCheckpoints }: Traits): readonly string[] {
  return [
    "    def state(self):",
    '        """Weights and optimizer state by name. A rank has its shards of them."""',
    "        flat = StateDictOptions(flatten_optimizer_state_dict=True)",
    "        weights, moments = get_state_dict(self.parts, self.optimizer, options=flat)",
    '        return {"weights": weights, "optimizer": moments}',
    "",
    "    def save(self, folder):",
    "        # The file .metadata is written last, so a checkpoint without it is not whole.",
    '        path = os.path.join(folder, f"step-{self.at}")',
    ...(asyncCheckpoints
      ? [
          "        self.finish_save()",
          "        self.saving = dcp.async_save(self.state(), checkpoint_id=path)",
          "",
          "    def finish_save(self):",
          "        if self.saving is not None:",
          "            self.saving.result()",
          "            self.saving = None",
        ]
      : ["        dcp.save(self.state(), checkpoint_id=path)"]),
    "",
    "    def resume(self, folder):",
    '        """Continues from the last whole checkpoint in the folder, if it has one."""',
    '        found = glob.glob(os.path.join(folder, "step-*", ".metadata"))',
    '        self.at = max((int(one.split("step-")[-1].split(os.sep)[0]) for one in found), default=0)',
    "        if self.at > 0:",
    "            state = self.state()",
    '            dcp.load(state, checkpoint_id=os.path.join(folder, f"step-{self.at}"))',
    "            set_state_dict(",
    "                self.parts,",
    "                self.optimizer,",
    '                model_state_dict=state["weights"],',
    '                optim_state_dict=state["optimizer"],',
    "                options=StateDictOptions(flatten_optimizer_state_dict=True),",
    "            )",
    "",
  ];
}
