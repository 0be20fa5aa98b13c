import { beforeAll, describe, expect, it } from "vitest";
import type { Estimate } from "../../src/engine/estimate/estimate.ts";
import {
  barsFigure,
  breakdownsFigure,
  breakdownTable,
  commFigure,
  commTable,
  comparison,
  dataTable,
  documentOf,
  expectationTable,
  figureSvg,
  linesFigure,
  loadFigures,
  memoryFigure,
  memoryTable,
  summary,
  timeFigure,
  toHtml,
  toLatex,
  toMarkdown,
  toText,
} from "../../src/report/index.ts";
import { part, sampleEstimate, sampleScenario } from "../support/sampleEstimate.ts";
import { sampleUncertainty } from "../support/sampleUncertainty.ts";

const estimate = sampleEstimate();

/** One device, nothing sent, nothing measured in time. */
const bare: Estimate = {
  ...estimate,
  comm: [],
  run: null,
  memory: { ...estimate.memory, stages: estimate.memory.stages.slice(0, 1) },
  time: { ...estimate.time, step: part("time", "step time", "s", 0) },
};

describe("what is empty, zero or not finite", () => {
  beforeAll(() => loadFigures());

  const figures = {
    "no communication": commFigure(bare),
    "no time": timeFigure(bare),
    "one stage": memoryFigure(bare),
    "no stages": memoryFigure({ ...bare, memory: { ...bare.memory, stages: [] } }),
    "no series": linesFigure([], { x: { label: "x", scale: "log2" }, y: { label: "y", scale: "log10" } }),
    "no points": linesFigure([{ label: "a", points: [] }], {
      x: { label: "x" },
      y: { label: "y" },
      ideal: "proportional",
    }),
    "one point": linesFigure([{ label: "a", points: [[64, 1]] }], {
      x: { label: "x", scale: "log2" },
      y: { label: "y" },
    }),
    "not finite": linesFigure(
      [
        {
          label: "a",
          points: [
            [0, Number.NaN],
            [-1, Number.POSITIVE_INFINITY],
            [2, null],
            [4, 1],
          ],
        },
      ],
      { x: { label: "x", scale: "log2" }, y: { label: "y", scale: "log10" } },
    ),
    "no bars": barsFigure([], [], { x: { label: "x" }, y: { label: "y" } }),
    "no breakdowns": breakdownsFigure([]),
  };
  for (const [name, figure] of Object.entries(figures)) {
    it(`is drawn: ${name}`, () => {
      expect(figureSvg(figure)).toMatch(/^<svg .*<\/svg>$/s);
      expect(figureSvg(figure)).not.toMatch(/\b(NaN|Infinity|undefined)/);
      expect(toText(documentOf(figure))).not.toMatch(/\b(NaN|Infinity|undefined)/);
    });
  }

  it("is written", () => {
    const document = documentOf(
      summary(sampleScenario(), bare),
      memoryTable(bare),
      commTable(bare),
      breakdownTable(bare.time.step),
      comparison([]),
      dataTable([{ title: "a" }], []),
      dataTable(
        [{ title: "a" }, { title: "b", base: "s" }],
        [
          [null, Number.POSITIVE_INFINITY],
          ["x", Number.NaN],
        ],
      ),
      expectationTable([]),
    );
    for (const render of [toText, toHtml, toMarkdown, toLatex]) {
      expect(render(document)).not.toMatch(/\b(NaN|Infinity|undefined)/);
    }
  });
});

describe("the verdict", () => {
  const verdict = (peak: number) => {
    const memory = { ...estimate.memory, peak: peak * 2 ** 30, needed: peak * 2 ** 30 };
    return summary(sampleScenario(), { ...estimate, memory }).blocks.find(
      (block) => block.kind === "verdict",
    );
  };
  it.each([
    [66.84375, "good", "fits: 66.84 GiB of 80 GiB per device on stage 0 (83.6%), 13.16 GiB free"],
    [79, "warning", "fits barely: 79 GiB of 80 GiB per device on stage 0 (98.8%), 1 GiB free"],
    [
      96,
      "bad",
      "does not fit: needs 96 GiB of 80 GiB per device on stage 0, 16 GiB too much; the largest part is activations (19.99 GiB)",
    ],
  ])("at %d GiB is %s", (peak, tone, text) => {
    expect(verdict(peak)).toEqual({ kind: "verdict", tone, text });
  });

  const uncertain = (peak: number, runs: number) => {
    const scenario = sampleScenario();
    const memory = { ...estimate.memory, peak: peak * 2 ** 30, needed: peak * 2 ** 30 };
    const changed = { ...estimate, memory };
    const uncertainty = sampleUncertainty(scenario, changed, runs);
    return summary(scenario, changed, [], undefined, uncertainty).blocks.find(
      (block) => block.kind === "verdict",
    );
  };
  it.each([
    [60, 1.1, "good", /^fits: 60 GiB \(60.2 to 65.8\) of 80 GiB .*, 20 GiB free$/],
    [75, 1.2, "warning", /^may not fit: 75 GiB .* \(93.8%\), but the 80% interval reaches 89.3 GiB$/],
    [96, 1.2, "bad", /^does not fit: needs 96 GiB .* 16 GiB too much; the largest part is [^;]*$/],
    [
      84,
      0.8,
      "warning",
      /^may not fit: needs 84 GiB .*, 4 GiB too much; might still fit: the 80% interval starts at 67.8 GiB$/,
    ],
  ])("at %d GiB with runs up to %d of it is %s", (peak, runs, tone, text) => {
    expect(uncertain(peak, runs)).toEqual({ kind: "verdict", tone, text: expect.stringMatching(text) });
  });
});
