import { expect, test } from "vitest";
import { planText } from "../../../src/report/naming/planText.ts";
import { plan } from "../../engine/support/scenarios.ts";

const near = plan({ tp: 2, pp: 4, dp: 8, rankOrder: ["tp", "cp", "pp", "dp"] });

test("a plan's text says an order of ranks that the framework does not have by itself", () => {
  expect(planText(near)).toMatch(/ · ranks tp, cp, pp, dp$/);
  expect(planText({ ...near, rankOrder: ["tp", "cp", "dp", "pp"] })).not.toContain("ranks");
  // Of one replica its stages are next to each other in either order.
  expect(planText({ ...near, dp: 1 })).not.toContain("ranks");
});
