import { describe, expect, test } from "vitest";
import { rowOf } from "../../../src/validation/index.ts";
import { type NeighbourRun, neighbourErrors } from "../../../src/validation/scoreboard/neighbours.ts";

/** A run whose rate and error are said; blank columns are as a table leaves them. */
const run = (
  id: string,
  part: NeighbourRun["part"],
  cells: Readonly<Record<string, string | number>>,
  { rate, relError = 0 }: { readonly rate: number; readonly relError?: number },
): NeighbourRun => ({
  row: rowOf({
    id,
    source: "a test",
    ...Object.fromEntries(Object.entries(cells).map(([k, v]) => [k, `${v}`])),
  }),
  part,
  rate,
  relError,
});

/** 32 runs for fitting, tp 1, 2, 4 and 8 by micro-batch 1 to 128: the rate is the micro-batch, the error falls with tp. */
const sweep = [0, 1, 2, 3].flatMap((t) =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((m) =>
    run(
      `${t}-${m}`,
      "fit",
      { tp: 2 ** t, micro_batch: 2 ** m },
      { rate: 2 ** m, relError: 2 ** -(t + 1) - 1 },
    ),
  ),
);

describe("what the nearest runs of a table say", () => {
  test("the middle one of three gives the rate, and the error to take off", () => {
    const held = run(
      "held",
      "held out",
      { tp: 2, micro_batch: 8, model: "the same" },
      { rate: 10, relError: -0.5 },
    );
    const found = neighbourErrors([...sweep, held]).get("held");
    // Its own plan is among the runs for fitting (rate 8); the next are one step of the micro-batch away (4 and 16).
    expect(found?.rate).toBeCloseTo(10 / 8 - 1, 12);
    // All three have tp 2 and were predicted at a quarter of what they took.
    expect(found?.corrected).toBeCloseTo(0.5 / 0.25 - 1, 12);
  });

  test("neither the run itself nor another that is held out is asked, nor another source", () => {
    const cells = { tp: 2, micro_batch: 8 };
    const held = ["a", "b", "c"].map((id) => run(id, "held out", cells, { rate: 1000 }));
    const elsewhere = run("d", "fit", cells, { rate: 1000 });
    const other = { ...elsewhere, row: { ...elsewhere.row, source: "another" } };
    const found = neighbourErrors([...held, ...sweep, other]);
    expect([...found.keys()]).toEqual(["a", "b", "c"]);
    for (const { rate } of found.values()) expect(rate).toBeCloseTo(1000 / 8 - 1, 12);
  });

  test("a word that differs is as far as a standard deviation; what was measured is no column", () => {
    const held = run("held", "held out", { tp: 1, micro_batch: 1, recompute: "full" }, { rate: 1 });
    const near = [1, 2, 3].map((at) =>
      run(
        `n${at}`,
        "fit",
        { tp: 8, micro_batch: 1, recompute: "full", iter_time_s: 10 ** at },
        { rate: 7 + at },
      ),
    );
    const rateOf = (runs: readonly NeighbourRun[]) => neighbourErrors(runs).get("held")?.rate;
    // tp 8 is more than two deviations from tp 1: runs of tp 1 and another word are nearer, with the rates 1, 2 and 4.
    expect(rateOf([...sweep, ...near, held])).toBeCloseTo(1 / 2 - 1, 12);
    // With eight words that differ they are farther.
    const others = sweep.map((one) => ({
      ...one,
      row: rowOf({
        id: one.row.id,
        source: "a test",
        tp: `${one.row.text("tp")}`,
        ...{ micro_batch: `${one.row.text("micro_batch")}`, precision: "fp8", gpu: "A100", overlap: "none" },
        ...{ schedule: "1F1B", model: "GPT", offload: "none", zero_stage: "1" },
      }),
    }));
    expect(rateOf([...others, ...near, held])).toBeCloseTo(1 / 9 - 1, 12);
  });

  test("a small source is not asked", () => {
    const held = run("held", "held out", { tp: 2 }, { rate: 1 });
    expect(neighbourErrors([...sweep.slice(0, 28), held]).size).toBe(0);
    expect(neighbourErrors([...sweep.slice(0, 29), held]).size).toBe(1);
  });
});
