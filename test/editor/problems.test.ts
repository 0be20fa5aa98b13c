import { expect, test } from "vitest";
import { marked, mendLabel } from "../../src/editor/problems.ts";
import type { ShownDiagnostic } from "../../src/web/index.ts";

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
  expect(marked(one, "a.dtp", "show totl + 1 # the sum")).toMatchObject({
    ...{ from: 5, to: 9, severity: "info", message: "`totl` is not defined\nnot defined" },
    actions: [{ name: "Write total" }],
  });
  expect(marked(one, "a.dtp", "show to")).toMatchObject({ from: 5, to: 7 });
});

test("a mistake in another file stands at its import, with the file's name and no edit", () => {
  const text = 'import x from "std/a"\nimport total from "../lib/a.dtp"\n';
  const inLib = { ...one, range: { file: "lib/a.dtp", start: 5, end: 9 } };
  const { from, to, message, actions } = marked(inLib, "b.dtp", text);
  expect(text.slice(from, to)).toBe('"../lib/a.dtp"');
  expect(message).toMatch(/^lib\/a\.dtp: /);
  expect(actions).toBeUndefined();
  const found = marked(one, "b.dtp", "show total");
  expect(found).toMatchObject({ from: 0, to: 0, message: "a.dtp: `totl` is not defined\nnot defined" });
  expect(found.actions).toBeUndefined();
});

test("a button says what will stand there", () => {
  expect(mendLabel("  ")).toBe("Remove it");
  expect(mendLabel("a\nb")).toBe("Write a");
  expect(mendLabel("x".repeat(80))).toHaveLength(54);
});
