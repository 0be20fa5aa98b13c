import { catalogue, codeIn, codes, codeWord, suggest } from "../../dsl/diagnostics/index.ts";
import { createWorld, errorHeading, errorPage } from "../../host/index.ts";
import { type Document, toText } from "../../report/index.ts";
import { createSession, type Session } from "../../session/index.ts";
import type { Arguments } from "../io/arguments.ts";
import type { Io } from "../io/io.ts";

/**
 * Command `dtp explain WORD`: prints the page of a diagnostic, a formula with its derivatives, or what
 * `%help` says of a field, a library name or another word. Without a word it lists the diagnostics, one per
 * line.
 */
export async function explain({ operands }: Arguments, io: Io): Promise<number> {
  const given = operands[0];
  if (given === undefined) {
    io.out(`${(await list()).join("\n")}\n`);
    return 0;
  }
  const code = codeIn(given);
  if (code === null) {
    const session = createSession(createWorld(io.cwd));
    const found = session.help(given);
    if (found !== null) {
      for (const one of [found, ...cardOf(session, given)])
        io.out(`${toText(one, { width: io.stdout.width })}\n`);
      return 0;
    }
    const { formulaHelp, formulaNames } = await import("../../session/services/formulaHelp.ts");
    const page = await formulaHelp(given);
    if (page !== null) {
      io.out(`${toText(page, { width: io.stdout.width })}\n`);
      return 0;
    }
    const near = suggest(codeWord(given), codes) ?? suggest(given, formulaNames);
    const hint = near === null ? "`dtp explain` lists them" : `did you mean \`${near}\`?`;
    io.err(`dtp: there is no diagnostic, field, name of the library or formula \`${given}\`\n  ${hint}\n`);
    return 2;
  }
  io.out(await errorPage(code));
  return 0;
}

/** Card of a library definition as documents. Empty for an unknown name. */
function cardOf(session: Session, name: string): readonly Document[] {
  const file = libraryFileOf(session, name);
  if (file === null) return [];
  const { outputs } = session.run(`import ${name} from "${file}"\nshow ${name}`, {
    name: "library",
    mode: "file",
  });
  return outputs.filter(({ kind }) => kind === "show").map(({ document }) => document);
}

/**
 * Library file that defines a name, read from the hint in the diagnostic on an unknown name. null for none.
 */
function libraryFileOf(session: Session, name: string): string | null {
  if (!/^[a-z]\w*$/.test(name)) return null;
  const { diagnostics } = session.run(`show ${name}`, { name: "library", mode: "file" });
  return /`import \w+ from "([^"]+)"`/.exec(diagnostics[0]?.help ?? "")?.[1] ?? null;
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
