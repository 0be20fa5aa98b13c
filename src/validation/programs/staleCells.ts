import { type Row, withCells } from "../row.ts";

/** Cells that a table has from another release than the run's, and what was run instead. */
interface Stale {
  /** NeMo container, as the row's source names it. */
  readonly release: string;
  readonly model: RegExp;
  readonly gpu: RegExp;
  readonly precision: RegExp;
  /** Sequences of a step. */
  readonly batch: number;
  readonly cells: Readonly<Record<string, string | number>>;
}

/**
 * NVIDIA-NeMo/Megatron-Bridge, docs/performance-summary-archive.md against scripts/performance/configs of the same release (25.11: v0.2.0, 26.02.01:
 * v0.3.1). Where the recipe for as many devices and sequences differs from the table, and the next release's table has the recipe's plan, the
 * table's cells are those of the release before it; no measured figure has a say. Where the next table does not have it either, the row stays as it is.
 */
const stale: readonly Stale[] = [
  {
    ...{ release: "25.11", model: /gpt.?oss/i, gpu: /^b200/i, precision: /bf16/i, batch: 512 },
    cells: { ep: 64 },
  },
  {
    ...{ release: "25.11", model: /gpt.?oss/i, gpu: /^h100/i, precision: /bf16/i, batch: 512 },
    cells: { micro_batch: 1 },
  },
  {
    ...{ release: "25.11", model: /qwen3.?30b/i, gpu: /^h100/i, precision: /fp8/i, batch: 512 },
    cells: { vpp: 12, micro_batch: 1 },
  },
  {
    ...{ release: "26.02.01", model: /llama3.?70b/i, gpu: /^gb300/i, precision: /mxfp8|nvfp4/i, batch: 256 },
    cells: { pp: 4, vpp: 5, micro_batch: 1 },
  },
  {
    ...{ release: "26.02.01", model: /llama3.1.?405b/i, gpu: /^gb200/i, precision: /nvfp4/i, batch: 1536 },
    cells: { vpp: 8 },
  },
  {
    ...{ release: "26.02.01", model: /qwen3.?30b/i, gpu: /^h100/i, precision: /fp8/i, batch: 1024 },
    cells: { pp: 1, vpp: 1, ep: 16 },
  },
  // Recomputation is of the latest recipe (validation/README.md), which no longer shards weights. While it did, it recomputed nothing
  // (v0.1.0rc4, configs/llama3/llama3_8b_llm_pretrain.yaml; the five layers came in its place, pull request 1348).
  ...["25.09", "25.11"].map((release) => ({
    ...{ release, model: /llama3.?8b/i, gpu: /^h100/i, precision: /fp8/i, batch: 128 },
    cells: { recompute: "none" },
  })),
];

/** A row with the plan that its release ran. */
export interface FreshRow {
  readonly row: Row;
  /** What stands in for which cells; null where the table's are its own. */
  readonly instead: string | null;
}

/** A row without cells that its table has from another release. */
export function withoutStaleCells(row: Row): FreshRow {
  const release = /megatron-bridge \((\S+) nemo/i.exec(row.source)?.[1];
  const text = (column: string) => row.text(column) ?? "";
  const found = stale.find(
    (one) =>
      one.release === release &&
      one.model.test(text("model")) &&
      one.gpu.test(text("gpu")) &&
      one.precision.test(text("precision")) &&
      one.batch === row.number("global_batch_seqs"),
  );
  if (!found) return { row, instead: null };
  const told = Object.entries(found.cells).map(
    ([column, cell]) => `${column} = ${cell} for ${row.text(column) ?? "nothing"}`,
  );
  return { row: withCells(row, found.cells), instead: `${STALE}: ${told.join(", ")}` };
}

/** How a program says so. */
export const STALE = "a stale table: its release's recipe";
