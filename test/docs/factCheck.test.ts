import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cellsOfProgram } from "../../src/cli/notebook/cellsOfProgram.ts";
import { createWorld } from "../../src/host/index.ts";
import { createSession } from "../../src/session/index.ts";
import { untiedNumbers } from "./untiedNumbers.ts";

const folder = join(import.meta.dirname, "../../notebooks");
const program = readFileSync(join(folder, "fact-check.dtp"), "utf8");
const cells = cellsOfProgram("fact-check.dtp", program);

const VERDICTS = ["true", "roughly", "misleading", "contradicted", "cannot be said"] as const;
/** Kinds of text, by how many statements they have: the order of the table's rows. */
const KINDS = ["blog", "vendor", "news", "paper", "textbook", "documentation", "forum"] as const;
const STATEMENT = /^### (\d+) (.+)\n\n> (.+) \*\((\w+)\)\*\n\n([\s\S]+)$/m;

let subject = "";
const statements = cells.flatMap(({ kind, source }, at) => {
  if (kind !== "markdown") return [];
  subject = /^## (.+)$/m.exec(source)?.[1] ?? subject;
  const found = STATEMENT.exec(source);
  if (found === null) return [];
  const [, number = "", verdict = "", said = "", textKind = "", judged = ""] = found;
  return [{ number: Number(number), verdict, said, textKind, judged, subject, below: cells[at + 1] }];
});
type Statement = (typeof statements)[number];

const links = (wanted: (one: Statement) => boolean): string =>
  statements
    .filter(wanted)
    .map(({ number, verdict }) => `[${number}](#${number}-${verdict.replaceAll(" ", "-")})`)
    .join(" ");

const row = (name: string, wanted: (one: Statement) => boolean): string =>
  `| ${name} | ${VERDICTS.map((one) => links((of) => wanted(of) && of.verdict === one)).join(" | ")} |`;

const front = cells
  .slice(0, 2)
  .map(({ source }) => source)
  .join("\n")
  .split("\n");

/** Two plans that do not fit, as their verdicts say, and one that serves and does not train. */
const ELSEWHERE = ["llama_fp32", "trillion", "served"];

describe("the fact check", () => {
  test("numbers its statements, and each has a verdict of the scale, a kind of text and an expectation", () => {
    expect(statements.map(({ number }) => number)).toEqual(Array.from({ length: 72 }, (_, at) => at + 1));
    for (const { number, verdict, textKind, below } of statements) {
      expect(VERDICTS, `statement ${number}`).toContain(verdict);
      expect(KINDS, `statement ${number}`).toContain(textKind);
      expect(below?.kind, `statement ${number}`).toBe("code");
      expect(below?.source, `statement ${number}`).toMatch(/^expect\b/m);
    }
  });

  test("lists all statements by verdict, by subject and by kind of text", () => {
    for (const verdict of VERDICTS) {
      const listed = front.find((line) => line.startsWith(`| **${verdict}** |`));
      expect(listed?.split(" | ").at(-1)).toBe(`${links((one) => one.verdict === verdict)} |`);
    }
    const subjects = [...new Set(statements.map((one) => one.subject))];
    for (const name of subjects) expect(front).toContain(row(name, (one) => one.subject === name));
    for (const name of KINDS) expect(front).toContain(row(name, (one) => one.textKind === name));
  });

  test("types no number into a verdict that the cell below it does not hold", () => {
    const untied = statements.flatMap(({ number, said, judged, below }) =>
      untiedNumbers(judged, `${said}\n${below?.source}`).map((one) => `statement ${number}: ${one}`),
    );
    expect(untied).toEqual([]);
  });

  test("holds, on plans that fit", () => {
    const plans = [...program.matchAll(/^let (\w+) = [\w.]+ (?:on|with) /gm)].map(([, name = ""]) => name);
    expect(plans.length).toBeGreaterThan(60);
    const fits = plans
      .filter((name) => !ELSEWHERE.includes(name))
      .map((name) => `expect ${name}.memory.fits`);
    const text = `${program}\n${fits.join("\n")}`;
    const result = createSession(createWorld(folder)).run(text, { name: "fact-check.dtp", mode: "file" });
    expect(result.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(result.expectations.filter(({ pass }) => !pass).map((one) => one.text)).toEqual([]);
    expect(result.expectations.length).toBeGreaterThan(240 + fits.length);
  });
});
