import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { dtp } from "../../src/cli/dtp.ts";
import { evaluateHere } from "../../src/cli/evaluateHere.ts";
import { readCsv } from "../../src/dsl/csv/readCsv.ts";
import { toCsv } from "../../src/report/index.ts";
import { testIo } from "./testIo.ts";

const folder = mkdtempSync(join(tmpdir(), "dtp-tables-"));
afterAll(() => rmSync(folder, { recursive: true }));

const PROGRAM = `import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p {
  tp = 4
  dp = fill
  seq_len = 4Ki
  global_batch = 64 sequences
}
let base = llama3_8b on (dgx_h100 with { nodes = 1 }) with p
search best = base for plan.tp in [2, 4, 8] keep 2
sweep strong = base for cluster.nodes in [1, 2]
`;

async function run(text: string, ...flags: string[]) {
  writeFileSync(join(folder, "plan.dtp"), text);
  const io = testIo({ cwd: folder, evaluate: async (request, events) => evaluateHere(request, events) });
  return { code: await dtp(["run", "plan.dtp", ...flags], io), io };
}

test("--csv writes every table that is shown, and an import reads it again", async () => {
  const shown = `${PROGRAM}show best
show strong { cluster.nodes, step_time, mfu }, best { plan.recompute, memory.peak }
show base.memory, 3`;
  const { code, io } = await run(shown, "--csv", "out");
  expect(code).toBe(0);
  expect(io.stderrText()).toContain("Wrote best.csv, strong.csv, best-2.csv into out.");
  const [header = "", first = ""] = readFileSync(join(folder, "out/best.csv"), "utf8").split("\n");
  expect(header).toBe("rank,plan.tp,step_time [s],mfu,memory.peak [B]");
  expect(first).toMatch(/^1,\d,[\d.]+,0\.\d+,\d/);
  const again = `import best from "./out/best.csv"
${PROGRAM.replace("search best", "search found")}
expect best.step_time == found.step_time
expect first(best.memory_peak) ~= first(found).memory.peak within 0.0001%`;
  const { code: same, io: said } = await run(again);
  expect(said.stderrText()).toBe("");
  expect(same).toBe(0);
});

test("--csv says where there is nothing to write, and refuses a file for its folder before evaluating", async () => {
  const { io } = await run(`${PROGRAM}show base.step_time`, "--csv", "none");
  expect(io.stderrText()).toContain("No table to write into none");
  expect(existsSync(join(folder, "none"))).toBe(false);
  writeFileSync(join(folder, "file"), "");
  const { code, io: refused } = await run(`${PROGRAM}show best`, "--csv", "file");
  expect(code).toBe(2);
  expect(refused.stderrText()).toContain("file is a file; name a folder for the tables");
  expect(refused.stdoutText()).toBe("");
});

test("cells are quoted where they need it", () => {
  const records = [
    ["a", 'say "x"'],
    ["1,5", " two\nlines "],
  ];
  expect(readCsv(toCsv(records)).records.map(({ cells }) => cells.map(({ text }) => text))).toEqual(records);
});
