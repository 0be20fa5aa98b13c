import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../../src/dsl/diagnostics/index.ts";
import { utf8Text } from "../../src/host/index.ts";
import { createSession, type World } from "../../src/session/index.ts";

const std = join(import.meta.dirname, "../../src/std");

/** World with the library from the source tree and other files from one folder. */
function folderWorld(folder: string, interrupted: boolean): World {
  return {
    read(specifier) {
      if (specifier.startsWith("./../") || specifier.startsWith("../")) return { problem: "outside-project" };
      const library = specifier.startsWith("std/");
      const path = library
        ? join(std, `${specifier.slice(4).replace(/\.dtp$/, "")}.dtp`)
        : join(folder, specifier);
      if (!existsSync(path)) return { problem: "missing" };
      const name = library ? specifier : specifier.replace(/^\.\//, "");
      const decoded = utf8Text(readFileSync(path));
      if ("notText" in decoded) return { problem: "not-text", where: decoded.notText };
      return { name, text: decoded.text };
    },
    list: () => ["std/clusters", "std/devices", "std/models"],
    interrupted: () => interrupted,
  };
}

export interface Reported {
  readonly diagnostics: readonly Diagnostic[];
  /** Notes of the session besides the outputs: stale outputs. */
  readonly notes: readonly string[];
}

/**
 * Runs `in.dtp` of a folder and returns what was reported. A line `# --- cell ---` splits it into cells of
 * one notebook. `# test: grow` pads it beyond the size limit; `# test: interrupt` asks every loop to stop.
 */
export function runProgram(folder: string): Reported {
  const source = readFileSync(join(folder, "in.dtp"), "utf8");
  const session = createSession(folderWorld(folder, source.includes("# test: interrupt")));
  const cells = source.split(/^# --- cell ---\n/m);
  const text = source.includes("# test: grow") ? source + `# ${"x".repeat(98)}\n`.repeat(11_000) : source;
  const results =
    cells.length > 1
      ? cells.map((cell, i) => session.run(cell, { name: `cell ${i + 1}`, mode: "cell" }))
      : [session.run(text, { name: "in.dtp", mode: "file" })];
  return {
    diagnostics: results.flatMap((result) => result.diagnostics),
    notes: results
      .flatMap((result) => result.outputs.filter((output) => output.kind === "note"))
      .flatMap((output) => output.document.blocks)
      .flatMap((block) => (block.kind === "paragraph" ? [block.text] : [])),
  };
}
