import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { missingColumns, readRuns } from "../../../src/calibration/index.ts";
import { RUN_COLUMNS } from "../../../src/calibration/share/columns.ts";
import { shareRun } from "../../../src/cli/actions/shareRun.ts";
import { createWorld } from "../../../src/host/index.ts";
import { readTable } from "../../../src/validation/rows/row.ts";
import { testIo } from "../testIo.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dtp-secret-project-"));
  writeFileSync(join(folder, "secret.log"), log(40));
  writeFileSync(join(folder, "short.log"), log(5));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Log of Megatron-LM with a path, a loss and a date, none of which may be in a row. */
const log = (steps: number): string =>
  [
    "[2026-02-24 19:46:17] loading data from /home/alice/secret-corpus",
    ...Array.from(
      { length: steps },
      (_, at) =>
        ` [2026-02-24 19:46:17] iteration ${at + 1}/ 1000 | consumed samples: ${(at + 1) * 128} | elapsed time per iteration (ms): ${at === 0 ? 60_000 : 7_400 + 5 * (at % 3)}.0 | learning rate: 1.0E-04 | global batch size: 128 | lm loss: 2.531E+00 | grad norm: 0.3 |`,
    ),
    "",
  ].join("\n");

const program = (plan: string, machine = "nodes = 2", model = "llama3_8b"): string => `
import dgx_h100 from "std/clusters"
import llama3_8b, mixtral_8x7b, deepseek_v3 from "std/models"
plan secret_plan {
  framework = megatron_core(2025)
  dp = fill
  seq_len = 8_192
  global_batch = 128 sequences
  ${plan}
}
let secret_run = ${model} on (dgx_h100 with { ${machine} }) with secret_plan
show secret_run
`;

async function shared(text: string, name = "secret.log", flags: Record<string, string[]> = {}) {
  writeFileSync(join(folder, "secret.dtp"), text);
  const io = testIo({ cwd: folder });
  const operands = ["secret.dtp", "secret_run", name];
  const code = await shareRun({ operands, flags: new Map(Object.entries(flags)) }, io);
  return { code, out: io.stdoutText(), err: io.stderrText() };
}

test("the columns are those of validation/runs.csv", () => {
  const table = readFileSync(join(import.meta.dirname, "../../../validation/runs.csv"), "utf8");
  expect(RUN_COLUMNS.join(",")).toBe(table.split(/\r?\n/)[0]);
});

test.each([
  ["tensor parallel", "tp = 2\n  zero = 1\n  sequence_parallel = true", undefined, undefined],
  ["ZeRO 3 with recomputation", "zero = 3\n  recompute = full\n  micro_batch = 1", "nodes = 4", undefined],
  ["pipeline", "tp = 2\n  pp = 4\n  vpp = 2\n  zero = 1\n  micro_batch = 1", undefined, undefined],
  ["experts", "tp = 2\n  ep = 8\n  zero = 1\n  micro_batch = 1", "nodes = 8", "mixtral_8x7b"],
])("a row that `dtp calibrate` reads, without names: %s", async (_, plan, machine, model) => {
  const { code, out, err } = await shared(program(plan, machine, model));
  expect([code, err]).toEqual([0, expect.stringContaining("step time: measured 7.405 s")]);
  expect(out).not.toMatch(/secret|alice|2\.531|2026-02|home|\.log|\.dtp/i);
  const { columns, rows } = readTable(out);
  expect(missingColumns(columns)).toEqual([]);
  const { runs, skipped } = readRuns(rows, createWorld("."));
  expect([runs.length, skipped]).toEqual([1, []]);
  expect(rows[0]?.number("iter_time_s")).toBe(7.405);
  expect(runs[0]?.scenario.plan.framework).toMatchObject({ name: "megatron_core", year: 2025 });
});

test("a row is appended to a table once", async () => {
  const text = program("tp = 2\n  zero = 1");
  const out = join(folder, "runs.csv");
  for (const expected of [2, 2]) {
    expect((await shared(text, "secret.log", { "--out": ["runs.csv"] })).code).toBe(0);
    expect(readTable(readFileSync(out, "utf8")).rows.length + 1).toBe(expected);
  }
  expect((await shared(program("tp = 4\n  zero = 1"), "secret.log", { "--out": ["runs.csv"] })).code).toBe(0);
  expect(readTable(readFileSync(out, "utf8")).rows).toHaveLength(2);
  writeFileSync(join(folder, "other.csv"), "a,b\n1,2\n");
  const other = await shared(text, "secret.log", { "--out": ["other.csv"] });
  expect([other.code, other.err]).toEqual([1, expect.stringContaining("other columns")]);
  expect(readFileSync(join(folder, "other.csv"), "utf8")).toBe("a,b\n1,2\n");
});

test.each([
  ["too few steps", program("tp = 2"), "short.log", "steady steps with a duration; a row needs 10"],
  [
    "another batch in the log",
    program("tp = 2").replace("128 sequences", "256 sequences"),
    "secret.log",
    "the log has 128 sequences in the global batch, the scenario 256",
  ],
  ["latent attention", program("tp = 8", "nodes = 32", "deepseek_v3"), "secret.log", "latent attention"],
  [
    "a device of one's own",
    program("tp = 2", "nodes = 2, device.gemm_efficiency = 50%"),
    "secret.log",
    "the row loses settings of the scenario",
  ],
  ["no such scenario", program("tp = 2").replaceAll("secret_run", "r"), "secret.log", "secret_run"],
])("no row for %s", async (_, text, name, said) => {
  const { code, out, err } = await shared(text, name);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain(said);
});

test.each([[["secret.log", "secret.dtp", "secret_run"]], [["secret.log", "secret_run", "secret.dtp"]]])(
  "operands in another order are said to be: %s",
  async (operands) => {
    const io = testIo({ cwd: folder });
    expect(await shareRun({ operands, flags: new Map() }, io)).toBe(2);
    expect(io.stderrText()).toBe("dtp: the operands are in the order FILE SCENARIO LOG\n");
  },
);
