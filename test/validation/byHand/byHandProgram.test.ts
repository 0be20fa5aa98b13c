import { expect, test } from "vitest";
import { byHandProgram } from "../../../src/validation/byHand/byHandProgram.ts";

test("the header names a table's row or a source, one of the two", () => {
  expect(byHandProgram("one", "edition 2026\n\n# row: kor22-22B-full\n")).toMatchObject({
    ...{ name: "one", row: "kor22-22B-full", source: null },
  });
  expect(byHandProgram("two", "# source: OPT (2022)\n")).toMatchObject({ row: null, source: "OPT (2022)" });
  expect(() => byHandProgram("none", "edition 2026\n")).toThrow(/none\.dtp/);
  expect(() => byHandProgram("both", "# row: a\n# source: b\n")).toThrow(/both\.dtp/);
});
