import type { Breakdown } from "../../engine/estimate/breakdown.ts";
import type { Estimate } from "../../engine/estimate/estimate.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import { statedBatch } from "../programs/plan/batch.ts";
import type { Row } from "../rows/row.ts";
import { sourceFacts } from "../rows/sourceFacts.ts";
import { stepFlops } from "./flops.ts";

/** Columns that may give a step's time, in order of preference. */
export const metrics = [
  "iter_time_s",
  "iter_time_s_derived",
  "tokens_per_s_per_gpu",
  "samples_per_s",
  "tflops_per_gpu",
  "mfu_pct",
  "hfu_pct",
  "uni_tflops_per_gpu",
] as const;
export type Metric = (typeof metrics)[number];

/** True where a metric falls as the time rises. */
export const isRate = (metric: Metric): boolean => !metric.startsWith("iter_time");

export interface Measure {
  readonly metric: Metric;
  readonly measured: number;
  readonly predicted: number;
  /**
   * Error in time, whatever the metric: predicted / measured - 1 of the step's seconds. Positive where the
   * engine is too slow.
   */
  readonly relError: number;
}

/**
 * Predicted and measured value of a row's own metric. In order: seconds, seconds derived from a rate,
 * tokens/s, samples/s, TFLOP/s, MFU, HFU, and tokens/s in the table's own convention. A convention that is
 * not stated is assumed to be the usual one. `step` is the step's time in seconds where the row does not time
 * an average step.
 */
export function timeOf(
  row: Row,
  scenario: Scenario,
  estimate: Estimate,
  step = estimate.time.step.value,
): Measure | null {
  // Functional tests run few tiny steps, mostly with deterministic kernels. They say nothing of a real run's
  // time, so such rows are for memory only.
  if (/CI golden values/i.test(row.source)) return null;
  const { tp, cp, pp, dp, globalBatch, seqLen } = scenario.plan;
  // A batch that replicas cannot share was rounded up (batch.ts). Rates count the rounded batch.
  const stated = step * Math.min(1, (statedBatch(row) ?? globalBatch) / globalBatch);
  for (const metric of ["iter_time_s", "iter_time_s_derived"] as const) {
    const measured = row.number(metric);
    if (measured !== undefined && measured > 0)
      return { metric, measured, predicted: stated, relError: stated / measured - 1 };
  }
  const devices = tp * cp * pp * dp;
  const rate = (metric: Metric, measured: number, predicted: number): Measure => ({
    metric,
    measured,
    predicted,
    relError: measured / predicted - 1,
  });
  const tokens = row.number("tokens_per_s_per_gpu");
  if (tokens !== undefined && tokens > 0)
    return rate("tokens_per_s_per_gpu", tokens, (globalBatch * seqLen) / (step * devices));
  const samples = row.number("samples_per_s");
  if (samples !== undefined && samples > 0) return rate("samples_per_s", samples, globalBatch / step);
  const convention = row.text("flop_convention") ?? "";
  const flops = stepFlops(convention, scenario, estimate.modelFlops, row.number("params_B"));
  const { peak } = scenario.cluster.device;
  const against = Number(/peak ([\d.]+)/i.exec(convention)?.[1] ?? Math.max(peak.bf16, peak.fp16) / 1e12);
  const teraflops = (n: number): number => n / (step * devices) / 1e12;
  const unified = row.number("uni_gflop_per_token");
  const rates: readonly (readonly [Metric, predicted: number | null])[] = [
    ["tflops_per_gpu", flops === null ? null : teraflops(flops)],
    ["mfu_pct", flops === null ? null : (100 * teraflops(flops)) / against],
    ["hfu_pct", (100 * teraflops(estimate.hardwareFlops)) / against],
    ["uni_tflops_per_gpu", unified === undefined ? null : teraflops(unified * 1e9 * globalBatch * seqLen)],
  ];
  for (const [metric, predicted] of rates) {
    const measured = row.number(metric);
    if (measured !== undefined && measured > 0 && predicted !== null)
      return rate(metric, measured, predicted);
  }
  return null;
}

export interface MemoryMeasure {
  /** Measured peak memory in bytes. */
  readonly measured: number;
  readonly predicted: number;
  readonly relError: number;
}

/**
 * Predicted and measured peak memory of a row, in bytes, of the kind that was measured. The kind is what the
 * framework allocated, what its allocator reserved, or what the driver reports (nvidia-smi, with the context
 * and communicators). Tools print GB but count in binary units, so every kind is read as GiB.
 */
export function memoryOf(row: Row, { memory }: Estimate): MemoryMeasure | null {
  const gib = row.number("peak_mem_gb");
  if (gib === undefined || !(gib > 0)) return null;
  const kind = kindOf(row);
  const measured = gib * 2 ** 30;
  const predicted = Math.max(
    ...stagesOf(row, memory.stages).map((stage) => stage.value - beyond(stage, kind)),
  );
  return { measured, predicted, relError: predicted / measured - 1 };
}

type MemoryKind = "allocated" | "reserved" | "driver";

/**
 * Kind of a row's memory figure. nanotron's benchmark writes max_memory_allocated and max_memory_reserved
 * after resetting its peaks at the end of the passes (src/nanotron/trainer.py, helpers.py). Only the second
 * can grow with the micro-batch, as its published column does. torchtitan logs max_reserved_gib
 * (torchtitan/components/metrics.py).
 */
function kindOf(row: Row): MemoryKind {
  const text = row.text("mem_kind") ?? "";
  if (/nvidia-smi|per-gpu|driver/i.test(text)) return "driver";
  if (/^[^;]*reserved|column of benchmark/i.test(text) || /torchtitan/i.test(row.source)) return "reserved";
  return "allocated";
}

/**
 * Stages whose memory a row reports. Megatron's writer lives on the last rank
 * (megatron/training/global_vars.py), nanotron's on the first.
 */
function stagesOf(row: Row, stages: readonly Breakdown[]): readonly Breakdown[] {
  if (sourceFacts(row).memoryOfFirstNode) return stages.slice(0, stagesOfFirstNode(row));
  const text = row.text("mem_kind") ?? "";
  const ends = [stages[0], stages.at(-1)];
  const wanted = /last rank/i.test(text)
    ? [ends[1]]
    : /rank 0|column of benchmark/i.test(text)
      ? [ends[0]]
      : /first\/last/i.test(text)
        ? ends
        : stages;
  return wanted.filter((stage) => stage !== undefined);
}

/**
 * Number of stages on the first node. Ranks of a stage are neighbours: replicas and tensor parallelism
 * inside, the pipeline outside (megatron/mpu/initialize.py).
 */
function stagesOfFirstNode(row: Row): number {
  const ofStage = (row.number("tp") ?? 1) * (row.number("cp") ?? 1) * (row.number("dp") ?? 1);
  return Math.max(1, Math.ceil((row.number("gpus_per_node") ?? 1) / ofStage));
}

/** Bytes of a stage that a measurement of this kind does not count. */
function beyond(stage: Breakdown, kind: MemoryKind): number {
  const reserved = stage.parts.find(({ name }) => name === "memory.reserved");
  if (!reserved || kind === "driver") return 0;
  if (kind === "allocated") return reserved.value;
  return reserved.parts.find(({ name }) => name === "memory.reserved.outside")?.value ?? 0;
}
