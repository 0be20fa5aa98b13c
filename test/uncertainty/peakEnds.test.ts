import { expect, test } from "vitest";
import type { Scenario } from "../../src/engine/scenario/scenario.ts";
import { basisFields, basisFor, peakEnds } from "../../src/uncertainty/index.ts";
import { gpt, plan, scenario, selene } from "../engine/support/scenarios.ts";

const base = scenario(gpt(16, 2048, 16), selene(4), plan({ tp: 4, pp: 2, dp: 4 }));
const PARAMS = 1e9;

test("the estimate lies between the ends, whatever measured runs took", () => {
  const basis = basisFor("memory", base, PARAMS);
  if (basis === null) throw new Error("peaks were measured");
  const of = (low: number, high: number) => peakEnds({ ...basis, ends: { ...basis.ends, low, high } });
  expect(of(-0.1, 0.2)).toEqual({ low: Math.exp(-0.1), high: Math.exp(0.2) });
  expect(of(0.1, 0.2)).toEqual({ low: 1, high: Math.exp(0.2) });
  expect(of(-0.2, -0.1)).toEqual({ low: Math.exp(-0.2), high: 1 });
  expect(peakEnds(null)).toEqual({ low: 1, high: 1 });
});

test("an interval reads no fields of the plan but those that searches tell plans apart by", () => {
  const read = new Set<string>();
  const watched: Scenario = {
    ...base,
    plan: new Proxy(base.plan, {
      get(target, field, receiver) {
        read.add(String(field));
        return Reflect.get(target, field, receiver);
      },
    }),
  };
  basisFor("memory", watched, PARAMS);
  expect(read.size).toBeGreaterThan(5);
  expect([...read].filter((field) => !basisFields.some((one) => one === field))).toEqual([]);
});
