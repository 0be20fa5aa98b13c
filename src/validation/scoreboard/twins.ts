import type { Row } from "../rows/row.ts";

/** Slowdown per micro-batch relative to a twin run from which one of the two says nothing of the plan. */
const CONTRADICTION = 3;
/**
 * Fewest micro-batches of a compared run. With fewer, the step's fixed costs (gradients, optimizer) matter,
 * and they depend on dp.
 */
const FEWEST = 4;

export interface Contradictions {
  readonly ids: ReadonlySet<string>;
  /** Sources that have such runs. */
  readonly sources: ReadonlySet<string>;
}

/**
 * Runs that another run of the same table contradicts. Both have the same source, model, devices and plan,
 * except for replicas, ZeRO stage and batch. The other run takes less than a third of the time per micro-batch.
 * The cause must be one that the row does not state: a slow network or file system, a debugging mode. Only
 * measured columns decide, no prediction.
 */
export function contradictions(rows: readonly Row[]): Contradictions {
  const families = new Map<string, { readonly row: Row; readonly slot: number }[]>();
  for (const row of rows) {
    const slot = slotSeconds(row);
    if (slot === null) continue;
    const family = SAME.map((column) => row.text(column) ?? "").join("\n");
    const known = families.get(family);
    if (known) known.push({ row, slot });
    else families.set(family, [{ row, slot }]);
  }
  const ids = new Set<string>();
  const sources = new Set<string>();
  for (const family of families.values()) {
    const fastest = Math.min(...family.map(({ slot }) => slot));
    for (const { row, slot } of family)
      if (slot > CONTRADICTION * fastest) {
        ids.add(row.id);
        sources.add(row.source);
      }
  }
  return { ids, sources };
}

const SAME = [
  ...["source", "model", "layers", "hidden", "seq_len", "gpu", "tp", "pp", "vpp", "cp", "ep", "micro_batch"],
  ...["precision", "recompute", "flash_attn", "overlap", "schedule", "seq_parallel"],
];

/**
 * Time of one micro-batch's slot in the pipeline, in seconds. null where a row does not say, or has too few
 * micro-batches.
 */
function slotSeconds(row: Row): number | null {
  const seconds = row.number("iter_time_s") ?? row.number("iter_time_s_derived");
  const batch = row.number("global_batch_seqs");
  const micro = row.number("micro_batch");
  const dp = row.number("dp");
  if (seconds === undefined || batch === undefined || micro === undefined || dp === undefined) return null;
  const microBatches = batch / (micro * dp);
  if (microBatches < FEWEST) return null;
  return seconds / (microBatches + (row.number("pp") ?? 1) - 1);
}
