import { estimateAfter } from "../answer/estimateWith.ts";
import { outputs } from "../answer/outputs.ts";
import { numbers } from "../core/numbers.ts";
import type { Estimate } from "../estimate/estimate.ts";
import type { Output } from "../estimate/output.ts";
import type { Field } from "../scenario/field.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { fullRateTime } from "../trainingRun/energy/power.ts";
import type { Candidates } from "./candidates.ts";
import { contextOf } from "./contextOf.ts";
import { fieldsOf } from "./fieldsOf.ts";
import { layoutsOf } from "./layoutsOf.ts";
import { ROUNDING } from "./rounding.ts";

/** Interval that contains a result. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/**
 * Interval of a result, given lower bounds of a candidate's step (s), of the kernel time in it (s) and of its memory (B). Higher bounds
 * give a narrower interval.
 */
export type ByStep = (seconds: number, kernels: number, bytes: number) => Range;

/** Interval of each result of a candidate by path; null for a result without known bounds. */
export type ResultRanges = (path: string) => ByStep | null;

/**
 * Results that rise with the step's time T: each is T, or the run's time, multiplied by factors that no layout of a plan
 * changes. With N steps to the budget or to the loss, on n devices:
 *   run        N T / g. The goodput g, the share of time that becomes progress, is at most 1 (formulas/run/goodput.ts: a
 *     product of shares)
 *   energy     the run's time times the power of hosts, network and cooling, plus the energy of devices. N steps take at
 *     least N times n (w_l T + (w_f - w_l) min(K, k) + (w_s - w_l) max(0, K - k)). K is the step's time in kernels, and k
 *     the time of its FLOPs at the full rate. A device draws w_f at the full rate, w_s in other kernels, and otherwise at
 *     least w_l, the least of the four powers (formulas/run/energy.ts). No power is above w_f (energyRefusals.ts), so the
 *     sum rises with T, with K, and with k, which recomputation makes longer
 *   money      the run's time times prices, the energy times its price, and payments for data and storage, which are at
 *     least 0
 * Each result is therefore at least that of a machine that never fails, whose devices run K, recompute nothing, and otherwise
 * wait (estimateAfter): a multiple of T, plus one of the part of K below k, plus one of the part above.
 */
const RISING: ReadonlySet<string> = new Set([
  ...["time_to_train", "device_time", "time_to_loss"],
  ...["cost", "cost.per_token", "cost_to_loss"],
  ...["energy", "energy.step", "energy.per_token", "carbon", "water"],
]);

/** Results that are a constant of the search divided by the step's time. Hardware FLOPs are largest with all layers recomputed. */
const FALLING: ReadonlySet<string> = new Set([
  ...["mfu", "hfu", "tokens_per_s", "tokens_per_s_per_device", "tflops_per_device", "effective_tokens_per_s"],
]);

/**
 * Paths of power results. Device power is a mean over states, so for every step it lies between the least power and the power
 * at the full rate. `SHARES` holds goodput, a share of time, which lies between 0 and 1.
 */
const POWERS: ReadonlySet<string> = new Set(["power", "power.device"]);
const SHARES: ReadonlySet<string> = new Set(["goodput"]);

/** Plan fields that only change a step's layout: factors that multiply the step's time do not depend on them. */
const LAYOUT: ReadonlySet<Field> = new Set<Field>([
  ...(["name", "tp", "sequenceParallel", "cp", "ep", "etp", "pp", "schedule", "vpp", "dp"] as const),
  ...(["microBatch", "numMicroBatches", "recompute", "offload", "zero", "overlap", "rankOrder"] as const),
  ...(["cpHeads", "microBatchGroup", "reshardAfter", "gradientScatter", "prefetch"] as const),
  ...(["stateOffload", "offloadLayers", "ownSchedule", "dpShard"] as const),
]);

const ENDLESS = Number.POSITIVE_INFINITY;

/** Computes the intervals once for all candidates, from the run, energy and cost of a step of one second. */
export function resultRanges(candidates: Candidates): ResultRanges {
  const base = candidates.at(new Int32Array(candidates.sizes.length));
  if ("unmade" in base) return ofStep;
  // Backup replicas do no useful work, and their number depends on the layout.
  if (base.plan.sync.kind === "synchronous" && base.plan.sync.backup > 0) return ofStep;
  if (fieldsOf(base).some((field) => !LAYOUT.has(field) && candidates.reads(field) !== 0)) return ofStep;
  const least = atLeast(base, "none");
  const most = atLeast(base, "full");
  const ctx = contextOf(least);
  if (ctx === null) return ofStep;
  const flops = after(least, 1, 0)?.hardwareFlops ?? 0;
  /** Seconds that a device at its full rate needs for the step's FLOPs. */
  const full = fullRateTime(ctx, flops, ENDLESS);
  const rising = (at: (seconds: number, kernels: number) => number, each: number): ByStep => {
    const [one, two] = [at(full, full), at(2 * full, 2 * full)];
    const arithmetic = Math.max(0, one / full - each);
    const streaming = Math.max(0, (two - one) / full - each);
    return (seconds, kernels) => {
      const atRate = arithmetic * Math.min(kernels, full);
      const sum = each * seconds + atRate + streaming * Math.max(0, kernels - full);
      return { least: sum * (1 - ROUNDING), most: ENDLESS };
    };
  };
  return (path) => {
    const output = outputs.find((one) => one.path === path);
    const at = (seconds: number, kernels: number): number | null => {
      const of = output && after(FALLING.has(path) ? most : least, seconds, kernels);
      return of ? numberOf(output, of) : null;
    };
    if (SHARES.has(path)) return () => ({ least: 0, most: 1 });
    if (!RISING.has(path) && !FALLING.has(path) && !POWERS.has(path)) return ofStep(path);
    const each = at(1, 0);
    if (each === null) return null;
    if (RISING.has(path)) return rising((...step) => at(...step) ?? 0, each);
    if (FALLING.has(path))
      return (seconds) => ({ least: 0, most: seconds > 0 ? (each / seconds) * (1 + ROUNDING) : ENDLESS });
    const [waiting, working] = [each * (1 - ROUNDING), (at(full, full) ?? ENDLESS) * (1 + ROUNDING)];
    return () => ({ least: waiting, most: working });
  };
}

function after(scenario: Scenario, seconds: number, kernels: number): Estimate | null {
  return estimateAfter(numbers, scenario, layoutsOf(scenario), { seconds, kernels });
}

const ofStep: ResultRanges = (path) => {
  if (path === "step_time") return (seconds) => ({ least: seconds, most: ENDLESS });
  if (path === "memory.peak") return (_, __, bytes) => ({ least: bytes, most: ENDLESS });
  return null;
};

function numberOf(output: Output, estimate: Estimate): number | null {
  if (output.kind === "number") return output.read(estimate);
  return output.kind === "breakdown" ? (output.read(estimate)?.value ?? null) : null;
}

/**
 * Scenario with the cheapest conditions: idle devices draw least power, layers recompute nothing (or everything), and a reserved
 * price is paid by time alone.
 */
function atLeast(scenario: Scenario, recompute: "none" | "full"): Scenario {
  const { cluster } = scenario;
  const { powerWatts, streamingWatts, communicationWatts, idleWatts } = cluster.device;
  const least = Math.min(powerWatts, streamingWatts, communicationWatts, idleWatts);
  return {
    ...scenario,
    plan: { ...scenario.plan, recompute: { kind: recompute, modules: [] } },
    cluster: {
      ...cluster,
      device: { ...cluster.device, idleWatts: least },
      price: cluster.price?.kind === "reserved" ? { ...cluster.price, rest: "used" } : cluster.price,
    },
  };
}
