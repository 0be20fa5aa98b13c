import { expect, test } from "vitest";
import { judgeRows, measuredErrorsCsv, rowOf } from "../../src/validation/index.ts";
import { world } from "./rows.ts";

const cells: Readonly<Record<string, string>> = {
  ...{ source: "a test", model: "GPT", quality: "A", gpu: "A100-SXM4-80GB", n_gpus: "8" },
  ...{ layers: "8", hidden: "2048", heads: "16", ffn_hidden: "8192", vocab: "51200", seq_len: "2048" },
  ...{ gated_mlp: "no", tied_embeddings: "yes", gpus_per_node: "8", tp: "2", pp: "1", dp: "4" },
  ...{ zero_stage: "1", seq_parallel: "no", micro_batch: "2", global_batch_seqs: "32", precision: "bf16" },
  ...{ recompute: "none", flash_attn: "yes", overlap: "none", iter_time_s: "1" },
};
const judge = (rows: readonly Readonly<Record<string, string>>[]) =>
  judgeRows(
    rows.map((row, at) => rowOf({ ...cells, id: `run ${at}`, ...row })),
    world,
  ).judged;
const predicted = judge([{}])[0]?.row.predicted ?? 0;
/** A run that took so many times the predicted time. */
const took = (times: number, over: Readonly<Record<string, string>> = {}) => ({
  ...over,
  iter_time_s: String(times * predicted),
});

test("errors of a group: predicted over measured less one", () => {
  // three right, one half and one twice as fast as predicted: errors 0, 0, 0, 100% and -50%
  const table = measuredErrorsCsv(judge([1, 1, 1, 0.5, 2].map((times) => took(times))), "device");
  expect(table).toBe("group,runs,median,mean,p90,bias\nA100 SXM 80 GB,5,0.0%,30.0%,80.0%,10.0%\n");
});

test("groups of few runs stand together, last", () => {
  const many = Array.from({ length: 5 }, () => took(1));
  const table = measuredErrorsCsv(judge([took(2, { gpu: "A100-SXM4-40GB" }), ...many]), "device");
  expect(table.split("\n").map((line) => line.split(",").slice(0, 2).join(" "))).toEqual([
    "group runs",
    "A100 SXM 80 GB 5",
    "all others 1",
    "",
  ]);
});

test("scales stand in the order of their devices, and a run without a time in none", () => {
  const large = { n_gpus: "128", dp: "64", global_batch_seqs: "512" };
  const rows = [took(1, large), took(1), { iter_time_s: "", peak_mem_gb: "10" }];
  const table = measuredErrorsCsv(judge(rows), "scale", 1);
  expect(table.split("\n").map((line) => line.split(",")[0])).toEqual(["group", "1 to 8", "65 to 512", ""]);
});
