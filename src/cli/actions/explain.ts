import { catalogue, codeIn, codes, codeWord, suggest } from "../../dsl/diagnostics/index.ts";
import { errorHeading, errorPage } from "../../host/index.ts";
import type { Arguments } from "../arguments.ts";
import type { Io } from "../io.ts";

/** `dtp explain CODE`: the page of a diagnostic. Without a code, a line for each: what it is, and what it means. */
export async function explain({ operands }: Arguments, io: Io): Promise<number> {
  const given = operands[0];
  if (given === undefined) {
    io.out(`${(await list()).join("\n")}\n`);
    return 0;
  }
  const code = codeIn(given);
  if (code === null) {
    const near = suggest(codeWord(given), codes);
    const hint = near === null ? "`dtp explain` lists them" : `did you mean \`${near}\`?`;
    io.err(`dtp: there is no diagnostic \`${given}\`\n  ${hint}\n`);
    return 2;
  }
  io.out(await errorPage(code));
  return 0;
}

async function list(): Promise<readonly string[]> {
  const width = Math.max(...codes.map(({ length }) => length));
  const severity = Math.max(...codes.map((code) => catalogue[code].severity.length));
  const line = async (code: (typeof codes)[number]): Promise<string> =>
    [code.padEnd(width), catalogue[code].severity.padEnd(severity), errorHeading(await errorPage(code))].join(
      "  ",
    );
  return Promise.all(codes.toSorted().map(line));
}
