import { describe, expect, test } from "vitest";
import { CompiledEstimates } from "../../../src/engine/compiled/compiledEstimates.ts";
import type { AskedOutput } from "../../../src/engine/compiled/trace.ts";
import { estimate, outputs } from "../../../src/engine/index.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";
import { gpt, plan, scenario, selene } from "../support/scenarios.ts";
import { withValue } from "./support/withValue.ts";

const asked: readonly AskedOutput[] = [
  ...outputs.filter((one) => one.kind === "number"),
  { kind: "truth", path: "memory.stored", read: (e) => e.memory.stored },
];
const base = (pp: number): Scenario =>
  scenario(
    gpt(16, 2048, 16),
    selene(16, undefined, { price: { kind: "hourly", perDeviceSecond: 1e-3 } }),
    plan({ tp: 4, pp, dp: 32 / pp, numMicroBatches: 16, globalBatch: (16 * 32) / pp, tokens: 1e10 }),
  );
const rows = (pp: number): readonly Scenario[] =>
  Array.from({ length: 40 }, (_, i) =>
    withValue(
      withValue(base(pp), "cluster.price.perDeviceSecond", (n) => n * (1 + i)),
      "cluster.scaleOut.nicBytesPerSecond",
      (n) => n * (1 + 10 * i),
    ),
  );

function byNumbers(of: Scenario): readonly number[] {
  const answer = estimate(of);
  if (!answer.ok) throw new Error("the plan has no answer");
  return asked.map((one) => {
    const value = one.read(answer.estimate);
    return value === null ? Number.NaN : Number(value);
  });
}

describe("compiled estimates", () => {
  test("answer most rows of a sweep, of several shapes in turn, with the numbers of the engine", () => {
    const compiled = new CompiledEstimates(asked);
    let answers = 0;
    const [few, many] = [rows(2), rows(4)];
    for (const row of few.flatMap((one, i) => [one, many[i] as Scenario])) {
      const found = compiled.of(row);
      if (!found) continue;
      answers++;
      expect([...found]).toEqual(byNumbers(row));
    }
    expect(answers).toBeGreaterThan(50);
  });

  test("record a shape hardly more than once: what varied in one is known to vary in the next, whichever algorithm is fastest there", () => {
    const compiled = new CompiledEstimates(asked.filter(({ path }) => path === "step_time"));
    const unanswered = (pp: number) =>
      [25e9, 50e9, 100e9].flatMap((nic) =>
        [1, 2, 3, 4, 5, 6].filter((times) => {
          const row = withValue(base(pp), "plan.globalBatch", (n) => times * n);
          const longer = withValue(row, "plan.numMicroBatches", (n) => times * n);
          return !compiled.of(withValue(longer, "cluster.scaleOut.nicBytesPerSecond", () => nic));
        }),
      ).length;
    unanswered(2);
    expect(Math.max(unanswered(4), unanswered(8))).toBeLessThanOrEqual(2);
  });

  test("record a shape at its first scenario where the one before answered many", () => {
    const prices = (pp: number, count: number) =>
      Array.from({ length: count }, (_, i) =>
        withValue(base(pp), "cluster.price.perDeviceSecond", (n) => n * (1 + i)),
      );
    const answered = (compiled: CompiledEstimates, pp: number, count: number) =>
      prices(pp, count).map((row) => compiled.of(row) !== null);
    const [few, many] = [new CompiledEstimates(asked), new CompiledEstimates(asked)];
    expect(answered(few, 2, 10).at(-1)).toBe(true);
    expect(answered(many, 2, 200).at(-1)).toBe(true);
    expect([few, many].map((one) => answered(one, 4, 1)[0])).toEqual([false, true]);
  });

  test("record nothing for rows that have nothing in common", () => {
    const compiled = new CompiledEstimates(asked);
    for (const layers of [4, 8, 12, 16, 20]) {
      const row = { ...base(2), model: gpt(layers, 2048, 16) };
      expect(compiled.of(row)).toBe(null);
    }
  });

  test("have no answer where the engine refuses", () => {
    const compiled = new CompiledEstimates(asked);
    const known = rows(2).slice(0, 10);
    for (const row of known) compiled.of(row);
    const row = known.at(-1) as Scenario;
    expect(compiled.of(row)).not.toBe(null);
    expect(compiled.of(withValue(row, "cluster.device.peak.fp16", () => 0))).toBe(null);
  });
});
