import type { Estimate } from "../engine/estimate.ts";
import type { Scenario } from "../engine/scenario.ts";
import { stepFlops } from "./flops.ts";
import type { Row } from "./row.ts";

/** Columns that a row may give a step's time in, the one that counts first. */
export const metrics = [
  "iter_time_s",
  "iter_time_s_derived",
  "tokens_per_s_per_gpu",
  "samples_per_s",
  "tflops_per_gpu",
  "mfu_pct",
] as const;
export type Metric = (typeof metrics)[number];

export interface Measure {
  readonly metric: Metric;
  readonly measured: number;
  readonly predicted: number;
  /** In time, whatever the metric: predicted / measured - 1 of the step's seconds; above 0 the engine is too slow. */
  readonly relError: number;
}

/** A row's own metric beside the engine's: seconds, else seconds derived from a rate, else tokens/s, samples/s, TFLOP/s, MFU. */
export function timeOf(row: Row, scenario: Scenario, estimate: Estimate): Measure | null {
  // A functional test's few tiny steps, most with deterministic kernels, say nothing of a real run's time: such rows are for memory.
  if (/CI golden values/i.test(row.source)) return null;
  const seconds = estimate.time.step.value;
  for (const metric of ["iter_time_s", "iter_time_s_derived"] as const) {
    const measured = row.number(metric);
    if (measured !== undefined && measured > 0)
      return { metric, measured, predicted: seconds, relError: seconds / measured - 1 };
  }
  const { tp, cp, pp, dp, globalBatch, seqLen } = scenario.plan;
  const devices = tp * cp * pp * dp;
  const rate = (metric: Metric, measured: number, predicted: number): Measure => ({
    metric,
    measured,
    predicted,
    relError: measured / predicted - 1,
  });
  const tokens = row.number("tokens_per_s_per_gpu");
  if (tokens !== undefined && tokens > 0)
    return rate("tokens_per_s_per_gpu", tokens, (globalBatch * seqLen) / (seconds * devices));
  const samples = row.number("samples_per_s");
  if (samples !== undefined && samples > 0) return rate("samples_per_s", samples, globalBatch / seconds);
  const convention = row.text("flop_convention");
  if (convention === undefined) return null;
  const flops = stepFlops(convention, scenario, estimate.modelFlops, row.number("params_B"));
  if (flops === null) return null;
  const achieved = flops / (seconds * devices) / 1e12;
  const tflops = row.number("tflops_per_gpu");
  if (tflops !== undefined && tflops > 0) return rate("tflops_per_gpu", tflops, achieved);
  const mfu = row.number("mfu_pct");
  const { peak } = scenario.cluster.device;
  const against = Number(/peak ([\d.]+)/i.exec(convention)?.[1] ?? Math.max(peak.bf16, peak.fp16) / 1e12);
  return mfu !== undefined && mfu > 0 ? rate("mfu_pct", mfu, (100 * achieved) / against) : null;
}

export interface MemoryMeasure {
  /** B */
  readonly measured: number;
  readonly predicted: number;
  readonly relError: number;
}

/**
 * A row's peak memory beside the engine's, in bytes. What the framework allocated has no context and runtime in it; what the
 * driver reports (nvidia-smi) has. Tools count in binary units though they print GB, so every kind is read as GiB.
 */
export function memoryOf(row: Row, { memory }: Estimate): MemoryMeasure | null {
  const gib = row.number("peak_mem_gb");
  if (gib === undefined || !(gib > 0)) return null;
  const kind = row.text("mem_kind") ?? "";
  const measured = gib * 2 ** 30;
  const first = memory.stages[0];
  const peak = /rank 0/i.test(kind) && first ? first.value : memory.peak;
  const predicted = /nvidia-smi|per-gpu/i.test(kind) ? peak : peak - memory.reserved;
  return { measured, predicted, relError: predicted / measured - 1 };
}
