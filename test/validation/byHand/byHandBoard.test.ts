import { describe, expect, test } from "vitest";
import { byHandBoard } from "../../../src/validation/byHand/byHandBoard.ts";
import { byHandMarkdown, whysProblems } from "../../../src/validation/byHand/byHandMarkdown.ts";
import { byHandProgram } from "../../../src/validation/byHand/byHandProgram.ts";
import { byHandText } from "../../../src/validation/byHand/byHandText.ts";
import { type ByHandRun, judgeByHand } from "../../../src/validation/byHand/judgeByHand.ts";
import { world } from "../rows.ts";

const program = (expectation: string) => `edition 2026

import dgx_a100 from "std/clusters"
import gpt_22b from "std/models"

# source: a test

plan p {
  tp = 8
  seq_len = 2_048
  global_batch = 4 sequences
  recompute = full
}
let run = gpt_22b on dgx_a100 with p

${expectation}
`;
const judge = (expectation: string): ByHandRun => {
  const [run] = judgeByHand([byHandProgram("one", program(expectation))], [], world);
  if (!run?.time) throw new Error("no claim of time");
  return run;
};
const predicted = judge("expect run.step_time ~= 1 s").time?.predicted ?? 0;
/** A run that took `factor` times as long as predicted. */
const took = (factor: number, source: string): ByHandRun => ({
  ...judge(`expect run.step_time ~= ${predicted * factor} s`),
  ...{ id: `${source} ${factor}`, source },
});

describe("a program's claim", () => {
  test("is inside its interval when it is measured as predicted, not at ten times that", () => {
    const { time } = took(1, "a");
    expect(time?.error).toBeCloseTo(0, 6);
    expect(time?.inside).toBe(true);
    expect((time?.low ?? 0) < predicted && predicted < (time?.high ?? 0)).toBe(true);
    expect(took(10, "a").time?.inside).toBe(false);
  });

  test("changes ends with a rate", () => {
    const { time } = judge("expect run.tokens_per_s_per_device ~= 1_000 tokens/s");
    const seconds = took(1, "a").time;
    expect((time?.high ?? 0) / (time?.predicted ?? 1)).toBeCloseTo(predicted / (seconds?.low ?? 1), 9);
  });

  test("a mistake in a program is told, an expectation that fails is not", () => {
    expect(() => judge("expect run.step_tme ~= 1 s")).toThrow(/one\.dtp/);
    expect(judge("expect run.step_time ~= 1000 s within 1%").time?.error).toBeLessThan(-0.9);
  });

  test("a row that no table has is told", () => {
    const text = program("").replace("# source: a test", "# row: nobody");
    expect(() => judgeByHand([byHandProgram("one", text)], [], world)).toThrow(/nobody/);
  });
});

describe("the board", () => {
  const runs = [took(1, "near"), took(0.5, "far"), took(0.4, "far"), took(1, "far")];
  const board = byHandBoard(runs, new Map());

  test("figures by source and of all", () => {
    expect(board.time?.n).toBe(4);
    expect(board.time?.median).toBeCloseTo(0.5, 6);
    expect(board.time?.mean).toBeCloseTo((0 + 1 + 1.5 + 0) / 4, 6);
    expect(board.time?.inside).toBeCloseTo(0.5, 12);
    expect(board.time?.bySource).toBeCloseTo((1 + 1 / 3) / 2, 12);
    expect(board.memory).toBeNull();
    expect(board.sources.map(({ source }) => source)).toEqual(["far", "near"]);
  });

  test("a source above 20 % needs a paragraph, another one may have none", () => {
    expect(whysProblems(board, {})).toHaveLength(1);
    expect(whysProblems(board, { far: "because" })).toEqual([]);
    expect(whysProblems(board, { far: "because", near: "because" })).toHaveLength(1);
    expect(byHandMarkdown(board, { far: "because" }).join("\n")).toContain("- **far**: because");
  });

  test("a line a program, a line a source", () => {
    const lines = byHandText(board).split("\n");
    expect(lines.filter((line) => /^(near|far) [\d.]+ /.test(line))).toHaveLength(4);
    expect(lines.some((line) => /^far\b.*100\.0%/.test(line))).toBe(true);
  });
});
