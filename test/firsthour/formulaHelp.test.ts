import { expect, it } from "vitest";
import { toText } from "../../src/report/index.ts";
import { formulaHelp } from "../../src/session/services/formulaHelp.ts";

it("a formula's page names its symbols, what the result does when each changes, and its source", async () => {
  const page = await formulaHelp("weightMemory");
  const text = page === null ? "" : toText(page, { width: 200 });
  expect(text).toMatch(/^weightMemory\n/);
  expect(text).toMatch(
    /n_s\s+ranks that shard the training state \(ZeRO\)\s+1\s+-\(B_w \* P \/ n_s \^ 2\)\s+-1/,
  );
  expect(text).toContain("Source: arXiv:1910.02054");
  expect(await formulaHelp("noSuchFormula")).toBeNull();
});
