import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { dtp } from "../../../src/cli/dtp.ts";
import type { Io } from "../../../src/cli/io/io.ts";
import { progressLine } from "../../../src/cli/io/progressLine.ts";
import type { LiveProgram, NamedTimeline } from "../../../src/report/index.ts";
import { barsFigure } from "../../../src/report/index.ts";
import type { Output } from "../../../src/session/world/output.ts";
import type { RunResult } from "../../../src/session/world/runResult.ts";
import { answering, testIo } from "../testIo.ts";

const folder = mkdtempSync(join(tmpdir(), "dtp-run-"));
writeFileSync(join(folder, "plan.dtp"), "edition 2026\nshow base\n");
afterAll(() => rmSync(folder, { recursive: true }));

const shown: Output = {
  kind: "show",
  line: 2,
  data: { stepTime: 13.9 },
  document: { blocks: [{ kind: "paragraph", text: "step time 13.9 s <fast>" }] },
};

const drawn: Output = {
  kind: "plot",
  line: 3,
  data: {},
  document: {
    blocks: [
      barsFigure(["a", "b"], [{ label: "one", values: [1, 2] }], { x: { label: "x" }, y: { label: "y" } }),
    ],
  },
};

async function run(result: Partial<RunResult>, argv: readonly string[], over: Partial<Io> = {}) {
  const io = testIo({ cwd: folder, evaluate: answering(result), ...over });
  const code = await dtp(["run", ...argv], io);
  return { code, out: io.stdoutText(), err: io.stderrText() };
}

describe("dtp run", () => {
  test("prints outputs to standard output only", async () => {
    const { code, out, err } = await run({ outputs: [shown, shown] }, ["plan.dtp"]);
    expect(code).toBe(0);
    expect(out.match(/step time 13.9 s/g)).toHaveLength(2);
    expect(err).toBe("");
  });

  test("hands the text, the name, the folder and the overrides over", async () => {
    let seen: unknown;
    await run({}, ["plan.dtp", "--set", "plan.tp=4", "--set", "plan.pp=2"], {
      evaluate: (request, events) => {
        seen = request;
        return answering({})(request, events);
      },
    });
    expect(seen).toEqual({
      name: "plan.dtp",
      text: "edition 2026\nshow base\n",
      folder,
      root: folder,
      path: join(folder, "plan.dtp"),
      overrides: ["plan.tp=4", "plan.pp=2"],
      drawn: true,
    });
  });

  test("an error goes to standard error with its code frame, and exits with 1", async () => {
    const source = { name: "plan.dtp", text: "edition 2026\nshow base\n" };
    const { code, out, err } = await run(
      {
        diagnostics: [
          {
            code: "unknown-name",
            severity: "error",
            message: "there is no `base`",
            place: { source, span: { start: 18, end: 22 } },
            related: [],
            notes: [],
          },
        ],
      },
      ["plan.dtp"],
    );
    expect(code).toBe(1);
    expect(out).toBe("");
    expect(err).toContain("error[unknown-name]: there is no `base`");
    expect(err).toContain("plan.dtp:2:6");
  });

  test("--json prints data and places, and nothing else", async () => {
    const source = { name: "plan.dtp", text: "edition 2026\nshow base\n" };
    const warning = {
      code: "w",
      severity: "warning",
      message: "m",
      place: { source, span: { start: 18, end: 22 } },
      related: [],
      notes: ["n"],
    } as const;
    const { code, out, err } = await run({ outputs: [shown], diagnostics: [warning] }, [
      "plan.dtp",
      "--json",
    ]);
    expect(code).toBe(0);
    expect(err).toBe("");
    expect(JSON.parse(out)).toEqual({
      diagnostics: [
        {
          code: "w",
          severity: "warning",
          message: "m",
          file: "plan.dtp",
          line: 2,
          column: 6,
          endLine: 2,
          endColumn: 10,
          related: [],
          notes: ["n"],
        },
      ],
      outputs: [{ file: "plan.dtp", line: 2, kind: "show", data: { stepTime: 13.9 } }],
      interrupted: false,
    });
  });

  test("--trace writes the timelines that are shown, and says so where there are none", async () => {
    const timeline = {
      stages: [[{ kind: "forward", microBatch: 0, chunk: 0, start: 0, end: 1 }]],
      seconds: 1,
      ...{ chunks: 1, steady: true, sends: [], sendsExposed: false, held: [[]] },
    } as const;
    const { code, err } = await run({}, ["plan.dtp", "--trace", "out.json"], {
      evaluate: (request, events) => {
        expect(request.timelines).toBe(true);
        events.timeline?.({ name: "base", timeline, step: {} as NamedTimeline["step"] });
        return answering({})(request, events);
      },
    });
    expect(code).toBe(0);
    expect(err).toContain("Wrote out.json");
    const { traceEvents } = JSON.parse(readFileSync(join(folder, "out.json"), "utf8"));
    expect(traceEvents.at(-1)).toMatchObject({ name: "F0", ph: "X", ts: 0, dur: 1e6 });
    const none = await run({ outputs: [shown] }, ["plan.dtp", "--trace", "none.json"]);
    expect(none.err).toContain("shows no timeline");
    expect(none.code).toBe(0);
  });

  test("--html writes one page, escaped, and says where it is", async () => {
    const { code, err } = await run({ outputs: [shown] }, ["plan.dtp", "--html", "out.html"]);
    expect(code).toBe(0);
    expect(err).toMatch(/Wrote out.html \(\d+ kB\).*\nNext: /);
    const html = readFileSync(join(folder, "out.html"), "utf8");
    expect(html).toMatch(/^<!doctype html>/i);
    expect(html).toMatch(/step time 13.9 s (&lt;|&#60;)fast(&gt;|&#62;)/);
    expect(html).not.toMatch(/(src|href)="https?:/);
  });

  test("--html --static writes pictures without scripts, and --static alone is a mistake", async () => {
    const { code } = await run({ outputs: [drawn] }, ["plan.dtp", "--html", "still.html", "--static"]);
    expect(code).toBe(0);
    const html = readFileSync(join(folder, "still.html"), "utf8");
    expect(html).toContain("<svg");
    expect(html).not.toContain("<script>");
    const alone = await run({ outputs: [drawn] }, ["plan.dtp", "--static"]);
    expect(alone.code).toBe(2);
    expect(alone.err).toContain("--static needs --html");
  });

  test("--html --live carries the program with its imports, its controls as data", async () => {
    mkdirSync(join(folder, "lib"), { recursive: true });
    writeFileSync(join(folder, "lib/n.dtp"), 'import m from "../m.csv"\nlet n = 1\n');
    writeFileSync(join(folder, "m.csv"), "a\n1\n");
    const text =
      'import n from "./lib/n.dtp"\nimport gpt3 from "std/papers/gpt3_2020"\nlet a = n # </script>\n';
    writeFileSync(join(folder, "live.dtp"), text);
    const control = { path: "a", text: "1", value: 1, choices: [{ text: "<1>", set: "1", value: 1 }] };
    const output: Output = {
      ...{ kind: "control", line: 3, data: control },
      document: { blocks: [{ kind: "control", text: "`a`: 1, of <1>", control }] },
    };
    const args = ["live.dtp", "--html", "live.html", "--live", "--set", "a=1"];
    expect((await run({ outputs: [output] }, args)).code).toBe(0);
    const html = readFileSync(join(folder, "live.html"), "utf8");
    const [, json = ""] =
      /<script type="application\/json" id="dtp-program">(.*?)<\/script>/s.exec(html) ?? [];
    const { files, ...program } = JSON.parse(json) as LiveProgram;
    expect(program).toEqual({ text, name: "live.dtp", overrides: ["a=1"] });
    expect(Object.keys(files).sort()).toEqual(["lib/n.dtp", "live.dtp", "m.csv"]);
    expect(html).toContain('id="dtp-part-papers"');
    expect(html).toContain("&#60;1&#62;");
    expect(html).toMatch(/data-control="\{&#34;path/);
    expect(html).not.toContain(folder);
  });

  test("--live alone, of static pages and of notebooks is a mistake", async () => {
    for (const [args, said] of [
      [["plan.dtp", "--live"], "--live needs --html"],
      [["plan.dtp", "--html", "a.html", "--static", "--live"], "--live needs --html, without --static"],
    ] as const) {
      const { code, err } = await run({}, args);
      expect(code).toBe(2);
      expect(err).toContain(said);
    }
  });

  test("--html into a missing folder is refused before evaluating", async () => {
    let evaluated = false;
    const { code, err } = await run({}, ["plan.dtp", "--html", "no/such/out.html"], {
      evaluate: async (request, events) => {
        evaluated = true;
        return answering({})(request, events);
      },
    });
    expect(code).toBe(2);
    expect(evaluated).toBe(false);
    expect(err).toContain("there is no folder no/such");
  });

  test("an interrupted run keeps what it printed and exits with 1", async () => {
    const { code, out, err } = await run({ outputs: [shown], interrupted: true }, ["plan.dtp"]);
    expect(code).toBe(1);
    expect(out).toContain("step time 13.9 s");
    expect(err).toContain("interrupted");
  });

  test("- reads standard input", async () => {
    const { code } = await run({}, ["-"], {
      readStdin: async () => Buffer.from("show 1"),
      evaluate: async (request, events) => {
        expect(request).toMatchObject({ text: "show 1", folder });
        return answering({})(request, events);
      },
    });
    expect(code).toBe(0);
  });
});

describe("the progress line", () => {
  const terminal = { isTerminal: true, color: true, width: 40 };
  test("waits a moment, then overwrites itself at most ten times a second, then clears", () => {
    let clock = 0;
    let written = "";
    const line = progressLine(
      terminal,
      (text) => {
        written += text;
      },
      () => clock,
    );
    line.update(1, 1_000, "strong");
    expect(written).toBe("");
    clock = 301;
    line.update(500, 1_000, "strong");
    expect(written).toBe("\r\x1b[2Kstrong: 50%, 500 of 1,000");
    clock = 350;
    line.update(501, 1_000, "strong");
    expect(written).not.toContain("501");
    clock = 500;
    line.update(502, 1_000, "strong", "4.21 s: tp = 8");
    expect(written.endsWith("\r\x1b[2Kstrong: 50%, 502 of 1,000, best so far ")).toBe(true);
    line.clear();
    expect(written.endsWith("\r\x1b[2K")).toBe(true);
  });

  test("says that plans are counted while their number is not known, and counts whole parts", () => {
    let clock = 0;
    let written = "";
    const line = progressLine(
      terminal,
      (text) => {
        written += text;
      },
      () => clock,
    );
    clock = 301;
    line.update(0, 0, "best");
    expect(written).toBe("\r\x1b[2Kbest: searching");
    clock = 402;
    line.update(0, 0, "best");
    expect(written).toBe("\r\x1b[2Kbest: searching");
    clock = 503;
    line.update(3.27, 12, "best");
    expect(written.endsWith("\r\x1b[2Kbest: 27%, in 4 of 12")).toBe(true);
  });

  test("writes nothing where standard error is no terminal", () => {
    let written = "";
    let clock = 0;
    const line = progressLine(
      { ...terminal, isTerminal: false },
      (text) => {
        written += text;
      },
      () => clock,
    );
    clock = 5_000;
    line.update(1, 2, "strong");
    line.clear();
    expect(written).toBe("");
  });
});
