import { describe, expect, it } from "vitest";
import {
  clusterCard,
  commFigure,
  commTable,
  comparison,
  type Document,
  dataTable,
  derivationTree,
  documentOf,
  expectationTable,
  intervalTree,
  linesFigure,
  memoryFigure,
  memoryTable,
  modelCard,
  planCard,
  summary,
  timeFigure,
  timeTable,
  toHtml,
  toJson,
  toLatex,
  toMarkdown,
  toText,
  uncertaintyTable,
  valueTable,
} from "../../../src/report/index.ts";
import { matchGolden } from "../../support/matchGolden.ts";
import { sampleDerivation } from "../../support/sampleDerivation.ts";
import { sampleEstimate, sampleScenario } from "../../support/sampleEstimate.ts";
import { sampleUncertainty } from "../../support/sampleUncertainty.ts";

const estimate = sampleEstimate();
const scenario = sampleScenario();
const wide = { ...estimate.time.step, value: 27.6, parts: estimate.time.step.parts.slice(0, 1) };

const uncertainty = sampleUncertainty(scenario, estimate);
/** The same for a run unlike those that were measured. */
const strange: typeof uncertainty = {
  ...uncertainty,
  time: uncertainty.time && {
    ...uncertainty.time,
    outside: ["no run with fp8 on Ampere", "no run with tp 64 on Ampere (only 1 to 16)"],
  },
};

/** Every builder once; the text form of each is a file to read. */
const documents: Readonly<Record<string, Document>> = {
  summary: summary(scenario, estimate, ["tp = 16 spans two scale-up domains"], {
    engine: "0.1.0",
    edition: "2026",
    std: "2026.1",
  }),
  uncertainty: documentOf(summary(scenario, estimate, [], undefined, uncertainty), uncertaintyTable(strange)),
  interval: documentOf(
    ...[intervalTree(uncertainty, "step_time"), intervalTree(strange, "mfu")].filter((one) => one !== null),
  ),
  tables: documentOf(memoryTable(estimate), timeTable(estimate), commTable(estimate)),
  figures: documentOf(memoryFigure(estimate), timeFigure(estimate), commFigure(estimate)),
  cards: documentOf(
    modelCard(scenario.model, estimate.params),
    clusterCard(scenario.cluster),
    planCard(scenario.plan),
  ),
  comparison: documentOf(
    comparison([
      { label: "base", breakdown: estimate.time.step },
      { label: "wide", breakdown: wide },
    ]),
  ),
  scaling: documentOf(scalingFigure()),
  data: documentOf(
    dataTable(
      [
        { title: "cluster.devices" },
        { title: "step_time", base: "s" },
        { title: "mfu", unit: "%" },
        { title: "memory.peak", base: "B", unit: "GiB" },
        { title: "plan.recompute" },
      ],
      [
        [64, 100.123, 0.5, 2 ** 36, "none"],
        [1_024, 7.1, 0.4321, 2 ** 35 * 1.3, "selective"],
        [4_096, 2, null, 2 ** 20, "full"],
      ],
    ),
  ),
  values: documentOf(
    valueTable([
      { label: "base.step_time", value: 12.94, base: "s" },
      { label: "base.mfu", value: 0.514, unit: "%" },
      { label: "base.memory.peak", value: 66.84375 * 2 ** 30, base: "B", unit: "GiB" },
      { label: "base.memory.fits", value: true },
      { label: "base.cost", value: null },
    ]),
  ),
  expectations: expectationTable([
    {
      line: 3,
      text: "t175.mfu ~= 51.4%",
      claim: null,
      actual: 44.9,
      expected: 51.4,
      unit: "%",
      relError: -0.1265,
      within: "10%",
      pass: false,
      exercise: null,
      cite: "arXiv:2205.05198, Table 5",
    },
    {
      line: 4,
      text: "t175.step_time ~= 13.75 s",
      claim: null,
      actual: 13.5,
      expected: 13.75,
      unit: "s",
      relError: -0.018,
      within: "10%",
      pass: true,
      exercise: null,
      cite: null,
    },
  ]),
  derivation: documentOf(
    derivationTree(sampleDerivation(), { latex: () => "s b h \\left(34 + \\frac{5 a s}{h}\\right)" }),
  ),
};

function scalingFigure() {
  const points = (fall: number) =>
    [64, 128, 256, 512, 1_024, 2_048, 4_096].map((n, at) => [n, 1 - fall * at * at] as const);
  return linesFigure(
    [
      { label: "strong", points: points(0.012) },
      { label: "weak", points: points(0.002) },
    ],
    {
      x: { label: "cluster.devices", scale: "log2" },
      y: { label: "efficiency", unit: "%" },
      title: "GPT-3 175B",
      ideal: "constant",
    },
  );
}

describe("text", () => {
  for (const [name, document] of Object.entries(documents)) {
    it(`renders ${name}`, () => matchGolden(`report/golden/${name}.txt`, `${toText(document)}\n`));
  }

  it("keeps every line within the terminal, down to 60 columns", () => {
    for (const width of [60, 80, 100, 140]) {
      for (const [name, document] of Object.entries(documents)) {
        const long = toText(document, { width })
          .split("\n")
          .filter((line) => line.length > width);
        // a tree's formula is not broken: it is to be copied
        if (!["derivation", "interval", "expectations"].includes(name))
          expect(long, `${name} at ${width}`).toEqual([]);
      }
    }
  });

  it("colours without moving anything", () => {
    for (const document of Object.values(documents)) {
      const colored = toText(document, { color: true });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: our own escape codes
      expect(colored.replace(/\u001b\[[\d;]*m/g, "")).toBe(toText(document));
    }
    expect(toText(documents.summary ?? documentOf(), { color: true })).toContain("\u001b[1;32m✓ fits");
  });
});

describe("other faces", () => {
  for (const name of ["summary", "uncertainty", "tables", "comparison", "derivation"] as const) {
    const document = documents[name] ?? documentOf();
    it(`renders ${name}`, () => {
      matchGolden(`report/golden/${name}.html`, `${toHtml(document)}\n`);
      matchGolden(`report/golden/${name}.md`, `${toMarkdown(document)}\n`);
      matchGolden(`report/golden/${name}.tex`, `${toLatex(document)}\n`);
    });
  }

  it("gives tables as base-unit values in JSON", () => {
    const [table] = toJson(documents.values ?? documentOf()) as [{ rows: unknown[][] }];
    expect(table.rows[2]).toEqual(["base.memory.peak", 66.84375 * 2 ** 30]);
    expect(() => JSON.parse(JSON.stringify(toJson(documents.tables ?? documentOf())))).not.toThrow();
  });
});
