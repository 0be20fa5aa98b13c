import { expect, test } from "vitest";
import { distinctLabels } from "../../../src/report/naming/distinctLabels.ts";
import { planFacts } from "../../../src/report/naming/planFacts.ts";
import { planText } from "../../../src/report/naming/planText.ts";
import { plan } from "../../engine/support/scenarios.ts";

test("what heads tell apart is all that is said", () => {
  expect(
    distinctLabels([
      { head: "tp 2", facts: ["full", "x"] },
      { head: "tp 4", facts: [null, "y"] },
    ]),
  ).toEqual(["tp 2", "tp 4"]);
});

test("of the same heads the fact that tells most apart is said first, and others where it is not enough", () => {
  expect(
    distinctLabels([
      { head: "tp 2", facts: ["full", "batch 1", null] },
      { head: "tp 2", facts: [null, "batch 1", null] },
      { head: "tp 2", facts: [null, "batch 2", null] },
      { head: "tp 2", facts: [null, "batch 4", "fp8"] },
      { head: "tp 4", facts: [null, "batch 4", "fp8"] },
    ]),
  ).toEqual(["tp 2 · batch 1 · full", "tp 2 · batch 1", "tp 2 · batch 2", "tp 2 · batch 4", "tp 4"]);
});

test("those that agree in everything keep one text", () => {
  const same = { head: "tp 2", facts: ["full"] };
  expect(distinctLabels([same, same])).toEqual(["tp 2", "tp 2"]);
  expect(distinctLabels([])).toEqual([]);
});

test("plans that differ in what is recomputed, offloaded or in their formats have texts of their own", () => {
  const base = plan({ tp: 2, pp: 4, dp: 8 });
  const plans = [
    base,
    { ...base, recompute: { kind: "full", modules: [] } as const },
    { ...base, offload: "activations" } as const,
    { ...base, precision: { ...base.precision, name: "fp8" } },
    { ...base, microBatch: 4 },
    { ...base, stateOffload: { ...base.stateOffload, optimizer: "host" } as const },
  ];
  const texts = distinctLabels(plans.map((one) => ({ head: planText(one), facts: planFacts(one) })));
  expect(new Set(texts).size).toBe(plans.length);
  expect(texts[1]).toContain("recompute full");
  expect(texts[2]).toContain("offload activations");
});

test("a plan's text without its replicas still tells an order of ranks that moves them", () => {
  const near = plan({ tp: 2, pp: 4, dp: 8, rankOrder: ["tp", "cp", "pp", "dp"] });
  expect(planText(near, { replicas: false })).toBe("tp 2 · pp 4 · ranks tp, cp, pp, dp");
  expect(planText(plan({ tp: 1, pp: 1, dp: 8, zero: 0 }), { replicas: false })).toBe("dp alone");
});
