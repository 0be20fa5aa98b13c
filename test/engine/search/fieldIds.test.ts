import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import type { Candidates } from "../../../src/engine/search/candidates.ts";
import { FieldIds } from "../../../src/engine/search/fieldIds.ts";
import { selene } from "../support/scenarios.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

test("clusters are told apart, and none is kept alive", async () => {
  const size = 50;
  const made: WeakRef<object>[] = [];
  const candidates: Candidates = {
    ...{ sizes: [size], seen: { count: 0 }, reads: () => 1 },
    settings: [{ choice: 0, levels: Array.from({ length: size }, (_, i) => i), count: size }],
    at: () => ({ unmade: { reason: "not asked", example: "" } }),
    field() {
      const cluster = selene(1);
      made.push(new WeakRef(cluster));
      return cluster;
    },
  };
  const ids = new FieldIds(candidates);
  const column = ids.column("cluster");
  const found = Array.from({ length: size }, (_, i) => ids.of(column, Int32Array.of(i)));
  expect(new Set(found).size).toBe(size);
  // What was made in this turn is reachable until the next.
  await new Promise(setImmediate);
  collect();
  expect(made.filter((one) => one.deref() !== undefined).length).toBeLessThan(size / 5);
  expect(Array.from({ length: size }, (_, i) => ids.of(column, Int32Array.of(i)))).toEqual(found);
});
