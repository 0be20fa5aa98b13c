import { expect, test } from "vitest";
import { cell, memorySession } from "../../support/memorySession.ts";

const PROGRAM = `
import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan staged {
  pp = 4
  dp = fill
  seq_len = 4Ki
  global_batch = 64 sequences
}
sweep schedules = llama3_8b on (dgx_h100 with { nodes = 1 }) with staged
  for plan.schedule in [1f1b, zb_h2]
  for plan.micro_batch in [1, 2]
`;

test("schedules in figures have their names in papers, as categories and as series", () => {
  const session = memorySession();
  expect(cell(session, PROGRAM).diagnostics).toEqual([]);
  const figureOf = (options: string) => {
    const { outputs } = cell(session, `plot schedules { ${options} }`);
    const [figure] = outputs.flatMap(({ document }) =>
      document.blocks.filter(({ kind }) => kind === "figure"),
    );
    return JSON.stringify(figure);
  };
  const categories = figureOf("x = plan.schedule, y = step_time, color = plan.micro_batch");
  expect(categories).toContain('"x":["1F1B","ZB-H2"]');
  const series = figureOf("x = plan.micro_batch, y = step_time, color = plan.schedule");
  expect(series).toContain('"ZB-H2"');
  expect(series).not.toContain("zb_h2");
});
