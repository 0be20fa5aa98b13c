import { expect, test } from "vitest";
import { wrapToWidth } from "../../../src/report/lettering/wrapToWidth.ts";

test("a line ends between facts of a plan, not inside one that fits", () => {
  const lines = wrapToWidth("tp 4 · cp 2 · pp 4 · vpp 10 · dp 2 · ZeRO 1 · micro-batch 2", 120, 12, 4);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines.slice(0, -1)) expect(line).toMatch(/ \d+ ·$/);
  expect(lines.join(" ")).toBe("tp 4 · cp 2 · pp 4 · vpp 10 · dp 2 · ZeRO 1 · micro-batch 2");
});

test("words without facts, and a fact wider than a line, break between words", () => {
  expect(wrapToWidth("one two three", 30, 12, 3)).toEqual(["one", "two", "three"]);
  expect(wrapToWidth("one two three", 30, 12, 2)).toEqual(["one", "two three"]);
  expect(wrapToWidth("a · one two three", 60, 12, 4)).toEqual(["a · one two", "three"]);
});

test("a name wider than a line breaks behind its underscores", () => {
  expect(wrapToWidth("1. deep_pipeline_of_eight_stages", 110, 12, 4)).toEqual([
    "1. deep_pipeline_",
    "of_eight_stages",
  ]);
});
