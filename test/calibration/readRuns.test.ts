import { expect, test } from "vitest";
import { outcomeOf, readRuns } from "../../src/calibration/readRuns.ts";
import { validate } from "../../src/validation/index.ts";
import { rowNamed, world } from "../validation/rows.ts";

test("a run is calibrated on as the scoreboard reads it: cells left open, a whole run that was timed", () => {
  // Its recomputation is open; its micro-batch; and 1,000 sequences of another were timed, the last step of them shorter.
  const ids = ["mcore08-h100-32B", "dsazure-530B", "bsgpt2-26"];
  const rows = ids.map((id) => rowNamed("runs", id));
  const { runs } = readRuns(rows, world);
  const outcomes = runs.map((run) => {
    const outcome = outcomeOf(run);
    return typeof outcome === "string" ? outcome : outcome.timeError;
  });
  expect(runs.map(({ row }) => row.id)).toEqual(ids);
  expect(outcomes).toEqual(validate(rows, world).rows.map(({ relError }) => relError));
});
