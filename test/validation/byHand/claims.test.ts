import { expect, test } from "vitest";
import type { Expectation } from "../../../src/session/index.ts";
import { claimOf } from "../../../src/validation/byHand/claims.ts";

const expectation = (text: string, actual: number, expected: number, unit: string): Expectation => ({
  ...{ file: "a.dtp", line: 1, text, claim: null, actual, expected, unit, relError: null },
  ...{ within: "20%", pass: true, exercise: null, cite: null },
});

test("an error is of time, whatever was measured", () => {
  expect(claimOf(expectation("run.step_time ~= 2 s", 3, 2, "s"))).toMatchObject({
    ...{ of: "time", measured: 2, predicted: 3, rate: false, error: 0.5 },
  });
  expect(
    claimOf(expectation("run.tokens_per_s_per_device ~= 300 tokens/s", 200, 300, "tokens/s")),
  ).toMatchObject({
    ...{ of: "time", rate: true, error: 0.5 },
  });
});

test("memory is in bytes", () => {
  const claim = claimOf(expectation("run.memory.peak - run.memory.reserved ~= 10 GiB", 12, 10, "GiB"));
  expect(claim).toMatchObject({ of: "memory", measured: 10 * 2 ** 30, predicted: 12 * 2 ** 30, unit: "B" });
  expect(claim?.error).toBeCloseTo(0.2, 12);
});

test("other expectations are no claims", () => {
  expect(claimOf(expectation("run.params ~= 7B params", 7, 7, "B params"))).toBeNull();
});
