import { beforeAll, describe, expect, test } from "vitest";
import { nameWords } from "../../../../src/report/figures/labels/nameWords.ts";
import { phaseFigure } from "../../../../src/report/figures/phases/phaseFigure.ts";
import { DARK_COLORS, darkRules } from "../../../../src/report/figures/theme/darkColors.ts";
import { FIGURE_WIDTH, LEAST_WIDTH, PAPER, WIDER } from "../../../../src/report/figures/theme/theme.ts";
import { tornadoFigure } from "../../../../src/report/figures/tornadoFigure.ts";
import { barsFigure, linesFigure, loadFigures, toText } from "../../../../src/report/index.ts";
import { advanceWidth } from "../../../../src/report/lettering/advances.ts";
import { figureSvg } from "../../../../src/report/svg/figureSvg.ts";

const WIDE = "wide_tensor_parallelism_over_the_whole_node_with_full_recomputation";
const AGAIN = "wide_tensor_parallelism_over_the_whole_node_with_no_recomputation";
const DEEP = "deep_pipeline_of_eight_stages_with_one_sequence_in_a_micro_batch";
const points = [
  [1, 2],
  [2, 1],
] as const;
const axes = { x: { label: "nodes" }, y: { label: "mfu" }, legendTitle: "plan" };
const lines = (labels: readonly string[]) =>
  linesFigure(
    labels.map((label) => ({ label, points })),
    axes,
  );
interface Layout {
  readonly height: number;
  readonly margin: { readonly t: number; readonly b: number; readonly r: number };
  readonly legend: { readonly x: number; readonly y: number };
  readonly xaxis: { readonly range: readonly [number, number]; readonly ticktext: readonly string[] };
}
const layoutOf = (figure: { readonly layout: object }) => figure.layout as Layout;

beforeAll(() => loadFigures());

describe("a legend with long names", () => {
  test("is a list below the plot that has them whole, and the plot is as high as ever", () => {
    const [long, short] = [lines([WIDE, AGAIN, DEEP]), lines(["wide", "again", "deep"])];
    expect(long.data.map(({ name }) => name)).toEqual([WIDE, AGAIN, DEEP].map(nameWords));
    const [below, beside] = [layoutOf(long), layoutOf(short)];
    expect(below.height - below.margin.t - below.margin.b).toBe(
      beside.height - beside.margin.t - beside.margin.b,
    );
    expect([below.legend.x, beside.legend.x]).toEqual([0, 1.02]);
    const plotWidth = (svg: string | null): number =>
      Number(/class="plotclip"><rect width="([\d.]+)"/.exec(svg ?? "")?.[1] ?? 0);
    expect(plotWidth(figureSvg(long))).toBeGreaterThan(400);
    expect(plotWidth(figureSvg(long))).toBe(plotWidth(figureSvg(lines(["wide"]))));
  });

  test("in text is as many lines as it needs, below what the names are values of", () => {
    const text = toText({ blocks: [lines([WIDE, AGAIN])] }, { width: 100 });
    expect(text.split("\n").filter((line) => line.length > 100)).toEqual([]);
    expect(text).toMatch(new RegExp(`plan:  ● ${WIDE}\n +■ ${AGAIN}`));
  });
});

describe("bars over long words", () => {
  const bars = (categories: readonly string[]) =>
    layoutOf(
      barsFigure(categories, [{ label: "mfu", values: categories.map(() => 1) }], {
        x: { label: "plan" },
        y: { label: "mfu" },
      }),
    );
  test("have them in several lines, for which the picture is higher", () => {
    const few = bars([WIDE, "mixed", DEEP]);
    expect(few.xaxis).toMatchObject({ tickangle: 0 });
    expect(few.xaxis.ticktext[0]?.replaceAll("<br>", " ")).toBe(nameWords(WIDE));
    expect(few.xaxis.ticktext[0]?.split("<br>").length).toBeGreaterThan(2);
    const plain = bars(["wide", "mixed", "deep"]);
    expect(few.height - few.margin.b).toBe(plain.height - plain.margin.b);
    expect(few.height).toBeGreaterThan(plain.height);
  });
  test("of which there are many stand aslant, cut to what leaves the bars room", () => {
    const many = bars(Array.from({ length: 12 }, (_, at) => `${at}_${WIDE}`));
    expect(many.xaxis).not.toHaveProperty("tickangle");
    for (const text of many.xaxis.ticktext) expect(advanceWidth(text, 12, false)).toBeLessThanOrEqual(150);
  });
});

test("a tornado's texts stay between the names and the edge in the narrowest picture and a wider font", () => {
  const labels = ["cluster.device.memory_bandwidth", "cluster.scale_out.oversubscription"];
  const figure = tornadoFigure(
    [
      { label: labels[0] ?? "", halved: 0.809, doubled: -0.405 },
      { label: labels[1] ?? "", halved: -0.5, doubled: -0.3 },
    ],
    { what: "step_time" },
  );
  const [least, most] = layoutOf(figure).xaxis.range;
  const plot = LEAST_WIDTH - 24 - WIDER * advanceWidth(labels[1] ?? "", 12, false) - 12;
  for (const { x, text } of figure.data as unknown as { x: number[]; text: string[] }[])
    for (const [at, value] of x.entries()) {
      const pixels = (Math.abs(value < 0 ? least - value : most - value) / (most - least)) * plot;
      expect(pixels).toBeGreaterThanOrEqual(WIDER * advanceWidth(text[at] ?? "", 11, false));
    }
  expect(FIGURE_WIDTH).toBeGreaterThan(LEAST_WIDTH);
});

test("lines between a phase diagram's cells are the page's, on dark as well", () => {
  const cells = [
    [
      { label: "a", detail: "" },
      { label: "b", detail: "" },
    ],
  ];
  const figure = phaseFigure(["1", "2"], ["x"], cells, { x: "n", y: "m", title: "t" });
  const [shape] = figure.layout.shapes as readonly { readonly line: { readonly color: string } }[];
  const color = shape?.line.color ?? "";
  // a white text on a bar stays white there: the line has a colour of its own
  expect(color).not.toBe(PAPER);
  expect(DARK_COLORS[color]).toBe(DARK_COLORS[PAPER]);
  expect(figureSvg(figure)).toContain("stroke:rgb(254, 254, 254)");
  expect(darkRules(".f")).toContain(`[style*="stroke:rgb(254, 254, 254)"]{stroke:${DARK_COLORS[PAPER]}`);
});
