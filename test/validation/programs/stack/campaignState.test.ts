import { expect, test } from "vitest";
import { rowOf } from "../../../../src/validation/index.ts";
import { campaignState } from "../../../../src/validation/programs/stack/campaignState.ts";

/** A run on 8 nodes with two stages, by what differs. */
const run = (columns: Readonly<Record<string, string | number>>): string =>
  campaignState(
    rowOf(
      Object.fromEntries(
        Object.entries({
          ...{
            id: "x",
            source: "HF nanotron v0.5 / Ultra-Scale Playbook benchmark",
            n_gpus: 64,
            gpus_per_node: 8,
            tp: 4,
            pp: 2,
            dp: 8,
            zero_stage: 1,
          },
          ...{ micro_batch: 1, global_batch_seqs: 256, params_B: 8, ...columns },
        }).map(([column, value]) => [column, String(value)]),
      ),
    ),
  ).join(", ");
const polls = /announcing = 0.6 s/;
const slow = /rank_launch/;

test("runs that were not repeated have the code whose stages poll", () => {
  expect(run({})).not.toMatch(polls);
  expect(run({ zero_stage: 0 })).toMatch(polls);
  expect(run({ zero_stage: 0, params_B: 80 })).not.toMatch(polls);
  expect(run({ n_gpus: 512, dp: 64 })).toMatch(polls);
  expect(run({ tp: 32, dp: 1, zero_stage: 0 })).toMatch(polls);
  expect(run({ n_gpus: 256, dp: 32 })).toMatch(polls);
  expect(run({ n_gpus: 512, pp: 1, dp: 128 })).not.toMatch(polls);
  expect(run({ n_gpus: 8, dp: 1, zero_stage: 0 })).not.toMatch(polls);
});

test("only stages of later runs end with a layer", () => {
  expect(run({})).toContain("split = balanced_exact");
  expect(run({ global_batch_seqs: 16 })).not.toContain("split");
  expect(run({ zero_stage: 0 })).not.toContain("split");
  expect(run({ pp: 1, dp: 16 })).not.toContain("split");
});

test("its groups over several nodes wait; other runs of nanotron are in no such state", () => {
  expect(run({})).toContain("node_latency = 500 us");
  expect(run({ source: "a cluster's runs, nanotron" })).toBe("");
});

test("hosts are slow over several nodes with a pipeline, and without one in some campaigns", () => {
  expect(run({})).toMatch(slow);
  expect(run({ n_gpus: 8, tp: 2, dp: 2 })).not.toMatch(slow);
  expect(run({ pp: 1, dp: 16 })).not.toMatch(slow);
  expect(run({ pp: 1, dp: 128, n_gpus: 512 })).toMatch(slow);
  expect(run({ pp: 1, tp: 32, dp: 16, n_gpus: 512 })).not.toMatch(slow);
  expect(run({ pp: 1, tp: 32, dp: 2, micro_batch: 16 })).toMatch(slow);
  expect(run({ pp: 1, dp: 16, global_batch_seqs: 4096 })).toMatch(slow);
});
