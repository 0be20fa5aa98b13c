// Time to parse and to format 500 lines: shipped examples and papers, repeated to that length.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { medianMs } from "./measure.mjs";

const LINES = 500;

/** Results as rows [name, value, unit, goal]. */
export async function benchParse({ parse, format }, root) {
  const text = await fiveHundredLines(root);
  const source = { name: "bench.dtp", text };
  const started = performance.now();
  const { file, diagnostics } = parse(source, "file");
  const cold = performance.now() - started;
  if (diagnostics.length > 0)
    throw new Error(`the benchmark's text does not parse: ${diagnostics[0].message}`);
  return [
    [`parse ${LINES} lines, first time`, cold, "ms", ""],
    [`parse ${LINES} lines, warm`, medianMs(() => parse(source, "file")), "ms", "< 10"],
    [`format ${LINES} lines, warm`, medianMs(() => format(file)), "ms", ""],
  ];
}

/** Bodies of the shipped programs without their headers, which a file has once, truncated at a blank line. */
async function fiveHundredLines(root) {
  const folders = ["examples", "src/std", "src/std/papers"];
  const programs = [];
  for (const folder of folders) {
    for (const name of (await readdir(join(root, folder))).sort()) {
      if (name.endsWith(".dtp")) programs.push(await readFile(join(root, folder, name), "utf8"));
    }
  }
  const blocks = programs
    .flatMap((text) => text.split(/\n{2,}(?=\S)/))
    .filter((block) => !/^(edition|import)\b/m.test(block));
  const lines = [];
  for (let at = 0; lines.length < LINES; at = (at + 1) % blocks.length)
    lines.push(...blocks[at].trimEnd().split("\n"), "");
  return `${lines.join("\n")}\n`;
}
