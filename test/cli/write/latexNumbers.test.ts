import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dtp } from "../../../src/cli/dtp.ts";
import { evaluateHere } from "../../../src/cli/evaluateHere.ts";
import { testIo } from "../testIo.ts";

const folder = mkdtempSync(join(tmpdir(), "dtp-latex-"));
afterAll(() => rmSync(folder, { recursive: true }));

const PROGRAM = `import selene from "std/clusters"
import gpt3_175b from "std/models"

plan p {
  tp = 8
  pp = 8
  dp = fill
  seq_len = 2_048
  micro_batch = 1
  global_batch = 64 sequences
  precision = fp16
}
let base_run = gpt3_175b on (selene with { nodes = 8 }) with p
let rate = 12.5%
let price = 1_250_000 $
let lengths = [1 s, 2.5 s]
let broken = gpt3_175b on (selene with { nodes = 1 }) with p
sweep wide = base_run for plan.micro_batch in [1, 2]
show wide
`;

async function run(file: string, ...argv: readonly string[]) {
  const io = testIo({ cwd: folder, evaluate: async (request, events) => evaluateHere(request, events) });
  const code = await dtp(["run", file, ...argv], io);
  return { code, out: io.stdoutText(), err: io.stderrText() };
}
const read = (name: string) => readFileSync(join(folder, name), "utf8");

/** Numbers of a file by name, as \`dtp.sty\` reads them. */
function numbers(name: string): ReadonlyMap<string, string> {
  const rows = read(name).matchAll(/^\\dtp@let\{([^}]*)\}\{(.*)\}\{([^{}]*)\}$/gm);
  return new Map([...rows].map(([, key = "", number, unit]) => [key, `${number}${unit}`.replace("~", " ")]));
}

beforeAll(async () => {
  writeFileSync(join(folder, "plan.dtp"), PROGRAM);
  const { code, err } = await run("plan.dtp", "--latex", "tables.tex");
  expect(err).toContain("\\dtp{base_run.step_time}");
  expect(code).toBe(0);
});

describe("numbers by name", () => {
  test("are those that the program shows", async () => {
    const found = numbers("tables-numbers.tex");
    writeFileSync(
      join(folder, "shown.dtp"),
      `${PROGRAM}show base_run.step_time\nshow base_run.memory.peak\nshow base_run.mfu\n`,
    );
    const { out } = await run("shown.dtp");
    for (const path of ["base_run.step_time", "base_run.memory.peak", "base_run.mfu"])
      expect(out).toContain(`${path} = ${found.get(path)?.replace("\\%", "%")}\n`);
    expect(found.get("rate")).toBe("12.5\\%");
    expect(found.get("price")).toBe("\\$1,250,000");
    expect(found.get("lengths.2")).toBe("2.5 s");
    expect(found.get("base_run.plan.dp")).toBe("1");
    expect(found.get("base_run.memory.fits")).toMatch(/^(yes|maybe|no)$/);
    expect(found.get("gpt3_175b.params")).toBe("174.6B params");
    expect(found.get("wide.2.plan.micro_batch")).toBe("2");
    expect(found.get("wide.1.step_time")).toBe(found.get("base_run.step_time"));
  });

  test("leave out what has errors", () => {
    const names = [...numbers("tables-numbers.tex").keys()];
    expect(names.filter((name) => name.startsWith("broken.step"))).toEqual([]);
  });

  test("say which program they are of, and which fields were set", async () => {
    const hash = createHash("sha256").update(PROGRAM).digest("hex").slice(0, 12);
    expect(read("tables-numbers.tex")).toContain(`\\dtp@source{plan.dtp (SHA-256 ${hash}), dtp `);
    expect(read("tables.tex")).toContain(`% plan.dtp (SHA-256 ${hash}), dtp `);
    await run("plan.dtp", "--latex", "set.tex", "--set", "plan.micro_batch=2");
    expect(read("set-numbers.tex")).toContain(`(SHA-256 ${hash}), with plan.micro\\_batch=2, dtp `);
    expect(numbers("set-numbers.tex").get("base_run.plan.micro_batch")).toBe("2");
    expect(read("dtp.sty")).toContain("\\dtp@read{set}\n\\dtp@read{tables}\n");
    rmSync(join(folder, "set-numbers.tex"));
    await run("plan.dtp", "--latex", "tables.tex");
    expect(read("dtp.sty")).not.toContain("\\dtp@read{set}");
  });
});

const latex = spawnSync("pdflatex", ["--version"]).status === 0;

/** Text and log of a document that \`pdflatex\` makes of \`body\`. */
function typeset(body: string, preamble = "") {
  const text = `\\documentclass{article}\n${preamble}\\usepackage{dtp}\n\\begin{document}\n${body}\n\\end{document}\n`;
  writeFileSync(join(folder, "paper.tex"), text);
  const { status } = spawnSync("pdflatex", ["-interaction=nonstopmode", "paper.tex"], { cwd: folder });
  return { status, log: read("paper.log").replace(/\n/g, "") };
}

// In CI a missing LaTeX is a failure: .ci/run installs one.
describe.skipIf(!latex && process.env.CI === undefined)("dtp.sty", { timeout: 60_000 }, () => {
  /** What a macro prints, as \`\\typeout\` writes it to the log. */
  const said = (log: string) => /BEGIN(.*?)END/.exec(log)?.[1];

  test("prints numbers with their units, in headings and captions too", () => {
    const found = numbers("tables-numbers.tex");
    const shown = ["base_run.step_time", "base_run.mfu", "price", "wide.2.step_time"].map(
      (name) => `\\dtp{${name}}, \\dtp*{${name}}`,
    );
    const { status, log } = typeset(
      `\\section{In \\dtp{base_run.step_time}}\n${shown.join("\n")}\n\\dtpsource\n\\dtp[tables]{rate}
\\makeatletter\\typeout{BEGIN\\dtp@plain{base_run.step_time}END}\\makeatother`,
      "\\usepackage{hyperref}\n",
    );
    expect(/! [A-Z][^.]*/.exec(log)?.[0]).toBeUndefined();
    expect(status).toBe(0);
    expect(said(log)).toBe(`${found.get("base_run.step_time")?.replace(" ", "\\nobreakspace {}")}`);
  });

  test("an unknown name stops LaTeX and says where the names are", () => {
    const { status, log } = typeset("\\dtp{base_run.step_tim}");
    expect(status).not.toBe(0);
    expect(log).toContain("No number is named `base_run.step_tim'");
  });

  test("a name of two programs has to say which", async () => {
    await run("plan.dtp", "--latex", "other.tex", "--set", "plan.micro_batch=2");
    expect(typeset("\\dtp{base_run.step_time}").log).toContain(
      "Two programs have a number `base_run.step_time'",
    );
    // The same number of both is no question.
    expect(
      typeset("\\dtp{rate} \\dtp[other]{base_run.step_time} \\dtp[tables]{base_run.step_time}").status,
    ).toBe(0);
  });
});
