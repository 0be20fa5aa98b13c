import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createWorld } from "../../../src/host/index.ts";
import { orderOf, relativeError, rlBoard } from "../../../src/validation/reinforcement/rlBoard.ts";
import {
  heldBack,
  judgedOf,
  medianError,
  rlMarkdown,
} from "../../../src/validation/reinforcement/rlMarkdown.ts";
import { readRlRows } from "../../../src/validation/reinforcement/rlRows.ts";
import { withSection } from "../../../src/validation/scoreboard/generatedSection.ts";

const board = rlBoard(createWorld("."), readRlRows(readFileSync("validation/rl.csv", "utf8")));

test("published iterations: a median error of at most 10 %, and of 12 % where nothing was fitted", () => {
  expect(judgedOf(board).length).toBe(27);
  expect(medianError(board)).toBeLessThan(0.1);
  expect(medianError(heldBack(board))).toBeLessThan(0.12);
  for (const { row, predicted } of judgedOf(board))
    expect(Math.abs(relativeError(predicted.step, row.step)), row.id).toBeLessThan(0.32);
});

test("the parts of an iteration are in the measured order", () => {
  const parts = judgedOf(board).filter(({ row }) => row.generation !== null);
  expect(parts.length).toBe(3);
  for (const { row, predicted } of parts) {
    const { generation, logProbs, training } = row;
    expect(orderOf(predicted), row.id).toBe(
      orderOf({ generation: generation ?? 0, logProbs: logProbs ?? 0, training: training ?? 0 }),
    );
  }
});

test("the page has the table of these rows", () => {
  const page = readFileSync("docs/rl.md", "utf8");
  expect(page).toBe(withSection(page, rlMarkdown(board), "npm run validate:rl -- --write"));
});
