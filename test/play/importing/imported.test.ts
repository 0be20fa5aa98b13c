import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "../../../src/dsl/syntax/index.ts";
import { imported, pastedConfig, withImport } from "../../../src/play/importing/imported.ts";
import type { Project } from "../../../src/play/state/project.ts";

const examples = join(import.meta.dirname, "../../../examples");
const text = (name: string): string => readFileSync(join(examples, name), "utf8");
const project: Project = {
  files: [{ name: "plan.dtp", text: text("search.dtp") }],
  main: "plan.dtp",
  open: "plan.dtp",
  choices: { n: "1" },
};

describe("a file that a reader brings", () => {
  test.each(["config.json", "measured.csv", "pretrain.sh"])("%s is imported by the program", (name) => {
    const { files, open } = imported(project, { name, text: text(name) });
    expect(files.map((one) => one.name)).toEqual(["plan.dtp", name]);
    expect(open).toBe("plan.dtp");
    const program = files[0]?.text ?? "";
    expect(program).toContain(`import ${name.replace(/\..*/, "")} from "./${name}"\n`);
    expect(parse({ name: "plan.dtp", text: program }, "file").diagnostics).toEqual([]);
  });

  test("a program opens and runs, without the choices of the one before", () => {
    const found = imported(project, { name: "plan.dtp", text: "let a = 1" });
    expect(found).toMatchObject({ main: "plan-2.dtp", open: "plan-2.dtp", choices: {} });
  });

  test("a file that no program reads only opens", () => {
    const found = imported(project, { name: "notes.md", text: "x" });
    expect(found).toMatchObject({ main: "plan.dtp", open: "notes.md" });
    expect(found.files[0]).toEqual(project.files[0]);
  });
});

test.each([
  ["", 'import a from "./a.csv"\n'],
  ["let b = 1\n", 'import a from "./a.csv"\nlet b = 1\n'],
  ["edition 2026", 'edition 2026\nimport a from "./a.csv"\n'],
  ['import x from "./x.dtp"\nlet a = 1\n', 'import x from "./x.dtp"\nimport a_2 from "./a.csv"\nlet a = 1\n'],
])("the import of a file stands after the edition and other imports: %j", (program, expected) => {
  expect(withImport(program, "a.csv")).toBe(expected);
});

test("a pasted configuration of Hugging Face is known by its keys", () => {
  expect(pastedConfig(text("config.json"))).toEqual({ name: "config.json", text: text("config.json") });
  for (const other of ["let a = 1", "{", '{"a": 1}', "[1]", "null"]) expect(pastedConfig(other)).toBeNull();
});
