import { expect, it } from "vitest";
import { fewSeries } from "../../../src/report/figures/fewSeries.ts";

it("keeps the names of the largest of many scattered series and gathers the others", () => {
  const series = Array.from({ length: 16 }, (_, at) => ({
    label: `device ${at}`,
    points: Array.from({ length: at + 1 }, () => [at, at] as const),
  }));
  const { series: few, gathered } = fewSeries(series);
  expect(gathered).toBe(9);
  expect(few.map(({ label }) => label)).toEqual([
    ...[9, 10, 11, 12, 13, 14, 15].map((at) => `device ${at}`),
    "9 others",
  ]);
  expect(fewSeries(series.slice(0, 8)).gathered).toBe(0);
});
