import type { Scenario } from "../engine/scenario/scenario.ts";
import { expertLayers } from "../engine/trainingStep/model/layerKinds.ts";

/** Classification of a run, fine enough to say what was measured and what was not. */
export interface RunKind {
  /** Device generation, such as `hopper`. null for a device whose generation is not listed. */
  readonly architecture: string | null;
  /** Software stack, such as `megatron_core`. */
  readonly framework: string;
  /** Traits of the run, in the order of `traits`. */
  readonly traits: readonly Trait[];
}

/** Parallelism and precision choices that have errors of their own, with their labels for users. */
export const traits = {
  tp_across: "tensor parallel across nodes",
  pipeline: "pipeline",
  zero3: "ZeRO 3",
  cp: "context parallel",
  moe: "experts",
  fp8: "fp8",
  fp4: "fp4",
  fp32: "fp32",
} as const;
export type Trait = keyof typeof traits;
export const traitNames = Object.keys(traits) as readonly Trait[];

/** Sizes of a run. An estimate beyond the measured sizes is an extrapolation. */
export const sizes = ["devices", "tp", "pp", "dp", "cp", "ep", "params", "seq_len"] as const;
export type Size = (typeof sizes)[number];
/** Sizes that change a device's memory. The number of devices alone does not. */
export const memorySizes: readonly Size[] = ["tp", "pp", "cp", "ep", "params", "seq_len"];
export type Sizes = Readonly<Record<Size, number>>;

export function kindOf({ model, cluster, plan }: Pick<Scenario, "model" | "cluster" | "plan">): RunKind {
  const { compute } = plan.precision;
  const has: Readonly<Record<Trait, boolean>> = {
    tp_across: plan.tp > cluster.scaleUp.domain,
    pipeline: plan.pp > 1,
    zero3: plan.zero === 3,
    cp: plan.cp > 1,
    moe: expertLayers(model) > 0,
    fp8: compute === "fp8",
    fp4: compute === "fp4",
    fp32: compute === "fp32" || compute === "tf32",
  };
  return {
    architecture: cluster.device.architecture,
    framework: plan.framework.name,
    traits: traitNames.filter((trait) => has[trait]),
  };
}

/** Sizes of a scenario. `params` is the model's parameter count, as the engine counts it. */
export function sizesOf({ plan }: Scenario, params: number): Sizes {
  const { tp, pp, dp, cp, ep, seqLen } = plan;
  return { devices: tp * cp * pp * dp, tp, pp, dp, cp, ep, params, seq_len: seqLen };
}

/** Parts of a run's kind that a level distinguishes. */
export type Level = readonly ("architecture" | "framework")[];

/** Levels at which the table records what was measured, finest first. */
export const levels: readonly Level[] = [["architecture", "framework"], ["architecture"], ["framework"], []];

/** Key of a kind at a level: `hopper,megatron_core`, with `*` for a part that the level ignores. */
export function keyOf({ architecture, framework }: RunKind, level: Level): string {
  const device = level.includes("architecture") ? (architecture ?? "none") : "*";
  return `${device},${level.includes("framework") ? framework : "*"}`;
}

/**
 * Workload classes: dense or MoE, at 16 bits or fewer. Residuals were found to differ by these: a program
 * that names neither its expert kernels nor its 8-bit scales is less certain than a dense one in bf16.
 * Generations, stacks, scales and parallelism were tried as well. Each gave worse scores on left-out sources
 * (docs/uncertainty.md).
 */
export const workloads = [
  "dense in 16 bits or more",
  "dense in fp8 or fp4",
  "experts in 16 bits or more",
  "experts in fp8 or fp4",
] as const;
export type Workload = (typeof workloads)[number];

/** Workload labels for use in a sentence: "of dense models in 16-bit or wider formats". */
export const workloadNames: Readonly<Record<Workload, string>> = {
  "dense in 16 bits or more": "dense models in 16-bit or wider formats",
  "dense in fp8 or fp4": "dense models in fp8 or fp4",
  "experts in 16 bits or more": "mixtures of experts in 16-bit or wider formats",
  "experts in fp8 or fp4": "mixtures of experts in fp8 or fp4",
};

export function workloadOf({ traits }: RunKind): Workload {
  const experts = traits.includes("moe");
  const narrow = traits.includes("fp8") || traits.includes("fp4");
  const inBits = narrow ? "in fp8 or fp4" : "in 16 bits or more";
  return experts ? `experts ${inBits}` : `dense ${inBits}`;
}
