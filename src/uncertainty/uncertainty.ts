import { numbers } from "../engine/core/numbers.ts";
import type { Estimate } from "../engine/estimate/estimate.ts";
import type { Cluster } from "../engine/scenario/cluster.ts";
import type { Field } from "../engine/scenario/field.ts";
import type { Scenario } from "../engine/scenario/scenario.ts";
import { type Fit, fitOf } from "../engine/trainingStep/memory/fit.ts";
import { type Basis, basisOf } from "./basis.ts";
import { type Bounds, boundedOutputs, boundsOf } from "./bounds.ts";
import type { Residuals } from "./lookup.ts";
import type { Measured } from "./measuredRun.ts";
import { ofAllDevices } from "./ofAllDevices.ts";
import { peakEnds } from "./peakEnds.ts";
import { LEVEL } from "./quantiles.ts";
import { residuals } from "./residuals.ts";
import { lookupIn } from "./residualTable.ts";
import { kindOf, sizesOf } from "./runKind.ts";
import { readTable } from "./tableText.ts";

/** Uncertainty of an estimate. Plain data. */
export interface Uncertainty {
  /** Share of runs that the intervals should contain. */
  readonly level: number;
  /** Basis of the time intervals. null: nothing was measured. */
  readonly time: Basis | null;
  readonly memory: Basis | null;
  /** Verdict whether the plan fits its devices, by the interval of peak memory. */
  readonly fits: Fit;
  /** Intervals of the estimate's numbers by path: `step_time`, `memory.peak`. */
  readonly bounds: Readonly<Record<string, NamedBounds>>;
}

export interface NamedBounds extends Bounds {
  /** Label for users. */
  readonly label: string;
  readonly unit: string;
  /** Quantity whose residuals give the interval. */
  readonly of: Measured;
  /** True for a rate: it falls as the time rises. */
  readonly rate: boolean;
}

/** Scenario fields that `basisFor` reads. A search memoises its result over these. */
export const basisFields: readonly Field[] = [
  ...(["model", "cluster", "tp", "cp", "pp", "dp", "ep", "zero"] as const),
  ...(["seqLen", "precision", "framework"] as const),
];

let shipped: Residuals | null = null;

/**
 * Basis of a scenario's time or peak memory intervals; over pools of unlike devices, one that covers all of them. The
 * shipped table is parsed on first use.
 */
export function basisFor(of: Measured, scenario: Scenario, params: number, table?: Residuals): Basis | null {
  if (!table) shipped ??= lookupIn(readTable(residuals));
  const used = table ?? shipped;
  if (!used) return null;
  const { model, cluster, plan, origins } = scenario;
  const basis = (own: Cluster, path: string): Basis | null =>
    basisOf(used, of, {
      kind: kindOf({ model, cluster: own, plan }),
      sizes: sizesOf(scenario, params),
      device: own.device.name,
      guessed: origins[`${path}.device.gemm_efficiency`]?.kind === "default",
    });
  return cluster.pools === null
    ? basis(cluster, "cluster")
    : ofAllDevices(cluster.pools.map((pool, i) => basis(pool, `cluster.pools[${i}]`)));
}

export function uncertaintyOf(scenario: Scenario, estimate: Estimate, table?: Residuals): Uncertainty {
  const basis = (of: Measured) => basisFor(of, scenario, estimate.params.value, table);
  const found = { time: basis("time"), memory: basis("memory") };
  const bounds: Record<string, NamedBounds> = {};
  for (const row of boundedOutputs) {
    const from = found[row.of];
    const ends = from && boundsOf(numbers, row, estimate, from);
    if (ends) bounds[row.path] = { label: row.label, unit: row.unit, of: row.of, rate: row.rate, ...ends };
  }
  return { level: LEVEL, ...found, fits: fitOf(estimate.memory, peakEnds(found.memory)), bounds };
}
