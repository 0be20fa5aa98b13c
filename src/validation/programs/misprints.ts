import { type Row, withCells } from "../rows/row.ts";

/** A table row that another text of its source contradicts. */
interface Misprint {
  readonly source: RegExp;
  /** Cells that identify the row within its source, by column. */
  readonly where: Readonly<Record<string, RegExp>>;
  /**
   * Corrected cells, by column. Empty where the other text contradicts the row but does not give the right
   * values.
   */
  readonly cells: Readonly<Record<string, string | number>>;
  /** Name of the text that contradicts the row. */
  readonly by: string;
}

/**
 * Known misprints in tables. Each was found by comparing texts of a source, never by comparing an estimate with
 * a measurement.
 */
const misprints: readonly Misprint[] = [
  // v0.1.0rc4, configs/deepseek/deepseek_v3_llm_pretrain.yaml: gb200, num_gpus_256, one plan for all formats.
  // Expert parallelism over 64 ranks needs 64 devices per stage.
  bridge("25.09", { model: /deepseek/i, gpu: /^gb200/i, pp: /^8$/, ep: /^64$/ }, { pp: 4, vpp: 4, dp: 64 }),
  bridge("25.11", { model: /gpt.?oss/i, gpu: /^b200/i, global_batch_seqs: /^512$/ }, { ep: 64 }),
  bridge("25.11", { model: /gpt.?oss/i, gpu: /^h100/i, global_batch_seqs: /^512$/ }, { micro_batch: 1 }),
  bridge(
    "25.11",
    { model: /qwen3.?30b/i, gpu: /^h100/i, precision: /fp8/i, global_batch_seqs: /^512$/ },
    { vpp: 12, micro_batch: 1 },
  ),
  bridge(
    "26.02.01",
    { model: /llama3.?70b/i, gpu: /^gb300/i, precision: /mxfp8|nvfp4/i, global_batch_seqs: /^256$/ },
    { pp: 4, vpp: 5, micro_batch: 1 },
  ),
  bridge(
    "26.02.01",
    { model: /llama3.1.?405b/i, gpu: /^gb200/i, precision: /nvfp4/i, global_batch_seqs: /^1536$/ },
    { vpp: 8 },
  ),
  bridge(
    "26.02.01",
    { model: /qwen3.?30b/i, gpu: /^h100/i, precision: /fp8/i, global_batch_seqs: /^1024$/ },
    { pp: 1, vpp: 1, ep: 16 },
  ),
  // The recipe differs from the table. The next release's table has no such run, or repeats the plan of this
  // release's table. Which of the two plans ran is unknown.
  bridge("25.11", { model: /qwen3.?235b/i, gpu: /^b200/i, global_batch_seqs: /^1024$/ }, {}),
  bridge("26.02.01", { model: /gpt.?oss/i, gpu: /^b[23]00/i, global_batch_seqs: /^1280$/ }, {}),
  bridge("26.04.01", { model: /deepseek/i, gpu: /^b200/i, global_batch_seqs: /^4096$/ }, {}),
  // The table's recomputation is the latest recipe's (validation/README.md), which no longer shards weights.
  // The recipe that sharded weights recomputed nothing (v0.1.0rc4, configs/llama3/llama3_8b_llm_pretrain.yaml).
  // Pull request 1348 replaced sharding by five recomputed layers.
  ...["25.09", "25.11"].map((release) =>
    bridge(
      release,
      { model: /llama3.?8b/i, gpu: /^h100/i, precision: /fp8/i, zero_stage: /^3/ },
      { recompute: "none" },
    ),
  ),
  // bigscience-workshop/bigscience, experiments/gpt2.md, "Megatron + Deepspeed 3D (new branch)": GBS = GAS *
  // MBS * DP_SIZE, and GAS is 256 in both rows.
  ...(["1536", "2048"] as const).map((batch) => ({
    source: /gpt2 v100 experiments \(meg/i,
    where: { global_batch_seqs: new RegExp(`^${batch}$`) },
    cells: { micro_batch: Number(batch) / 256 },
    by: "the page's own sum of batches",
  })),
  // NVIDIA/benchmarks/gpt_oss_20b/implementations/nemo/pretrain.py: vocab_size=128256, the tokenizer of Llama
  // 3.1. The row has the vocabulary of the model as published.
  {
    source: /mlperf training v6\.0/i,
    where: { model: /gpt-?oss 20b/i, vocab: /^201088$/ },
    cells: { vocab: 128_256 },
    by: "the submission's pretrain.py",
  },
  // experiments/tr8-104B.md calls the tables of this shape "somewhat invalid": they were tuned with a
  // feed-forward width of 20,480 (58B parameters) instead of 65,536.
  {
    source: /bigscience 104b v100/i,
    where: { layers: /^32$/ },
    cells: {},
    by: "its page calls the table somewhat invalid: of another feed-forward width at first",
  },
];

/**
 * Misprint in NVIDIA-NeMo/Megatron-Bridge, docs/performance-summary-archive.md, found by comparison with
 * scripts/performance/configs of the same release (25.11: v0.2.0, 26.02.01: v0.3.1, 26.04.01: v0.4.1). A recipe
 * for the same devices and sequences may differ from the table. Where the next release's table has the recipe's
 * plan, the cells were left over from the previous release, and are corrected. Otherwise the row keeps its
 * cells and is marked.
 */
function bridge(release: string, where: Misprint["where"], cells: Misprint["cells"]): Misprint {
  const source = new RegExp(`megatron-bridge \\(${release.replaceAll(".", "\\.")} nemo`, "i");
  return { source, where, cells, by: "its release's recipe" };
}

/** A row with its misprints corrected. */
export interface Corrected {
  readonly row: Row;
  /** Sentence on the replaced cells and the reason. null where nothing contradicts the row. */
  readonly correction: string | null;
}

export function correctedRow(row: Row): Corrected {
  const found = misprints.find(
    ({ source, where }) =>
      source.test(row.source) &&
      Object.entries(where).every(([column, pattern]) => pattern.test(row.text(column) ?? "")),
  );
  if (!found) return { row, correction: null };
  const cells = Object.entries(found.cells)
    .filter(([column, cell]) => String(cell) !== row.text(column))
    .map(([column, cell]) => `${column} = ${cell} for ${row.text(column) ?? "nothing"}`);
  const listed = cells.length === 0 ? "" : `: ${cells.join(", ")}`;
  return { row: withCells(row, found.cells), correction: `${CONTRADICTED} (${found.by})${listed}` };
}

/** Sentence that marks a contradicted row in its program. */
export const CONTRADICTED = "its own source contradicts the row";
