import { expect, it } from "vitest";
import { toText } from "../../src/report/index.ts";
import { cell, memorySession, shown } from "../support/memorySession.ts";

const PIPELINE = `import gpt3_175b from "std/models"
import selene from "std/clusters"
plan p {
  tp = 8, pp = 8, dp = fill, schedule = 1f1b, seq_len = 2_048
  sequence_parallel = true, recompute = selective(attention)
  global_batch = 256 sequences, precision = fp16
}
let t = gpt3_175b on (selene with { nodes = 64 }) with p
`;

it("the bubble is one number in the summary, the breakdown, the figure and the field: its share of the step", () => {
  const session = memorySession();
  cell(session, PIPELINE);
  const share = shown(session, "t.bubble_fraction") as number;
  expect(share).toBeCloseTo(
    (shown(session, "t.time.bubble") as number) / (shown(session, "t.step_time") as number),
    12,
  );
  const percent = `${(100 * share).toFixed(1)}%`;
  const text = (code: string) =>
    cell(session, code)
      .outputs.map(({ document }) => toText(document))
      .join("\n");
  expect(text("show t")).toMatch(new RegExp(`bubble +${percent} +of the step is idle`));
  expect(text("show t")).toMatch(new RegExp(`pipeline bubble .* ${percent}`));
  expect(text("plot t.timeline")).toContain(`bubble ${percent} of the step`);
});

it("the textbooks' ratio to ideal compute has a name of its own, and can exceed the whole", () => {
  const session = memorySession();
  cell(session, PIPELINE);
  expect(shown(session, "t.bubble_ratio")).toBeCloseTo(7 / 32, 12);
  expect(shown(session, "(t with { plan.global_batch = 8 sequences }).bubble_ratio")).toBeCloseTo(7, 12);
});
