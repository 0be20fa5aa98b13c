import { expect, test } from "vitest";
import type { Converter } from "../../../src/kernel/ts/conversion.ts";
import { loadConverter } from "../../../src/kernel/ts/converter.ts";
import { nodeOnDemand } from "../../../src/kernel/ts/nodeOnDemand.ts";
import type { Surroundings } from "../../../src/kernel/ts/surroundings.ts";

/** A converter on demand, and the surroundings that were made for it. */
function demanded(): { readonly converter: Converter; readonly made: Surroundings[] } {
  const made: Surroundings[] = [];
  const converter = nodeOnDemand((surroundings) => {
    made.push(surroundings);
    return loadConverter("", surroundings);
  });
  return { converter, made };
}

test("plain cells do without Node's declarations, console and all", () => {
  const { converter, made } = demanded();
  const source =
    'const rows = [1, 2].map((n) => ({ n }));\nconsole.table(rows);\nconsole.error("a", 1);\nconst m = new Map<string, number>();\nrows';
  expect(converter.convert("", source).kind).toBe("converted");
  expect(converter.convert("", "const n: number = 'a';")).toMatchObject({
    kind: "wrong",
    mistakes: [{ code: 2322 }],
  });
  expect(made).toEqual(["lean"]);
});

test.each([
  ["a module", 'import { join } from "node:path";\njoin("a", "b")'],
  ["a global", "await new Promise((done) => setTimeout(done, 1));"],
  ["a property that only Node's console has", "console.profile()"],
])("%s of Node's brings its declarations, once", (_, source) => {
  const { converter, made } = demanded();
  expect(converter.convert("", source).kind).toBe("converted");
  expect(converter.convert("", "process.version").kind).toBe("converted");
  expect(made).toEqual(["lean", "node"]);
});

test("what is really missing is a mistake with both", () => {
  const { converter, made } = demanded();
  expect(converter.convert("", "missing + 1")).toMatchObject({ kind: "wrong", mistakes: [{ code: 2304 }] });
  expect(made).toEqual(["lean", "node"]);
});

test("completion and hover know Node where the text names it", () => {
  const { converter } = demanded();
  const source = "process.ver";
  expect(converter.complete("", source, source.length).items.map(({ text }) => text)).toContain("versions");
  expect(converter.inspect("", "Buffer.from('a')", 9)?.signature).toContain("Buffer");
});
