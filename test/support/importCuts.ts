import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { applyFixes } from "../../src/dsl/diagnostics/index.ts";
import { parse } from "../../src/dsl/syntax/index.ts";
import { createWorld } from "../../src/host/index.ts";
import { toText } from "../../src/report/index.ts";
import { createSession } from "../../src/session/index.ts";

const root = join(import.meta.dirname, "../..");
/** Readings after which `dtp fix` gives up. */
const MOST_READINGS = 20;

/** Paths of the repository's programs: examples, notebooks and tests. Exercises with a mistake by intent are left out. */
export function programs(): readonly string[] {
  const within = (folder: string): readonly string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
      const path = join(folder, one.name);
      if (one.isDirectory()) return one.name === "mistakes" || one.name === "new" ? [] : within(path);
      return one.name.endsWith(".dtp") ? [path] : [];
    });
  return ["examples", "notebooks", "test"].flatMap((one) => within(join(root, one)));
}

/** Texts of a program without one import of the library, and without one name of such an import. */
export function cutsOf(path: string): readonly string[] {
  const text = readFileSync(path, "utf8");
  return [...text.matchAll(/^import\s+([\w\s,]*?)\s+from\s+"std\/(?!papers\/)[^"]*"\n/gm)].flatMap(
    (found) => {
      const names = (found[1] ?? "").split(/,\s*/);
      const replaced = (by: string) =>
        text.slice(0, found.index) + by + text.slice(found.index + found[0].length);
      const without = (name: string) =>
        found[0].replace(found[1] ?? "", names.filter((one) => one !== name).join(", "));
      return [replaced(""), ...(names.length > 1 ? names.map((name) => replaced(without(name))) : [])];
    },
  );
}

/**
 * The file and name that each imported name stands for, sorted, and the text without its imports. Two
 * texts with the same form differ in the order and lines of their imports alone: each name has the same referent.
 */
export function importedForm(text: string): string {
  const { items } = parse({ name: "a.dtp", text }, "file").file;
  const imports = items.filter((item) => item.kind === "import");
  const named = imports.flatMap(({ names, from }) =>
    names.map((one) => `${(one.as ?? one.name).name} = ${from.value} ${one.name.name}`),
  );
  let rest = "";
  let done = 0;
  for (const { span } of imports) {
    rest += text.slice(done, span.start);
    done = span.end + (text[span.end] === "\n" ? 1 : 0);
  }
  return [...named.sort(), rest + text.slice(done)].join("\n");
}

/** A program of the repository, and what the command makes of texts in its place. */
export interface OpenProgram {
  /** The text as `dtp fix` leaves it, or as it is when `done` is first true of it. */
  mended(text: string, done?: (text: string) => boolean): string;
  /** Outputs of a text as `dtp run` prints them, without the places in the text. */
  printed(text: string): string;
}

export function openProgram(path: string): OpenProgram {
  const name = basename(path);
  const run = (text: string) => createSession(createWorld(dirname(path))).run(text, { name, mode: "file" });
  return {
    mended(given, done = () => false) {
      let text = given;
      for (let reading = 0; reading < MOST_READINGS && !done(text); reading++) {
        const next = applyFixes({ name, text }, run(text).diagnostics);
        if (next.applied.length === 0) break;
        text = next.text;
      }
      return text;
    },
    printed: (text) =>
      run(text)
        .outputs.map(({ document }) => toText(document))
        .join("\n")
        .replace(new RegExp(`${name}:\\d+(:\\d+)?`, "g"), "here"),
  };
}
