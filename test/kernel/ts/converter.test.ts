import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Converted } from "../../../src/kernel/ts/conversion.ts";
import { loadConverter } from "../../../src/kernel/ts/converter.ts";

/** What we rely on of tslab 1.0.22, whose converter its package does not promise. */
const converter = loadConverter(
  "interface Given { readonly a: number }\ndeclare function helper(given: Given): string;",
);
// beside the notebook, where imported files are looked for
const folder = mkdtempSync(join(process.cwd(), "node_modules/../.tscells-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function converted(declarations: string, source: string): Extract<Converted, { kind: "converted" }> {
  const made = converter.convert(declarations, source);
  if (made.kind === "wrong") throw new Error(made.mistakes.map(({ message }) => message).join("; "));
  return made;
}

describe("tslab's converter", () => {
  test("reads earlier variables from `exports`, and tells what it declares", () => {
    const { code, declared, declarations, last, awaits } = converted(
      "declare const given: Given;",
      'import { join } from "node:path";\nconst b = helper(given);\nfunction f() { return join("a", b); }\nawait f();\nb',
    );
    expect(code).toContain("helper(exports.given)");
    expect([...declared]).toEqual(expect.arrayContaining(["b", "f", "join"]));
    expect(declarations).toContain("declare const b: string;");
    expect(declarations).toContain("declare const given: Given;");
    expect(last).not.toBeNull();
    expect(awaits).toBe(true);
  });

  test("Node's types are there, whatever the folder has", () => {
    expect(converter.convert("", 'console.log(process.version, Buffer.from("a"));').kind).toBe("converted");
    expect(converter.convert("", "document.title").kind).toBe("wrong");
  });

  test("a place in the code leads back to the source", () => {
    const source =
      "interface Gone {\n  a: number;\n}\n\nfor (const x of [1]) console.log(x);\nthrow new Error();";
    const { code, original } = converted("", source);
    const lines = code.split("\n");
    const line = lines.findIndex((one) => one.startsWith("throw"));
    expect(original({ line, column: 0 })).toEqual({ line: 5, column: 0 });
    const inner = lines.findIndex((one) => one.includes("console.log"));
    expect(original({ line: inner, column: lines[inner]?.indexOf("console") ?? 0 })?.line).toBe(4);
    expect(original({ line: 0, column: 0 })).toBeNull();
  });

  test("every turn of a loop and every call can be stopped", () => {
    const loops = "while (true) ; do {} while (true); for (;;) ; for (const a of []) ; for (const b in {}) ;";
    expect(converted("", loops).code.match(/__dtpPoll\(\)/g)).toHaveLength(5);
    const functions = "const a = () => 1; function b() {} const c = { d() {} }; const e = () => { };";
    expect(converted("", functions).code.match(/__dtpPoll\(\)/g)).toHaveLength(4);
  });

  test("mistakes have their place and TypeScript's code", () => {
    const made = converter.convert("", "const x = 1;\nconst y: string = x;");
    expect(made).toEqual({
      kind: "wrong",
      mistakes: [
        {
          code: 2322,
          message: "Type 'number' is not assignable to type 'string'.",
          span: { start: 19, end: 20 },
          file: null,
        },
      ],
    });
  });

  test("a file that is written later is found, and its changes are seen", () => {
    const source = `import { value } from "./${basename(folder)}/lib";\nvalue`;
    const path = join(folder, "lib.ts");
    expect(converter.convert("", source)).toMatchObject({ kind: "wrong", mistakes: [{ code: 2307 }] });
    writeFileSync(path, "export const value: number = 1;");
    expect([...converted("", source).files.values()].join()).toContain("exports.value = 1");
    writeFileSync(path, "export const value: string = 'two';");
    utimesSync(path, new Date(), new Date(Date.now() + 5000));
    const again = converted("", source);
    expect([...again.files.values()].join()).toContain("exports.value = 'two'");
    expect(again.declarations).toContain("value");
  });

  test("completion, hover, and whether a text is complete", () => {
    const given = "declare const given: Given;";
    expect(converter.complete(given, "given.", 6).items).toEqual([{ text: "a", kind: "property" }]);
    expect(converter.inspect(given, "given.a", 6)?.signature).toBe("(property) Given.a: number");
    expect(converter.inspect(given, "  ", 1)).toBeNull();
    expect(converter.isComplete("if (true) {")).toEqual({ completed: false, indent: "  " });
    expect(converter.isComplete("1 + 1")).toMatchObject({ completed: true });
  });
});
