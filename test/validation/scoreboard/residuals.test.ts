import { expect, test } from "vitest";
import { judgeRows, measuredRuns, residualsModule, rowOf } from "../../../src/validation/index.ts";
import { coverageOf } from "../../../src/validation/scoreboard/coverage.ts";
import { everything, runs } from "../../uncertainty/runs.ts";
import { world } from "../rows.ts";

const cells: Readonly<Record<string, string>> = {
  ...{ id: "one", source: "a test", model: "GPT", quality: "A", gpu: "A100-SXM4-80GB", n_gpus: "8" },
  ...{ layers: "8", hidden: "2048", heads: "16", ffn_hidden: "8192", vocab: "51200", seq_len: "2048" },
  ...{ gated_mlp: "no", tied_embeddings: "yes", gpus_per_node: "8", tp: "2", pp: "1", dp: "4" },
  ...{ zero_stage: "1", seq_parallel: "no", micro_batch: "2", global_batch_seqs: "32", precision: "bf16" },
  ...{ recompute: "none", flash_attn: "yes", overlap: "none", iter_time_s: "1", peak_mem_gb: "10" },
};

test("a run that took twice as long as predicted has a residual of log 2", () => {
  const judge = (iter_time_s: string) => judgeRows([rowOf({ ...cells, iter_time_s })], world).judged;
  const predicted = judge("1")[0]?.row.predicted ?? 0;
  const [run] = measuredRuns(judge(String(2 * predicted)));
  expect(run?.time).toBeCloseTo(Math.log(2), 9);
  expect(run).toMatchObject({ source: "a test", kind: { architecture: "ampere", scale: "one node" } });
  expect(run?.sizes).toMatchObject({ devices: 8, tp: 2, dp: 4, seq_len: 2048 });
  const memory = judge("1")[0]?.row.memPredicted ?? 0;
  expect(run?.memory).toBeCloseTo(Math.log((10 * 2 ** 30) / memory), 9);
});

test("the generated table does not depend on the order of rows", () => {
  const some = [...runs(9, 0.1), ...everything(19, 0.9)];
  expect(residualsModule([...some].reverse())).toBe(residualsModule(some));
});

test("intervals made of the fitted half hold four in five of a held-out half like it", () => {
  const half = (heldOut: boolean) => runs(199, 0.3, { heldOut });
  const [time] = coverageOf([...half(false), ...half(true)]);
  expect(time).toMatchObject({ of: "time", without: "held-out runs", runs: 199 });
  // From the 20th to the 180th.
  expect(time?.inside).toBe(161);
  expect(time?.width).toBeCloseTo(Math.exp(2 * 0.3 * 0.8), 1);
});

test("a source unlike all others falls out of the intervals made without it", () => {
  const strange = runs(30, 0.01, { source: "strange" }).map((run) => ({ ...run, time: 3 }));
  const [, left] = coverageOf([...everything(19, 0.2), ...runs(30, 0.2), ...strange]);
  expect(left?.without).toBe("the run's source");
  // 19 sources of one run, one of thirty that is like them, and the strange one, which is outside.
  expect(left?.bySource).toBeLessThan(20 / 21);
  expect(left?.inside).toBeLessThanOrEqual(left ? left.runs - 30 : 0);
});
