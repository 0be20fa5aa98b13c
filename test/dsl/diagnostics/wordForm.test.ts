import { expect, test } from "vitest";
import { render } from "../../../src/dsl/diagnostics/index.ts";
import { cell, memorySession } from "../../support/memorySession.ts";

const complaint = (order: string): string => {
  const { diagnostics } = cell(memorySession(), `plan p {\n  rank_order = ${order}\n}`);
  return diagnostics.map((one) => render(one, { color: false })).join("\n");
};

test("of words too many to list a message says how they are written, and the nearest", () => {
  const message = complaint("tp_pp_dp");
  expect(message).toContain(
    "did you mean `tp_pp_dp_cp`? `rank_order` takes an order of `tp`, `cp`, `dp` and `pp`",
  );
  expect(message).not.toContain("dp_tp_cp_pp");
  expect(complaint("nearest")).toContain("such as `tp_cp_pp_dp`");
});
