// Compares the engine with measured iterations of RL post-training: `npm run validate:rl -- [--write | --check | --row ID]`.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fromSource, root } from "./fromSource.mjs";
import { keepPage, pageArguments } from "./keptPage.mjs";

const usage = `usage: npm run validate:rl -- [--write | --check | --row ID]
  --write    write the table in docs/rl.md from validation/rl.csv
  --check    fail when it is not what --write would write
  --row ID   print the program that a row becomes`;

const { values } = pageArguments(usage, { options: { row: { type: "string" } } });
const lib = await fromSource(`
  export { rlBoard } from "./src/validation/reinforcement/rlBoard.ts";
  export { rlMarkdown } from "./src/validation/reinforcement/rlMarkdown.ts";
  export { rlProgram } from "./src/validation/reinforcement/rlProgram.ts";
  export { readRlRows } from "./src/validation/reinforcement/rlRows.ts";
  export { withSection } from "./src/validation/scoreboard/generatedSection.ts";
  export { createWorld } from "./src/host/index.ts";
`);
const rows = lib.readRlRows(await readFile(join(root, "validation", "rl.csv"), "utf8"));
if (values.row !== undefined) {
  const row = rows.find(({ id }) => id === values.row);
  if (!row) {
    console.error(`no row ${values.row}`);
    process.exit(1);
  }
  const program = lib.rlProgram(row);
  console.log(program.kind === "program" ? program.text : `not expressed: ${program.reason}`);
  process.exit(0);
}
const section = lib.rlMarkdown(lib.rlBoard(lib.createWorld(root), rows));
const command = "npm run validate:rl -- --write";
await keepPage("docs/rl.md", values, {
  command,
  pageOf: (found) => lib.withSection(found, section, command),
  printed: `${section.join("\n\n")}\n`,
});
