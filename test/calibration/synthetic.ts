import { placesOf } from "../../src/calibration/constants.ts";
import { type Run, readRuns } from "../../src/calibration/readRuns.ts";
import { estimate } from "../../src/engine/index.ts";
import { type Row, rowOf } from "../../src/validation/rows/row.ts";
import { world } from "../validation/rows.ts";

/** Plans of one cluster that differ in what bounds them: width, tensor and data parallelism, micro-batch, nodes. */
const shapes = [
  {
    id: "narrow",
    layers: 24,
    hidden: 1_024,
    heads: 16,
    tp: 1,
    pp: 1,
    dp: 8,
    micro_batch: 4,
    global_batch_seqs: 256,
  },
  {
    id: "narrow-small-batch",
    layers: 24,
    hidden: 1_024,
    heads: 16,
    tp: 1,
    pp: 1,
    dp: 8,
    micro_batch: 1,
    global_batch_seqs: 64,
  },
  {
    id: "tp8",
    layers: 32,
    hidden: 4_096,
    heads: 32,
    tp: 8,
    pp: 1,
    dp: 1,
    micro_batch: 8,
    global_batch_seqs: 64,
  },
  {
    id: "tp4",
    layers: 32,
    hidden: 4_096,
    heads: 32,
    tp: 4,
    pp: 1,
    dp: 2,
    micro_batch: 4,
    global_batch_seqs: 64,
  },
  {
    id: "tp2-two-nodes",
    layers: 32,
    hidden: 4_096,
    heads: 32,
    tp: 2,
    pp: 1,
    dp: 16,
    micro_batch: 2,
    global_batch_seqs: 64,
  },
  {
    id: "wide-pp2",
    layers: 48,
    hidden: 8_192,
    heads: 64,
    tp: 8,
    pp: 2,
    dp: 2,
    micro_batch: 2,
    global_batch_seqs: 64,
  },
  {
    id: "wide-dp4",
    layers: 48,
    hidden: 8_192,
    heads: 64,
    tp: 8,
    pp: 1,
    dp: 4,
    micro_batch: 4,
    global_batch_seqs: 128,
  },
  {
    id: "pp4",
    layers: 32,
    hidden: 4_096,
    heads: 32,
    tp: 1,
    pp: 4,
    dp: 8,
    micro_batch: 1,
    global_batch_seqs: 128,
  },
];

/** Cells of the rows, without a measured time. */
export const cells: readonly Readonly<Record<string, string>>[] = shapes.map((shape) => ({
  ...Object.fromEntries(Object.entries(shape).map(([column, value]) => [column, String(value)])),
  source: "Megatron-LM, made up",
  model: "GPT",
  seq_len: "2048",
  vocab: "51200",
  gpu: "A100-SXM4-80GB",
  gpus_per_node: "8",
  n_gpus: String(shape.tp * shape.pp * shape.dp),
  intra_link: "NVSwitch",
  inter_link: "8x HDR InfiniBand 200Gb/s",
  precision: "fp16",
  recompute: "full",
  flash_attn: "no",
  seq_parallel: "no",
  zero_stage: "0",
}));

/** Rows whose times the engine itself gives with these constants, each off by its entry of `noise`, over and over; `change` replaces cells of all. */
export function measuredBy(
  constants: Readonly<Record<string, number>>,
  noise: readonly number[] = [0],
  change: Readonly<Record<string, string>> = {},
): readonly Row[] {
  return cells.map((cell, at) => {
    const row = { ...cell, ...change };
    const seconds = secondsWith(runsOf([rowOf({ ...row, iter_time_s: "1" })])[0], constants);
    return rowOf({ ...row, iter_time_s: String(seconds * (1 + (noise[at % noise.length] ?? 0))) });
  });
}

export function secondsWith(run: Run | undefined, constants: Readonly<Record<string, number>>): number {
  if (!run) throw new Error("the row is no run");
  for (const { path, holder, key } of placesOf(run.scenario)) {
    const value = constants[path];
    if (value !== undefined) holder[key] = value;
  }
  const answer = estimate(run.scenario);
  if (!answer.ok) throw new Error("refused");
  return answer.estimate.time.step.value;
}

export function runsOf(rows: readonly Row[]): readonly Run[] {
  const { runs, skipped } = readRuns(rows, world);
  if (skipped.length > 0) throw new Error(skipped.map(({ id, reason }) => `${id}: ${reason}`).join("; "));
  return runs;
}

/** The rows as a table. */
export function csvOf(rows: readonly Readonly<Record<string, string>>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => columns.map((column) => `"${row[column] ?? ""}"`).join(","));
  return `${[columns.join(","), ...lines].join("\n")}\n`;
}
