/** Labels by which rows of tables and marks of figures are the same thing. */
import { describe, expect, test } from "vitest";
import { labelOf, markKeys, stageLabels } from "../../../src/editor/links/markKeys.ts";

test.each([
  ["Weights", "weights"],
  ["<b>Optimizer</b> state ", "optimizer state"],
  ["rank 3", "stage 3"],
  ["rank order", "rank order"],
  ["12.5 GiB", null],
  ["", null],
  ["x".repeat(80), null],
])("label of %j", (text, label) => {
  expect(labelOf(text)).toBe(label);
});

test.each([
  ["stage", "2", ["stage 2"]],
  ["Rank", "0–3", ["stage 0", "stage 1", "stage 2", "stage 3"]],
  ["pipeline stage", "7", ["stage 7"]],
  ["ZeRO stage", "2", []],
  ["stage", "12 + head", []],
  ["layers", "2", []],
])("stages of %j, %j", (title, text, labels) => {
  expect(stageLabels(title, text)).toEqual(labels);
});

test("a row that names very many stages has a bounded number of labels", () => {
  expect(stageLabels("stage", "0–99999999")).toHaveLength(1_000);
});

describe("labels of a mark", () => {
  const layout = {
    xaxis: { title: { text: "pipeline stage" } },
    yaxis2: { title: { text: "pipeline rank" } },
    yaxis3: {},
  };
  const bars = { type: "bar", name: "weights", x: ["0", "1"], y: [1, 2] };
  const lane = { type: "bar", name: "forward", xaxis: "x2", yaxis: "y2", x: [0.5], y: [2.92] };
  const parts = { type: "bar", name: "", xaxis: "x2", yaxis: "y3", x: [3], y: ["Tensor parallel"] };
  const devices = { name: "tp and dp", x: [1], y: [2] };
  const data = [bars, lane, parts, devices];

  test.each([
    [0, 1, ["weights", "stage 1"]],
    // A lane is drawn a little off the number of its rank.
    [1, 0, ["forward", "stage 3"]],
    [2, 0, ["tensor parallel"]],
    [3, null, ["tp", "dp"]],
    [9, 0, []],
    [0, 5, ["weights"]],
  ])("trace %i, point %j", (trace, at, keys) => {
    expect(markKeys({ data, layout }, trace, at)).toEqual(keys);
  });
});
