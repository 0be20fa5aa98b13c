import { numberAt, type Settings, textAt } from "../../carry/settings.ts";

/** Traits of a plan that decide which code its program has. Sections that a plan does not need are left out. */
export interface Traits {
  readonly pipelined: boolean;
  readonly chunks: number;
  readonly schedule: "1F1B" | "GPipe" | "Interleaved1F1B" | "LoopedBFS";
  readonly tensorParallel: boolean;
  readonly sequenceParallel: boolean;
  /** DDP, or FSDP2 over one mesh dimension (`fsdp`) or over replicas of shards (`hsdp`). */
  readonly data: "ddp" | "fsdp" | "hsdp";
  /** When gathered weights are freed: after each forward, each backward, or at the end of a step. */
  readonly reshardAfter: "forward" | "backward" | "step";
  /** When gradients are reduced: in each micro-batch, or in the last of a step. */
  readonly reduceEach: "micro_batch" | "step";
  readonly halfPrecision: boolean;
  readonly tensorFloat32: boolean;
  readonly recompute: boolean;
  readonly checkpoints: boolean;
  readonly asyncCheckpoints: boolean;
  readonly flash: boolean;
  readonly gated: boolean;
  readonly layerNorm: boolean;
  readonly positions: "rotary" | "learned" | "none";
  readonly qkNorm: boolean;
  readonly tied: boolean;
}

/** Traits of a program, by the arguments that it will have. */
export function traitsOf(args: Settings): Traits {
  const at = (path: string, absent = 1): number => numberAt(args, path) ?? absent;
  const [pp, tp, zero] = [at("mesh.pp"), at("mesh.tp"), at("data_parallel.zero", 0)];
  const pipelined = pp > 1;
  const replicas = at("mesh.dp_replicate", 1);
  const reshard = textAt(args, "data_parallel.reshard_after");
  const positions = textAt(args, "model.positions");
  return {
    pipelined,
    chunks: at("pipeline.chunks"),
    schedule: (textAt(args, "pipeline.schedule") ?? "1F1B") as Traits["schedule"],
    tensorParallel: tp > 1,
    sequenceParallel: args["tensor_parallel.sequence_parallel"] === true,
    // DDP takes no parameters that tensor parallelism shards, and torch 2.13 fails on DDP of several chunks of a rank.
    // FSDP2 over groups of one shard reduces as DDP does.
    data:
      zero === 0 && tp === 1 && at("pipeline.chunks") === 1
        ? "ddp"
        : zero === 0 || replicas > 1
          ? "hsdp"
          : "fsdp",
    reshardAfter:
      zero < 3 || pipelined ? "step" : reshard === "backward" || reshard === "step" ? reshard : "forward",
    reduceEach:
      !pipelined && (zero === 2 || (zero === 3 && args["data_parallel.gradient_scatter"] !== "step"))
        ? "micro_batch"
        : "step",
    halfPrecision: args["precision.compute"] === "bfloat16",
    tensorFloat32: args["precision.compute"] === "tf32",
    recompute: args["recompute.layers"] !== 0,
    checkpoints: "checkpoint.interval" in args,
    asyncCheckpoints: args["checkpoint.async_save"] === true,
    flash: args["model.flash_attention"] !== false,
    gated: /glu$/.test(textAt(args, "model.mlp") ?? ""),
    layerNorm: args["model.norm"] === "layernorm",
    positions: positions === "learned" || positions === "none" ? positions : "rotary",
    qkNorm: args["model.qk_norm"] === true,
    tied: args["model.tied_embeddings"] === true,
  };
}
