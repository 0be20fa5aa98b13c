import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimate } from "../../src/engine/index.ts";
import { problemOf, scenarioReader } from "../../src/validation/programs/scenarioOf.ts";
import { runs } from "../support/runs.ts";
import { world } from "../validation/rows.ts";
import { type Answered, laws } from "./physics/laws.ts";
import { physicalCases } from "./physics/physicalCase.ts";
import { type Change, programOf } from "./physics/programOf.ts";

/**
 * Laws of every machine, asked of programs as somebody would write them, so that defaults which follow from other fields obey them too.
 * `PHYSICS=5000` asks so many answered scenarios (minutes).
 */
const SCENARIOS = Number(process.env.PHYSICS ?? runs(12, 720));

const read = scenarioReader(world);

/** What the engine says of a program; null where it refuses. */
function answerTo(text: string): Answered | null {
  const found = read(text, "physics");
  if (found.kind === "problems") {
    // A degree that is no whole number, or devices that the degrees do not divide: the only mistakes that drawn programs make.
    const slips = ["not-an-integer", "value-out-of-range"];
    if (found.diagnostics.some(({ code }) => !slips.includes(code))) throw new Error(problemOf(found));
    return null;
  }
  const { scenario } = found;
  const answer = estimate(scenario);
  return answer.ok ? { scenario, estimate: answer.estimate, warnings: answer.warnings } : null;
}

describe("for any model on any machine under any plan", () => {
  test.each(laws)(
    "$name",
    ({ broken }) => {
      fc.assert(
        fc.property(physicalCases, (of) => {
          const base = answerTo(programOf(of));
          fc.pre(base !== null);
          const at = (change: Change) => answerTo(programOf(of, change));
          expect(broken({ of, base, at }), programOf(of)).toEqual([]);
        }),
        { numRuns: SCENARIOS, maxSkipsPerRun: 1_000 },
      );
    },
    3_600_000,
  );
});
