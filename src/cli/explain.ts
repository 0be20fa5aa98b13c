import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { catalogue, codes, isCode, suggest } from "../dsl/diagnostics/index.ts";
import { errorPagesFolder } from "../host/index.ts";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";

/** `dtp explain CODE`: the page of a diagnostic. The code may come with its brackets, as copied from a message. */
export async function explain({ operands }: Arguments, io: Io): Promise<number> {
  const given = operands[0];
  if (given === undefined) {
    const width = Math.max(...codes.map(({ length }) => length));
    const rows = codes.map((code) => `${code.padEnd(width)}  ${catalogue[code].severity}`).sort();
    io.out(`${rows.join("\n")}\n`);
    return 0;
  }
  const code = given.toLowerCase().replace(/^(error|warning|note)?\[|\]$/g, "");
  if (!isCode(code)) {
    const near = suggest(code, codes);
    const hint = near === null ? "`dtp explain` lists them" : `did you mean \`${near}\`?`;
    io.err(`dtp: there is no diagnostic \`${given}\`\n  ${hint}\n`);
    return 2;
  }
  io.out(await readFile(join(errorPagesFolder, `${code}.md`), "utf8"));
  return 0;
}
