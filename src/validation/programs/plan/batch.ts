import type { Row } from "../../rows/row.ts";
import type { Degrees } from "./degrees.ts";

/** Batch sizes in sequences: of a step (`global`), and of a micro-batch on one replica (`micro`). */
export interface Batch {
  readonly global: number;
  readonly micro: number;
  readonly assumed: readonly string[];
}

/**
 * Number of micro-batches per pipeline stage that is assumed where a row states no batch, as in DeepSpeed's and
 * Megatron's examples.
 */
const FOR_EACH_STAGE = 8;

/**
 * Global batch and micro-batch of a row. `usual` is the micro-batch of the source's recipe, `open` the
 * micro-batch where nothing states one. A global batch that is not stated follows from tokens per second and
 * the step's time. Without these it is the smallest usual one, because rates hardly depend on it. A batch that
 * does not divide among the replicas is rounded up, as frameworks require. A micro-batch that does not divide a
 * replica's share is reduced to the largest size that does.
 */
export function batchOf(row: Row, { devices, dp, pp }: Degrees, usual: number | null, open: number): Batch {
  const assumed: string[] = [];
  const stated = statedMicroBatch(row, dp) ?? usual;
  const size = stated ?? open;
  if (stated === null) assumed.push(`micro_batch = ${size}: not stated`);
  const wanted = statedBatch(row) ?? derivedBatch(row, devices);
  if (wanted === undefined) {
    const global = size * dp * (pp > 1 ? FOR_EACH_STAGE * pp : 1);
    return { global, micro: size, assumed: [...assumed, `global_batch = ${global}: not stated`] };
  }
  // A batch with fewer sequences than replicas cannot be rounded to a valid plan.
  if (wanted < dp) return { global: wanted, micro: size, assumed };
  const each = Math.ceil(wanted / dp - 1e-9);
  if (each * dp !== wanted)
    assumed.push(`global_batch = ${each * dp}: ${wanted} is no multiple of ${dp} replicas`);
  let micro = Math.max(1, Math.min(Math.floor(size), each));
  while (each % micro !== 0) micro--;
  if (micro !== size) assumed.push(`the micro-batch is ${micro}: ${size} does not divide ${each}`);
  return { global: each * dp, micro, assumed };
}

/**
 * Global batch in sequences, also where the cell counts tokens: `4M tokens`, `0.5Mi tok`. Tokens are rounded,
 * so a power of two is assumed where one is possible: 4M tokens of 2,048 are 2,048 sequences, not 1,953.
 */
export function statedBatch(row: Row): number | undefined {
  const cell = row.text("global_batch_seqs")?.replaceAll(",", "") ?? "";
  const [, count, letter = "", whole] = /^~?([\d.]+) ?([km]?)(i?) ?tok/i.exec(cell) ?? [];
  const length = row.number("seq_len");
  if (count === undefined || length === undefined) return row.number("global_batch_seqs");
  const decimal = { k: 1024, m: 1e6 }[letter.toLowerCase()] ?? 1;
  const scale = (whole ? { k: 1024, m: 2 ** 20 }[letter.toLowerCase()] : undefined) ?? decimal;
  const sequences = (Number(count) * scale) / length;
  const half = (scale / 10 ** (count.split(".")[1]?.length ?? 0) / length) * 0.5;
  const power = 2 ** Math.floor(Math.log2(sequences + half));
  return Math.max(1, power >= sequences - half ? power : Math.round(sequences));
}

/**
 * Global batch in sequences, derived from the step's time and its rate in tokens per second, and rounded.
 * undefined where a row lacks one of them.
 */
function derivedBatch(row: Row, devices: number): number | undefined {
  const rate = row.number("tokens_per_s_per_gpu");
  const seconds = row.number("iter_time_s") ?? row.number("iter_time_s_derived");
  const length = row.number("seq_len");
  if (rate === undefined || seconds === undefined || length === undefined) return undefined;
  return Math.max(1, Math.round((rate * devices * seconds) / length));
}

/**
 * Micro-batch that a row states, in sequences, or null. NeuSight's pipelines run the whole batch as one
 * micro-batch (neusight/Prediction/aggregator.py supports one micro-batch only), so their stages work one after
 * the other.
 */
function statedMicroBatch(row: Row, dp: number): number | null {
  const batch = statedBatch(row);
  return (
    row.number("micro_batch") ?? (/neusight/i.test(row.source) && batch !== undefined ? batch / dp : null)
  );
}
