import { expertLayers } from "../engine/model/layerKinds.ts";
import type { Scenario } from "../engine/scenario.ts";

/**
 * What a run is like, as far as errors of the engine are known to differ: the kind of run, and its sizes. The kind is cut
 * into categories and each has residuals of its own (Mondrian prediction: Vovk, Gammerman, Shafer 2005, section 4.5).
 */
export interface RunKind {
  /** Generation of the device, `hopper`; null where it is not one that was named. */
  readonly architecture: string | null;
  /** The software stack, `megatron_core`. */
  readonly framework: string;
  readonly scale: Scale;
  /** Of `traits`, in that order. */
  readonly traits: readonly Trait[];
}

/** Whether the devices in use are within one scale-up domain, or reach over the network between nodes. */
export type Scale = "one node" | "several nodes";

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
  const used = plan.tp * plan.cp * plan.pp * plan.dp;
  const { domain, kind } = cluster.scaleUp;
  const { compute } = plan.precision;
  const has: Readonly<Record<Trait, boolean>> = {
    tp_across: plan.tp > domain,
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
    scale: used > (kind === "none" ? 1 : domain) ? "several nodes" : "one node",
    traits: traitNames.filter((trait) => has[trait]),
  };
}

/** `params` are the model's, which the engine counts. */
export function sizesOf({ plan }: Scenario, params: number): Sizes {
  const { tp, pp, dp, cp, ep, seqLen } = plan;
  return { devices: tp * cp * pp * dp, tp, pp, dp, cp, ep, params, seq_len: seqLen };
}

/** Which parts of a kind are told apart. */
export type Level = readonly (keyof RunKind)[];

/** The most particular first; each has rows in the table of residuals. */
export const levels: readonly Level[] = [
  ["architecture", "framework", "scale", "traits"],
  ["architecture", "framework", "scale"],
  ["architecture", "framework"],
  ["architecture", "scale"],
  ["architecture"],
  ["framework"],
  [],
];

/** `hopper,megatron_core,several nodes,pipeline+fp8`: what a level leaves open is `*`. */
export function keyOf({ architecture, framework, scale, traits }: RunKind, level: Level): string {
  const device = level.includes("architecture") ? (architecture ?? "none") : "*";
  const stack = level.includes("framework") ? framework : "*";
  const where = level.includes("scale") ? scale : "*";
  return `${device},${stack},${where},${level.includes("traits") ? traits.join("+") : "*"}`;
}
