import { expect, it } from "vitest";
import { suggest } from "../../../src/dsl/diagnostics/index.ts";

const fields = [
  "layers",
  "tp",
  "pp",
  "micro_batch",
  "num_micro_batches",
  "global_batch",
  "schedule",
  "dp",
  "vpp",
];

it.each([
  ["micro_batches", "micro_batch"],
  ["microbatch", "micro_batch"],
  ["MICRO_BATCH", "micro_batch"],
  ["layres", "layers"],
  ["layer", "layers"],
  ["shedule", "schedule"],
  ["glob", "global_batch"],
  ["vp", null],
  ["x", null],
  ["optimizer", null],
  ["layers", null],
])("for %s: %s", (word, wanted) => expect(suggest(word, fields)).toBe(wanted));

it("takes the nearest, then the first written", () => {
  expect(suggest("cast", ["cost", "case", "cat"])).toBe("cost");
  expect(suggest("memroy", ["memory_bandwidth", "memory"])).toBe("memory");
});
