import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { RUN_COLUMNS } from "../../../src/calibration/share/columns.ts";
import { shareRun } from "../../../src/cli/actions/shareRun.ts";
import { createWorld } from "../../../src/host/index.ts";
import {
  judgeSharedRuns,
  readSharedRuns,
  sharedRunsText,
} from "../../../src/validation/shared/sharedRuns.ts";
import { testIo } from "../../cli/testIo.ts";

const folder = mkdtempSync(join(tmpdir(), "dtp-shared-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (text: string) => readSharedRuns("a.csv", text, RUN_COLUMNS);

/** Row that `dtp share-run` writes of a log of Megatron-LM. */
async function written(): Promise<string> {
  const lines = Array.from(
    { length: 40 },
    (_, at) =>
      ` [2026-02-24 19:46:17] iteration ${at + 1}/ 1000 | consumed samples: ${(at + 1) * 128} | elapsed time per iteration (ms): ${7_400 + 5 * (at % 3)}.0 | learning rate: 1.0E-04 | global batch size: 128 | lm loss: 2.5E+00 |`,
  );
  writeFileSync(join(folder, "train.log"), lines.join("\n"));
  writeFileSync(
    join(folder, "plan.dtp"),
    `import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p {
  framework = megatron_core(2025)
  dp = fill
  seq_len = 8_192
  global_batch = 128 sequences
  tp = 2
  zero = 1
  sequence_parallel = true
}
let mine = llama3_8b on (dgx_h100 with { nodes = 2 }) with p
`,
  );
  const io = testIo({ cwd: folder });
  const flags = new Map([["--out", ["a.csv"]]]);
  expect(await shareRun({ operands: ["plan.dtp", "mine", "train.log"], flags }, io)).toBe(0);
  return readFileSync(join(folder, "a.csv"), "utf8");
}

test("a row of dtp share-run is accepted, judged and printed; a malformed one is refused at its place", async () => {
  const text = await written();
  const found = read(text);
  if ("problems" in found) throw new Error(found.problems.join("\n"));
  const judged = judgeSharedRuns(found.rows, createWorld(process.cwd()));
  expect(judged.skipped).toEqual([]);
  expect(judged.rows).toHaveLength(1);
  const [row] = judged.rows;
  expect(row?.measured).toBeCloseTo(7.405, 3);
  expect(row?.relError).toBeCloseTo((row?.predicted ?? 0) / 7.405 - 1, 3);
  expect(row?.inside).toBe((row?.low ?? 0) <= 7.405 && 7.405 <= (row?.high ?? 0));
  const printed = sharedRunsText(judged);
  expect(printed).toMatch(/^shared runs: 1, [01] inside their 80% interval/);
  expect(printed).toContain(`${row?.id}: measured 7.4`);

  const [header = "", line = ""] = text.split("\n");
  const at = line.indexOf(",7.405,") + 2;
  const column = (csv: string) => (read(csv) as { readonly problems: readonly string[] }).problems;
  expect(column(`${header}\n${line.replace(",7.405,", ",fast,")}\n`)).toEqual([
    `a.csv:2:${at}: \`iter_time_s\` is \`fast\`, which is no positive number`,
  ]);
  expect(column(`${header}\n${line.replace(",7.405,", ",,")}\n`)).toEqual([
    `a.csv:2:${at}: \`iter_time_s\` is empty`,
  ]);
  expect(column(`${header}\n${line}\n${line}\n`)).toEqual([
    expect.stringMatching(/^a\.csv:3:1: another row has the id `shared-/),
  ]);
  expect(column(`${header}\n${line},more\n`)[0]).toMatch(/^a\.csv:2:1: the row has \d+ cells/);
  expect(column(header.replace("source,", "sauce,"))).toEqual([
    expect.stringContaining("a.csv:1:4: expected the column `source`"),
  ]);
  expect(column(`${header},more\n`)).toEqual([expect.stringContaining("expected the end of the line")]);
  expect(column(`${header}\n"open`)).toEqual([expect.stringMatching(/^a\.csv:2:/)]);
  expect(column("")).toEqual([expect.stringContaining("a.csv:1:1: expected the column `id`")]);
});
