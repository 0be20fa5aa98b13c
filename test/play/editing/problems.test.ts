import { expect, test } from "vitest";
import { marked, mendLabel } from "../../../src/play/editing/problems.ts";
import type { ShownDiagnostic } from "../../../src/web/index.ts";

const one: ShownDiagnostic = {
  code: "unknown-name",
  severity: "note",
  message: "`totl` is not defined",
  label: "not defined",
  help: null,
  range: { file: "a.dtp", start: 5, end: 9 },
  fix: { file: "a.dtp", start: 5, end: 9, text: "total" },
  text: "",
};

test("a mistake is marked at its place, with the edit that mends it", () => {
  expect(marked(one, "a.dtp", 20)).toMatchObject({
    ...{ from: 5, to: 9, severity: "info", message: "`totl` is not defined\nnot defined" },
    actions: [{ name: "Write total" }],
  });
  expect(marked(one, "a.dtp", 7)).toMatchObject({ from: 5, to: 7 });
});

test("a mistake in another file stands at the beginning, with the file's name and no edit", () => {
  const found = marked(one, "b.dtp", 20);
  expect(found).toMatchObject({ from: 0, to: 0, message: "a.dtp: `totl` is not defined\nnot defined" });
  expect(found.actions).toBeUndefined();
});

test("a button says what will stand there", () => {
  expect(mendLabel("  ")).toBe("Remove it");
  expect(mendLabel("a\nb")).toBe("Write a");
  expect(mendLabel("x".repeat(80))).toHaveLength(54);
});
