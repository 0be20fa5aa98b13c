import type { Scenario } from "../engine/scenario/scenario.ts";
import { expertLayers } from "../engine/trainingStep/model/layerKinds.ts";

/** What a run is like, as far as it says what was measured and what was not. */
export interface RunKind {
  /** Generation of the device, `hopper`; null where it is not one that was named. */
  readonly architecture: string | null;
  /** The software stack, `megatron_core`. */
  readonly framework: string;
  /** Of `traits`, in that order. */
  readonly traits: readonly Trait[];
}

/** Ways to run that have errors of their own, with what people read. */
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

/** Sizes of a run: beyond those that were measured an estimate is an extrapolation. */
export const sizes = ["devices", "tp", "pp", "dp", "cp", "ep", "params", "seq_len"] as const;
export type Size = (typeof sizes)[number];
/** Those that change what a device holds; how many devices there are beside it does not. */
export const memorySizes: readonly Size[] = ["tp", "pp", "cp", "ep", "params", "seq_len"];
export type Sizes = Readonly<Record<Size, number>>;

export function kindOf({ model, cluster, plan }: Scenario): RunKind {
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

/** `params` are the model's, which the engine counts. */
export function sizesOf({ plan }: Scenario, params: number): Sizes {
  const { tp, pp, dp, cp, ep, seqLen } = plan;
  return { devices: tp * cp * pp * dp, tp, pp, dp, cp, ep, params, seq_len: seqLen };
}

/** Which parts of a kind are told apart. */
export type Level = readonly ("architecture" | "framework")[];

/** What is told apart where a table says what was measured at all. */
export const levels: readonly Level[] = [["architecture", "framework"], ["architecture"], ["framework"], []];

/** `hopper,megatron_core`: what a level leaves open is `*`. */
export function keyOf({ architecture, framework }: RunKind, level: Level): string {
  const device = level.includes("architecture") ? (architecture ?? "none") : "*";
  return `${device},${level.includes("framework") ? framework : "*"}`;
}

/**
 * What is computed, which is what errors of plans that nobody measured were found to differ by: a program that names neither its
 * kernels for experts nor its scales of 8-bit products leaves more open than a dense one in bf16. Generations, stacks, scales and the other
 * ways to run were tried as well: intervals of left-out sources had worse scores with each (docs/uncertainty.md).
 */
export const workloads = [
  "dense in 16 bits or more",
  "dense in fp8 or fp4",
  "experts in 16 bits or more",
  "experts in fp8 or fp4",
] as const;
export type Workload = (typeof workloads)[number];

/** Workloads in a sentence: "of dense models in 16-bit or wider formats". */
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
