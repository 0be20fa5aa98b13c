import { describe, expect, it } from "vitest";
import { breakdownsFigure } from "../../../src/report/index.ts";
import { part } from "../../support/sampleEstimate.ts";

const GIB = 2 ** 30;
const memory = (value: number) => part("memory", "memory", "B", value * GIB);
const drawn = (limits: readonly (number | undefined)[]) => {
  const figure = breakdownsFigure(
    limits.map((limit, at) => ({
      label: `plan ${at}`,
      breakdown: memory(30 + at),
      ...(limit === undefined ? {} : { limit: limit * GIB }),
    })),
  );
  const { shapes, annotations, xaxis } = figure.layout as {
    readonly shapes?: readonly Readonly<Record<string, unknown>>[];
    readonly annotations?: readonly Readonly<Record<string, unknown>>[];
    readonly xaxis: { readonly range?: readonly number[] };
  };
  return { figure, marks: shapes ?? [], labels: annotations ?? [], range: xaxis.range };
};

describe("capacities of memories side by side", () => {
  it("are one line where they are one, in the text too", () => {
    const { figure, marks, labels, range } = drawn([80, 80, 80]);
    expect(marks.map(({ x0, yref }) => [x0, yref])).toEqual([[80, "paper"]]);
    expect(labels.map(({ text }) => text)).toEqual(["capacity 80 GiB"]);
    expect(range).toEqual([0, 84]);
    expect(figure.text).toMatchObject({ limit: { value: 80, label: "capacity 80 GiB" } });
  });

  it("are a line beside each bar where they differ, with labels in the gaps between bars", () => {
    const { figure, marks, labels } = drawn([80, 40]);
    expect(marks.map(({ x0, yref, y0 }) => [x0, yref, Math.round(Number(y0) + 0.42)])).toEqual([
      [80, "y", 0],
      [40, "y", 1],
    ]);
    expect(labels.map(({ y, xanchor }) => [y, xanchor])).toEqual([
      [0.5, "right"],
      [1.5, "left"],
    ]);
    expect(figure.text).not.toHaveProperty("limit");
  });

  it("are none of what has none", () => {
    const { marks, labels, range } = drawn([undefined, undefined]);
    expect([marks, labels, range]).toEqual([[], [], undefined]);
  });
});
