import { expect, test } from "vitest";
import { estimate } from "../../../src/engine/index.ts";
import {
  byHandProgram,
  judgeByHand,
  judgeRows,
  measuredRuns,
  residualsModule,
  rowOf,
} from "../../../src/validation/index.ts";
import { guesser } from "../../../src/validation/scoreboard/guessedDevice.ts";
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
  const [run] = measuredRuns(judge(String(2 * predicted)), world);
  expect(run?.byTable.time).toBeCloseTo(Math.log(2), 9);
  expect(run).toMatchObject({ source: "a test", kind: { architecture: "ampere" } });
  expect(run?.sizes).toMatchObject({ devices: 8, tp: 2, dp: 4, seq_len: 2048 });
  const memory = judge("1")[0]?.row.memPredicted ?? 0;
  expect(run?.byTable.memory).toBeCloseTo(Math.log((10 * 2 ** 30) / memory), 9);
});

test("the generated table does not depend on the order of rows", () => {
  const some = [...runs(9, 0.1), ...everything(19, 0.9)];
  expect(residualsModule([...some].reverse())).toBe(residualsModule(some));
});

test("of a device that nobody measured the language's guesses stand in for what was fitted", () => {
  const [run] = measuredRuns(judgeRows([rowOf(cells)], world).judged, world);
  const { scenario } = judgeRows([rowOf(cells)], world).judged[0] ?? {};
  if (!run || !scenario) throw new Error("no run");
  const { device } = guesser(world)(scenario).cluster;
  expect(device).toMatchObject({
    sustained: 0.85,
    launchSeconds: 4e-6,
    name: "a100_80gb_sxm",
  });
  expect(device.gemmEfficiency).toBeCloseTo(0.7, 12);
  expect(device.memoryBytes).toBe(scenario.cluster.device.memoryBytes);
  const step = (one: typeof scenario) => {
    const answer = estimate(one);
    return answer.ok ? answer.estimate.time.step.value : Number.NaN;
  };
  const guessed = step(guesser(world)(scenario));
  expect(guessed).not.toBe(step(scenario));
  expect((run.guessed ?? 0) - (run.missed.time ?? 0)).toBeCloseTo(Math.log(step(scenario) / guessed), 12);
});

test("without a stack's name the language's own facts stand in", () => {
  const [known] = measuredRuns(judgeRows([rowOf({ ...cells, notes: "Megatron-Core" })], world).judged, world);
  const [none] = measuredRuns(judgeRows([rowOf(cells)], world).judged, world);
  expect(known?.unnamed).not.toBe(known?.missed.time);
  expect(none?.unnamed).toBe(none?.missed.time);
});

test("a program by hand takes the place of its row; one of a run that no table has is held out", () => {
  const row = rowOf({ ...cells, notes: "Megatron-Core" });
  const { judged } = judgeRows([row], world);
  const body = (text: string) => text.replace(/^show run$/m, "expect run.step_time ~= 2 s within 1%");
  const [one] = judged;
  if (!one) throw new Error("not judged");
  const text = body(one.program.text).replace("tp = 2", "tp = 1").replace("dp = 4", "dp = 8");
  const programs = [
    byHandProgram("mine", `# row: one\n${text}`),
    byHandProgram("other", `# source: a report\n${text}`),
  ];
  const hands = judgeByHand(programs, [row], world).map((run, at) => {
    const program = programs[at];
    if (!program) throw new Error("no program");
    return { program, run };
  });
  const runs = measuredRuns(judged, world, hands);
  const [plain] = measuredRuns(judged, world);
  expect(runs).toHaveLength(2);
  const [mine, other] = runs;
  expect(mine?.byTable).toEqual(plain?.byTable);
  expect(mine?.missed.time).not.toBe(plain?.missed.time);
  expect(mine).toMatchObject({ id: "one", byHand: true, heldOut: plain?.heldOut });
  expect(other).toMatchObject({ id: "other", source: "a report", byHand: true, heldOut: true });
  expect(other?.byTable).toEqual({ time: null, memory: null });
  expect(other?.missed.time).toBeCloseTo(mine?.missed.time ?? 0, 9);
});
