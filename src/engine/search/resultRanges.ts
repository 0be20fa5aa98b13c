import { fullRateTime } from "../energy/power.ts";
import type { Estimate } from "../estimate.ts";
import { estimateAfter } from "../estimateWith.ts";
import type { Field } from "../factor.ts";
import { numbers } from "../numbers.ts";
import type { Output } from "../output.ts";
import { outputs } from "../outputs.ts";
import type { Scenario } from "../scenario.ts";
import type { Candidates } from "./candidates.ts";
import { contextOf } from "./contextOf.ts";
import { fieldsOf } from "./fieldsOf.ts";
import { layoutsOf } from "./layoutsOf.ts";

/** Numbers between which a result lies. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** Where something lies by what a candidate's step takes at least, s, and what of that its devices spend in kernels; the more, the narrower. */
export type ByStep = (seconds: number, kernels: number) => Range;

/** Where the results of a candidate lie; null for one of which nothing is known. */
export type ResultRanges = (path: string) => ByStep | null;

/**
 * Results that are the step's time T, or the run's, multiplied by what no layout of a plan changes. With N steps to the budget or
 * to the loss, on n devices:
 *   run        N T / g, and g, the share of time that becomes progress, is 1 at most (formulas/goodput.ts: a product of shares)
 *   energy     the run times the power of hosts, network and cooling, and what devices use: N steps at least, and in a step with
 *              K in kernels n (w_l T + (w_f - w_l) min(K, k) + (w_s - w_l) max(0, K - k)) at least, where k is what the step's FLOPs
 *              take at the full rate, and in it a device draws w_f, in other kernels w_s, else w_l, the least of the four, or
 *              more (formulas/energy.ts). No power is above w_f (energyRefusals.ts): it rises with T, with K, and with k, which
 *              recomputation makes longer
 *   money      the run times prices, the energy times its price, and what is paid for data and storage, 0 at least
 * so that each is no less than that of a machine that never fails, whose devices run K, recompute nothing, and else wait
 * (estimateAfter): a multiple of T, one of what of K is below k, and one of what is above.
 */
const RISING: ReadonlySet<string> = new Set([
  ...["time_to_train", "device_time", "time_to_loss"],
  ...["cost", "cost.per_token", "cost_to_loss"],
  ...["energy", "energy.step", "energy.per_token", "carbon", "water"],
]);

/** Results that are what no layout changes, over the step's time. */
const FALLING: ReadonlySet<string> = new Set([
  ...["mfu", "tokens_per_s", "tokens_per_s_per_device", "tflops_per_device", "effective_tokens_per_s"],
]);

/** What of a plan the layout of a step is made of: nothing of this is read by what is multiplied with the step's time. */
const LAYOUT: ReadonlySet<Field> = new Set<Field>([
  ...(["name", "tp", "sequenceParallel", "cp", "ep", "etp", "pp", "schedule", "vpp", "dp"] as const),
  ...(["microBatch", "numMicroBatches", "recompute", "offload", "zero", "overlap", "rankOrder"] as const),
  ...(["cpHeads", "microBatchGroup", "reshardAfter", "gradientScatter", "prefetch"] as const),
  ...(["stateOffload", "offloadLayers", "ownSchedule", "dpShard"] as const),
]);

/** Sums in another order round otherwise. */
const ROUNDING = 1e-9;

/** From the chapters after a step of one second, worked out once for all candidates. */
export function resultRanges(candidates: Candidates): ResultRanges {
  const base = candidates.at(new Int32Array(candidates.sizes.length));
  if ("unmade" in base) return ofStep;
  // Replicas that nobody waits for train nothing: of how many depends on the layout.
  if (base.plan.sync.kind === "synchronous" && base.plan.sync.backup > 0) return ofStep;
  if (fieldsOf(base).some((field) => !LAYOUT.has(field) && candidates.reads(field) !== 0)) return ofStep;
  const least = atLeast(base);
  const ctx = contextOf(least);
  if (ctx === null) return ofStep;
  const after = (seconds: number, kernels: number): Estimate | null =>
    estimateAfter(numbers, least, layoutsOf(least), { seconds, kernels });
  const flops = after(1, 0)?.hardwareFlops ?? 0;
  /** What the step's arithmetic takes a device at its full rate, s. */
  const full = fullRateTime(ctx, flops, Number.POSITIVE_INFINITY);
  return (path) => {
    const rising = RISING.has(path);
    const output = outputs.find((one) => one.path === path);
    if (!output || (!rising && !FALLING.has(path))) return ofStep(path);
    const at = (seconds: number, kernels: number): number | null => {
      const of = after(seconds, kernels);
      return of && numberOf(output, of);
    };
    const each = at(1, 0);
    if (each === null) return null;
    if (!rising) return (seconds) => ({ least: 0, most: (each / seconds) * (1 + ROUNDING) });
    const [one, two] = [at(full, full) ?? 0, at(2 * full, 2 * full) ?? 0];
    const arithmetic = Math.max(0, one / full - each);
    const streaming = Math.max(0, (two - one) / full - each);
    return (seconds, kernels) => {
      const most = Number.POSITIVE_INFINITY;
      const sum =
        each * seconds + arithmetic * Math.min(kernels, full) + streaming * Math.max(0, kernels - full);
      return { least: sum * (1 - ROUNDING), most };
    };
  };
}

const ofStep: ResultRanges = (path) =>
  path === "step_time" ? (seconds) => ({ least: seconds, most: Number.POSITIVE_INFINITY }) : null;

function numberOf(output: Output, estimate: Estimate): number | null {
  if (output.kind === "number") return output.read(estimate);
  return output.kind === "breakdown" ? (output.read(estimate)?.value ?? null) : null;
}

/** With devices that wait at the least power that they draw and recompute nothing, and paid for by the time alone: a reserved term is paid for as a whole, which is no less. */
function atLeast(scenario: Scenario): Scenario {
  const { cluster } = scenario;
  const { powerWatts, streamingWatts, communicationWatts, idleWatts } = cluster.device;
  const least = Math.min(powerWatts, streamingWatts, communicationWatts, idleWatts);
  return {
    ...scenario,
    plan: { ...scenario.plan, recompute: { kind: "none", modules: [] } },
    cluster: {
      ...cluster,
      device: { ...cluster.device, idleWatts: least },
      price: cluster.price?.kind === "reserved" ? { ...cluster.price, rest: "used" } : cluster.price,
    },
  };
}
