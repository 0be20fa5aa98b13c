import { when } from "./modelCode.ts";
import type { Traits } from "./traits.ts";

/** The command line of the program, and the loop over its steps. */
export function mainCode(traits: Traits): string {
  return [...losses(traits), ...shrink(traits), ...main(traits), ...train(traits)].join("\n");
}

const degreesOf = ({ pipelined, tensorParallel }: Traits): readonly string[] => [
  ...when(pipelined, "pp"),
  ...when(tensorParallel, "tp"),
];

const ranksOf = (degrees: readonly string[]): string => degrees.map((one) => `cfg.mesh.${one}`).join(" * ");

function losses({ tensorParallel }: Traits): readonly string[] {
  return [
    ...when(
      tensorParallel,
      "",
      "def whole(loss):",
      "    loss = loss.detach()",
      "    return loss.full_tensor() if isinstance(loss, DTensor) else loss",
      "",
    ),
    "",
    "OPTIMIZERS = {",
    '    "adam": torch.optim.Adam,',
    '    "adamw": torch.optim.AdamW,',
    '    "sgd": torch.optim.SGD,',
    '    "sgd_momentum": partial(torch.optim.SGD, momentum=0.9),',
    "}",
    "",
    "",
  ];
}

function shrink(traits: Traits): readonly string[] {
  const { pipelined, positions } = traits;
  const degrees = degreesOf(traits);
  const left = ranksOf(degrees);
  return [
    "def shrink(world):",
    '    """Makes the plan small enough for a few processes of a laptop. It keeps its kinds of parallelism."""',
    ...degrees.map((one) => `    cfg.mesh.__dict__["${one}"] = min(cfg.mesh.${one}, 2)`),
    ...(degrees.length > 0
      ? [
          `    if world % (${left}) != 0:`,
          `        sys.exit(f"--tiny needs a multiple of {${left}} processes, and {world} started")`,
          `    dp = world // (${left})`,
        ]
      : ["    dp = world"]),
    "    whole_copies = cfg.mesh.dp_replicate == cfg.mesh.dp",
    "    replicate = dp if whole_copies else math.gcd(dp, cfg.mesh.dp_replicate)",
    "    vars(cfg.mesh).update(dp=dp, dp_replicate=replicate)",
    ...(pipelined
      ? [
          "    chunks = cfg.pipeline.chunks",
          "    vars(cfg.pipeline).update(layers=[1] * (cfg.mesh.pp * chunks))",
          "    layers = len(cfg.pipeline.layers)",
        ]
      : ["    layers = 2"]),
    "    kv_heads = 4 if cfg.model.kv_heads == cfg.model.heads else 2",
    "    vars(cfg.model).update(layers=layers, d_model=64, heads=4, kv_heads=kv_heads, d_head=16, d_ff=128, vocab=256)",
    ...when(positions === "learned", "    vars(cfg.model).update(max_seq_len=32)"),
    "    vars(cfg.batch).update(seq_len=32, micro_batch=1, global_batch=4 * dp)",
    "",
    "",
  ];
}

function main(traits: Traits): readonly string[] {
  const left = ranksOf(degreesOf(traits));
  return [
    "def main():",
    "    parser = argparse.ArgumentParser(description=__doc__)",
    '    parser.add_argument("--tiny", action="store_true", help="a small model and batch, for a few processes")',
    '    parser.add_argument("--lr", type=float, default=cfg.train.lr, help="learning rate")',
    '    parser.add_argument("--steps", type=int, default=None, help="number of steps")',
    ...when(
      traits.checkpoints,
      '    parser.add_argument("--checkpoints", default="checkpoints", help="folder to save to and resume from")',
    ),
    '    parser.add_argument("--profile", default=None, help="folder for Chrome traces of the last step")',
    "    asked = parser.parse_args()",
    '    world = int(os.environ.get("WORLD_SIZE", "0"))',
    "    if world == 0:",
    '        sys.exit("start this file by torchrun: torchrun --nproc-per-node 4 FILE --tiny")',
    "    vars(cfg.train).update(lr=asked.lr)",
    "    if asked.tiny:",
    "        shrink(world)",
    `    ranks = cfg.mesh.dp${left === "" ? "" : ` * ${left}`}`,
    "    if world != ranks:",
    '        sys.exit(f"the plan has {ranks} ranks, and {world} started: start as many, or try --tiny")',
    "    train(asked)",
    "    gc.collect()  # what holds process groups goes before they are destroyed",
    "    dist.destroy_process_group()",
    "",
    "",
  ];
}

function train({ checkpoints, asyncCheckpoints }: Traits): readonly string[] {
  return [
    "def train(asked):",
    "    run = Run()",
    "    steps = cfg.train.steps if asked.steps is None else asked.steps",
    ...when(checkpoints, "    run.resume(asked.checkpoints)"),
    "    while run.at < steps:",
    "        started = time.monotonic()",
    "        traced = asked.profile is not None and run.at == steps - 1",
    "        with torch.profiler.profile() if traced else nullcontext() as profiler:",
    "            loss = run.step()",
    "        if traced:",
    "            os.makedirs(asked.profile, exist_ok=True)",
    '            profiler.export_chrome_trace(os.path.join(asked.profile, f"rank{dist.get_rank()}.json"))',
    "        # The mean over all ranks that have a loss.",
    "        sums = torch.tensor([0.0, 0.0] if loss is None else [float(loss), 1.0], device=run.device)",
    "        dist.all_reduce(sums)",
    "        if dist.get_rank() == 0:",
    "            seconds = time.monotonic() - started",
    '            print(f"step {run.at} loss {sums[0] / sums[1]:.6f} {seconds:.2f} s", flush=True)',
    ...when(
      checkpoints,
      "        if run.at % cfg.checkpoint.interval == 0 or run.at == steps:",
      "            run.save(asked.checkpoints)",
    ),
    ...when(checkpoints && asyncCheckpoints, "    run.finish_save()"),
    "",
    "",
    'if __name__ == "__main__":',
    "    main()",
    "",
  ];
}
