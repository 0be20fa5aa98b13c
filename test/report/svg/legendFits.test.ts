import { describe, expect, it } from "vitest";
import { breakdownsFigure, figureSvg, loadFigures } from "../../../src/report/index.ts";
import { part } from "../../support/sampleEstimate.ts";

await loadFigures();

/** The window through which a drawing shows its legend, and where its last line ends. */
function legendOf(svg: string): { readonly window: number; readonly end: number } {
  const window = Number(/<clipPath id="[^"]*legend[^"]*"><rect [^>]*height="([\d.]+)"/.exec(svg)?.[1]);
  const lines = [...svg.matchAll(/<g class="traces"[^>]*translate\([\d.]+, ?([\d.]+)\)/g)];
  return { window, end: Math.max(...lines.map(([, y]) => Number(y))) + 19 / 2 };
}

describe("a legend beside bars", () => {
  it.each([
    [1, 3],
    [2, 7],
    [2, 12],
    [6, 7],
  ])("is whole: %i bars of %i parts", (bars, count) => {
    const parts = Array.from({ length: count }, (_, at) =>
      part(`memory.part${at}`, `part ${at}`, "B", at + 1),
    );
    const breakdown = part("memory", "memory", "B", 0, parts);
    const figure = breakdownsFigure(
      Array.from({ length: bars }, (_, at) => ({ label: `plan ${at}`, breakdown })),
    );
    const { window, end } = legendOf(figureSvg(figure) ?? "");
    expect(end).toBeGreaterThan(19 * count - 19);
    expect(window).toBeGreaterThanOrEqual(end);
  });
});
