import { describe, expect, test } from "vitest";
import { estimate } from "../../../src/engine/index.ts";
import {
  programOf,
  readRows,
  rowOf,
  scoreboardMarkdown,
  scoreboardText,
  validate,
} from "../../../src/validation/index.ts";
import { scenarioReader } from "../../../src/validation/programs/scenarioOf.ts";
import { errorsOf } from "../../../src/validation/statistics/statistics.ts";
import { rowNamed, tableNames, tableRows, world } from "../rows.ts";

const cells: Readonly<Record<string, string>> = {
  ...{ id: "one", source: "a test", model: "GPT", quality: "A", gpu: "A100-SXM4-80GB", n_gpus: "8" },
  ...{ layers: "8", hidden: "2048", heads: "16", ffn_hidden: "8192", vocab: "51200", seq_len: "2048" },
  ...{ gated_mlp: "no", tied_embeddings: "yes", gpus_per_node: "8", tp: "2", pp: "1", dp: "4" },
  ...{ zero_stage: "1", seq_parallel: "no", micro_batch: "2", global_batch_seqs: "32", precision: "bf16" },
  ...{ recompute: "none", flash_attn: "yes", overlap: "none", params_B: "0.5" },
};
const board = (...changes: readonly Readonly<Record<string, string>>[]) =>
  validate(
    changes.map((change) => rowOf({ ...cells, ...change })),
    world,
  );

function answer() {
  const program = programOf(rowOf(cells));
  if (program.kind !== "program") throw new Error(program.reason);
  const result = scenarioReader(world)(program.text, "one");
  if (result.kind !== "scenario") throw new Error("no scenario");
  const found = estimate(result.scenario);
  if (!found.ok) throw new Error("refused");
  return found.estimate;
}
const { time, memory, modelFlops } = answer();
const step = time.step.value;
const gib = 2 ** 30;

describe("a synthetic row's error is known", () => {
  test("seconds: predicted / measured - 1", () => {
    const [row] = board({ iter_time_s: String(step * 2) }).rows;
    expect(row).toMatchObject({ id: "one", metric: "iter_time_s", predicted: step });
    expect(row?.relError).toBeCloseTo(-0.5, 12);
    expect(row?.memMeasured).toBeNull();
  });

  test("measured seconds before derived ones, those before tokens/s, those before TFLOP/s", () => {
    const rate = { tokens_per_s_per_gpu: "1000", tflops_per_gpu: "100", flop_convention: "model FLOPs" };
    const all = { ...rate, iter_time_s: "1", iter_time_s_derived: "2" };
    expect(board(all).rows[0]?.metric).toBe("iter_time_s");
    expect(board({ ...all, iter_time_s: "" }).rows[0]?.metric).toBe("iter_time_s_derived");
    expect(board({ ...rate, samples_per_s: "10" }).rows[0]?.metric).toBe("tokens_per_s_per_gpu");
    expect(board({ ...rate, tokens_per_s_per_gpu: "", samples_per_s: "10" }).rows[0]?.metric).toBe(
      "samples_per_s",
    );
    expect(board({ ...rate, tokens_per_s_per_gpu: "" }).rows[0]?.metric).toBe("tflops_per_gpu");
  });

  test("a rate twice the engine's means that the engine takes twice as long", () => {
    const tokens = (32 * 2048) / step / 8;
    const [row] = board({ tokens_per_s_per_gpu: String(2 * tokens) }).rows;
    expect(row?.predicted).toBeCloseTo(tokens, 6);
    expect(row?.relError).toBeCloseTo(1, 12);
  });

  test("samples/s of the whole cluster; MFU of the peak that the source counts against", () => {
    const [samples] = board({ samples_per_s: String(32 / step) }).rows;
    expect(samples?.predicted).toBeCloseTo(32 / step, 9);
    expect(samples?.relError).toBeCloseTo(0, 12);
    const mfu = (flop_convention: string) => board({ mfu_pct: "40", flop_convention }).rows[0];
    const achieved = modelFlops / step / 8;
    expect(mfu("model FLOPs, full attention")).toMatchObject({ metric: "mfu_pct", measured: 40 });
    expect(mfu("model FLOPs, full attention")?.predicted).toBeCloseTo((100 * achieved) / 312e12, 9);
    expect(mfu("model FLOPs, full attention; peak 624.5")?.predicted).toBeCloseTo(
      (100 * achieved) / 624.5e12,
      9,
    );
  });

  test("TFLOP/s by the row's own convention", () => {
    const of = (flop_convention: string) =>
      board({ tflops_per_gpu: "100", flop_convention }).rows[0]?.predicted ?? Number.NaN;
    const perDevice = (flops: number) => flops / step / 8 / 1e12;
    expect(of("model FLOPs, full attention")).toBeCloseTo(perDevice(modelFlops), 6);
    const eq3 = 96 * 32 * 2048 * 8 * 2048 ** 2 * (1 + 2048 / (6 * 2048) + 51_200 / (16 * 8 * 2048));
    expect(of("Megatron eq3 96BslH^2(1+s/6h+V/16lh): hardware")).toBeCloseTo(perDevice(eq3), 6);
    expect(of("8*N*s*B/(t*n)")).toBeCloseTo(perDevice(8 * 0.5e9 * 32 * 2048), 6);
    const half = modelFlops - 6 * 8 * 2048 * 2048 * 32 * 2048;
    expect(of("model FLOPs, causal attention counted as half")).toBeCloseTo(perDevice(half), 6);
    // Most tables count what the model needs.
    expect(of("of our own")).toBeCloseTo(perDevice(modelFlops), 6);
  });

  test("memory by its kind: what the framework allocated is without the runtime's share", () => {
    const of = (mem_kind: string) => board({ peak_mem_gb: "10", mem_kind }).rows[0];
    const allocated = of("GiB max_memory_allocated over ranks");
    expect(allocated).toMatchObject({ metric: null, relError: null, memMeasured: 10 * gib });
    expect(allocated?.memPredicted).toBeCloseTo(memory.peak - memory.reserved, 0);
    expect(of("nvidia-smi GB")?.memPredicted).toBeCloseTo(memory.peak, 0);
    expect(allocated?.memRelError).toBeCloseTo((memory.peak - memory.reserved) / (10 * gib) - 1, 12);
  });

  test("functional tests are compared for memory only", () => {
    const source = "NVIDIA/Megatron-LM CI golden values";
    const [row] = board({ source, iter_time_s: "1", peak_mem_gb: "10" }).rows;
    expect(row).toMatchObject({ metric: null, measured: null, predicted: null, relError: null });
    expect(row?.memRelError).not.toBeNull();
  });
});

test("what cannot be compared is counted with its reason", () => {
  const { rows, skipped } = board(
    { id: "hybrid", model: "Nemotron-H-8B" },
    { id: "c", quality: "C" },
    { id: "mi", gpu: "Cerebras WSE-2" },
    { id: "bare", hidden: "", pp: "" },
    { id: "odd", schedule: "DualPipe", pp: "2", dp: "2", global_batch_seqs: "4", iter_time_s: "1" },
    { id: "layers", layers: "8", heads: "15", iter_time_s: "1" },
    { id: "nothing" },
  );
  expect(rows).toEqual([]);
  expect(Object.fromEntries(skipped.map(({ id, reason }) => [id, reason]))).toMatchObject({
    hybrid: "a hybrid of Mamba-2, attention and experts",
    mi: "no such device in the standard library: Cerebras WSE-2",
    bare: "missing: hidden",
    odd: "not-modelled: `dualpipe` with 1 micro-batches over 2 stages is not modelled",
    nothing: "no measured value that can be compared",
  });
  expect(skipped.find(({ id }) => id === "c")?.reason).toMatch(/^quality C/);
  expect(skipped.find(({ id }) => id === "layers")?.reason).toMatch(/^not-an-integer/);
});

test("errors of a group", () => {
  expect(errorsOf([])).toBeNull();
  const errors = errorsOf([-0.1, 0.3, 0.2, -0.4]);
  expect(errors?.mape).toBeCloseTo(0.25, 12);
  expect(errors?.median).toBeCloseTo(0.25, 12);
  expect(errors?.p90).toBeCloseTo(0.37, 12);
  expect(errors?.signed).toBeCloseTo(0, 12);
});

// nanotron.csv is one benchmark: every tenth of its rows will do for a quick test.
test("the shipped tables", () => {
  const rows = tableNames.flatMap((name) =>
    tableRows(name).filter((_, at) => name !== "nanotron" || at % 10 === 0),
  );
  const found = validate(rows, world);
  expect(found.rows.length + found.skipped.length).toBe(rows.length);
  expect(Object.keys(found)).toEqual(["groups", "rows", "skipped"]);
  const keys = ["id", "metric", "measured", "predicted", "relError"];
  expect(Object.keys(found.rows[0] ?? {})).toEqual([
    ...keys,
    ...["memMeasured", "memPredicted", "memRelError", "fits", "low", "high", "inside"],
    ...["memLow", "memHigh", "memInside", "outside", "doubt"],
  ]);
  expect(found.skipped.every((one) => Object.keys(one).join() === "id,reason" && one.reason !== "")).toBe(
    true,
  );
  for (const { relError, memRelError } of found.rows)
    for (const error of [relError, memRelError]) expect(error === null || Number.isFinite(error)).toBe(true);
  for (const { predicted, measured, low, high, inside } of found.rows.filter(
    (one) => one.predicted !== null,
  )) {
    expect(low).toBeLessThan(predicted ?? 0);
    expect(high).toBeGreaterThan(low ?? 0);
    expect(inside).toBe((low ?? 0) <= (measured ?? 0) && (measured ?? 0) <= (high ?? 0));
  }
  // A crash of ours is no reason to leave a row out.
  expect(
    found.skipped.filter(({ reason }) => /^(internal|syntax|unknown|wrong|no answer)/.test(reason)),
  ).toEqual([]);
  const group = (name: string) =>
    found.groups.find((one) => one.by === "source" && one.name.startsWith(name));
  expect(group("VIA-Research/vTrain")?.time?.n).toBe(782);
  expect(group("HF nanotron")?.memory?.n).toBe(89);
  expect(group("Korthikanti et al. 2022 (arXiv 2205.05198) Tables 3+5")?.peerTime?.mape).toBeCloseTo(
    0.0365,
    3,
  );
  const names = found.groups.filter(({ by }) => by === "source").map(({ name }) => name);
  const text = scoreboardText(found);
  const page = scoreboardMarkdown(found, rows);
  for (const name of names) {
    expect(text).toContain(name.slice(0, 40));
    expect(page).toContain(name);
  }
  expect(page).toContain("| vTrain, one node (A100) | MAPE 7% | 717 |");
});

test("a table with a mark of its encoding, quoted cells and blank lines is read", () => {
  const rows = readRows('\uFEFFid,source,notes\r\na,"x, ""y""","two\nlines"\r\n\r\nb,z,\r\n');
  expect(rows.map(({ id, source }) => [id, source])).toEqual([
    ["a", 'x, "y"'],
    ["b", "z"],
  ]);
  // A cell is one line, whatever breaks it had.
  expect(rows[0]?.text("notes")).toBe("two lines");
  expect(rows[1]?.text("notes")).toBeUndefined();
  expect(rowNamed("runs", "sc21-t1-1.7B").number("layers")).toBe(24);
});
