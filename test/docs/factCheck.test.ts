import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cellsOfProgram } from "../../src/cli/notebook/cellsOfProgram.ts";
import { createWorld } from "../../src/host/index.ts";
import { createSession } from "../../src/session/index.ts";

const folder = join(import.meta.dirname, "../../notebooks");
const program = readFileSync(join(folder, "fact-check.dtp"), "utf8");
const cells = cellsOfProgram("fact-check.dtp", program);

const VERDICTS = ["Confirmed", "Roughly", "Contradicted", "Undefined"] as const;
const VERDICT = new RegExp(`^\\*\\*(${VERDICTS.join("|")})`, "m");
const statements = cells.flatMap(({ kind, source }, at) => {
  const number = kind === "markdown" ? /^\*\*(\d+)\.\*\* \*/m.exec(source)?.[1] : undefined;
  return number === undefined ? [] : [{ number: Number(number), source, below: cells[at + 1] }];
});

describe("the fact check", () => {
  test("numbers its statements, and each has a verdict and an expectation of its own", () => {
    expect(statements.map(({ number }) => number)).toEqual(Array.from({ length: 62 }, (_, at) => at + 1));
    for (const { number, source, below } of statements) {
      expect(source, `statement ${number}`).toMatch(VERDICT);
      expect(below?.kind, `statement ${number}`).toBe("code");
      expect(below?.source, `statement ${number}`).toMatch(/^expect\b/m);
    }
  });

  test("holds", () => {
    const result = createSession(createWorld(folder)).run(program, { name: "fact-check.dtp", mode: "file" });
    expect(result.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(result.expectations.filter(({ pass }) => !pass)).toEqual([]);
    expect(result.expectations.length).toBeGreaterThan(100);
  });

  test("counts its verdicts right", () => {
    const [confirmed, roughly, contradicted, undecided] = VERDICTS.map(
      (verdict) => statements.filter(({ source }) => VERDICT.exec(source)?.[1] === verdict).length,
    );
    expect(cells[0]?.source.replace(/\s+/g, " ")).toContain(
      `${confirmed} are confirmed, ${roughly} roughly right, ${contradicted} contradicted and ${undecided} undefined`,
    );
  });
});
