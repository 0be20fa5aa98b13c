import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { applyFixes } from "../../src/dsl/diagnostics/index.ts";
import { createWorld } from "../../src/host/index.ts";
import { toText } from "../../src/report/index.ts";
import { createSession } from "../../src/session/index.ts";
import { cell, memorySession } from "../support/memorySession.ts";

const root = join(import.meta.dirname, "../..");

/** The text as the diagnostics of one run leave it. */
function mended(text: string): string {
  const { diagnostics } = memorySession().run(text, { name: "a.dtp", mode: "file" });
  return applyFixes({ name: "a.dtp", text }, diagnostics).text;
}

describe("a mend that is applied unasked never changes what a name means", () => {
  it("a name of the library is imported, not replaced by a near name", () => {
    const text = `import llama3_8b from "std/models"
import dgx_h100 from "std/clusters"
plan p { dp = fill, seq_len = 8Ki, global_batch = 64 sequences }
let x = llama3_70b on dgx_h100 with p
`;
    expect(mended(text)).toBe(text.replace("llama3_8b from", "llama3_8b, llama3_70b from"));
  });

  it("the import is a line of its own where the file is not imported yet, below the edition", () => {
    expect(mended("# head\n\nedition 2026\nshow llama3_8b.params\n")).toBe(
      '# head\n\nedition 2026\nimport llama3_8b from "std/models"\nshow llama3_8b.params\n',
    );
    expect(mended("show llama3_8b.params, h100_sxm.memory\n")).toBe(
      'import llama3_8b from "std/models"\nimport h100_sxm from "std/devices"\nshow llama3_8b.params, h100_sxm.memory\n',
    );
  });

  it.each([
    ["a name of the program's own", "let batch_1 = 4\nlet batch_2 = 5\nshow batch_3\n"],
    ["a name that is near a word of the language", "let x = tru\n"],
    ["a word of a field", "plan p { precision = fp15 }\nshow p.precision\n"],
    ["a function", "show flor(2.5)\n"],
    ["a name of an import", 'import llama3_71b from "std/models"\nshow llama3_71b.params\n'],
  ])("%s is suggested in words only", (_what, text) => {
    expect(mended(text)).toBe(text);
  });

  it.each([
    ["plan p { precision = BF16 }\n", "plan p { precision = bf16 }\n"],
    ["plan p { precision = bfloat16 }\n", "plan p { precision = bf16 }\n"],
    ["plan p { micro_btach = 2 }\n", "plan p { micro_batch = 2 }\n"],
  ])("the same word in another spelling, and a misspelled field, are mended: %s", (text, right) => {
    expect(mended(text)).toBe(right);
  });

  it("a near column of a table is another column", () => {
    const session = memorySession({ "r.csv": "loss_a,loss_b\n1,2\n" });
    const text = 'import r from "./r.csv"\nshow r.loss_c\n';
    const { diagnostics } = cell(session, text);
    expect(diagnostics.map(({ help, fix }) => [help, fix])).toEqual([["did you mean `loss_a`?", undefined]]);
  });
});

/** Programs of a folder, with the folders below it. */
function programs(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const path = join(folder, one.name);
    if (one.isDirectory()) return one.name === "mistakes" || one.name === "new" ? [] : programs(path);
    return one.name.endsWith(".dtp") ? [path] : [];
  });
}

interface Cut {
  readonly path: string;
  readonly text: string;
  readonly without: string;
}

/** A program without one of its imports of the library, and without one name of such an import. */
function cuts(path: string): readonly Cut[] {
  const text = readFileSync(path, "utf8");
  return [...text.matchAll(/^import\s+([\w\s,]*?)\s+from\s+"std\/(?!papers\/)[^"]*"\n/gm)].flatMap(
    (found) => {
      const names = (found[1] ?? "").split(/,\s*/);
      const replaced = (by: string) =>
        text.slice(0, found.index) + by + text.slice(found.index + found[0].length);
      const without = (name: string) =>
        found[0].replace(found[1] ?? "", names.filter((one) => one !== name).join(", "));
      const fewer = names.length > 1 ? names.map((name) => replaced(without(name))) : [];
      return [replaced(""), ...fewer].map((one) => ({ path, text, without: one }));
    },
  );
}

const run = ({ path }: Cut, text: string) =>
  createSession(createWorld(dirname(path))).run(text, { name: basename(path), mode: "file" });

/** What a program prints, without the places in its text. */
const printed = (cut: Cut, text: string): string =>
  run(cut, text)
    .outputs.map(({ document }) => toText(document))
    .join("\n")
    .replace(new RegExp(`${basename(cut.path)}:\\d+(:\\d+)?`, "g"), "here");

/** What `dtp fix` writes. */
function fixed(cut: Cut, of: string): string {
  let text = of;
  for (let reading = 0; reading < 20; reading++) {
    const next = applyFixes({ name: basename(cut.path), text }, run(cut, text).diagnostics);
    if (next.applied.length === 0) break;
    text = next.text;
  }
  return text;
}

const whole = process.env.FUZZ === "1";
const all = ["examples", "notebooks", "test"]
  .flatMap((one) => programs(join(root, one)))
  .filter((path) => whole || statSync(path).size < 1_400)
  .flatMap(cuts);
const some = whole ? all : all.filter((_, at) => at % Math.ceil(all.length / 24) === 0);

describe("a program with an import removed is mended to what it was", () => {
  it.each(some.map((cut, at) => [`${cut.path.slice(root.length + 1)} ${at}`, cut] as const))(
    "%s",
    {
      timeout: 600_000,
    },
    (_name, cut) => {
      expect(printed(cut, fixed(cut, cut.without))).toBe(printed(cut, fixed(cut, cut.text)));
    },
  );
});
