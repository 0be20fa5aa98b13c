import { beforeAll, describe, expect, it, vi } from "vitest";
import { roofline } from "../../../src/engine/index.ts";
import {
  commFigure,
  densityFigure,
  documentOf,
  type Figure,
  figureSvg,
  htmlPage,
  linesFigure,
  loadFigures,
  memoryFigure,
  rooflineFigure,
  summary,
  timeFigure,
  timeTable,
  toMimeBundles,
} from "../../../src/report/index.ts";
import { startMargins } from "../../../src/report/svg/startMargins.ts";
import { korthikanti } from "../../engine/support/scenarios.ts";
import { matchGolden } from "../../support/matchGolden.ts";
import { sampleEstimate, sampleScenario } from "../../support/sampleEstimate.ts";

const estimate = sampleEstimate();
const scaling = linesFigure(
  [
    {
      label: "base",
      points: [64, 128, 256, 512, 1_024, 2_048, 4_096].map((n, at) => [n, 1 - 0.05 * at] as const),
    },
    {
      label: 'a <b> & "c"',
      points: [
        [64, 0.9],
        [128, null],
        [256, 0.7],
      ],
    },
  ],
  {
    x: { label: "cluster.devices", scale: "log2" },
    y: { label: "efficiency", unit: "%" },
    ideal: "constant",
  },
);
/** Draws of a number whose distribution is a triangle from 4 s to 6 s. */
const triangle = Float64Array.from({ length: 2_000 }, (_, i) => {
  const share = (i + 0.5) / 2_000;
  return share < 0.5 ? 4 + Math.sqrt(2 * share) : 6 - Math.sqrt(2 * (1 - share));
});
const fan = linesFigure(
  [
    {
      label: "s",
      points: [
        [8, 12],
        [16, 7],
        [32, 4],
      ],
      bands: [
        { x: [8, 16, 32], low: [10, 6, 3.4], high: [15, 8.5, 5] },
        { x: [8, 16, 32], low: [11.3, 6.6, 3.8], high: [13, 7.5, 4.3] },
      ],
    },
  ],
  { x: { label: "cluster.nodes", scale: "log2" }, y: { label: "step_time", base: "s" } },
);
const figures: Readonly<Record<string, Figure>> = {
  density: densityFigure({ label: "base.step_time", axis: "step_time", draws: triangle, base: "s" }),
  fan,
  memory: memoryFigure(estimate),
  time: timeFigure(estimate),
  comm: commFigure(estimate),
  roofline: rooflineFigure(roofline(korthikanti({}))),
  scaling,
};

describe("figure specifications", () => {
  for (const [name, figure] of Object.entries(figures)) {
    it(`${name} is as reviewed`, () => {
      const { data, layout } = figure;
      matchGolden(`report/golden/figure-${name}.json`, `${JSON.stringify({ data, layout }, null, 1)}\n`);
    });
  }

  it("writes the numbers themselves on a log2 axis", () => {
    const { ticktext } = scaling.layout.xaxis as { ticktext: string[] };
    expect(ticktext).toEqual(["64", "128", "256", "512", "1,024", "2,048", "4,096"]);
  });

  it("writes billions by their letter, and small numbers by their exponent", () => {
    const over = (values: readonly number[], scale: "linear" | "log10") =>
      linesFigure([{ label: "a", points: values.map((value) => [value, value] as const) }], {
        x: { label: "tokens", scale },
        y: { label: "y" },
      }).layout.xaxis as Readonly<Record<string, unknown>>;
    expect(over([1e11, 1e12], "log10").ticktext).toEqual(["100B", "200B", "500B", "1T", "2T", "5T"]);
    expect(over([1e11, 1e12], "linear").exponentformat).toBe("B");
    expect(over([1e-7, 2e-7], "linear").exponentformat).toBe("e");
  });

  it("stacks the memory of a stage to its total", () => {
    const heights = (figures.memory?.data ?? []).map((trace) => (trace as { y: number[] }).y[0] ?? 0);
    const total = heights.reduce((sum, height) => sum + height, 0);
    expect(total).toBeCloseTo(estimate.memory.peak / 2 ** 30, 3);
  });

  it("ends the waterfall at the step time", () => {
    const [trace] = timeFigure(estimate).data as unknown as [{ x: number[]; base: number[] }];
    expect((trace.base.at(-1) ?? 0) + (trace.x.at(-1) ?? 0)).toBeCloseTo(estimate.time.step.value, 3);
  });
});

describe("static pictures", () => {
  it("are absent until plotly.js is loaded, and figures are published all the same", async () => {
    vi.resetModules();
    const fresh = await import("../../../src/report/index.ts");
    expect(fresh.figureSvg(scaling)).toBeNull();
    const [bundle] = fresh.toMimeBundles(documentOf(scaling));
    expect(Object.keys(bundle ?? {})).toEqual(["application/vnd.plotly.v1+json", "text/plain"]);
  });

  describe("once loaded", () => {
    beforeAll(() => loadFigures());

    for (const [name, figure] of Object.entries(figures)) {
      it(`${name} is drawn the same twice`, () => {
        const svg = figureSvg(figure);
        expect(svg).toBe(figureSvg(structuredClone(figure)));
        expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 700 \d+" style="max-width:100%/);
      });
    }

    it.each(Object.entries(figures))(
      "%s is drawn once: its margins are as it began with them",
      (_, figure) => {
        const { l, r, t, b } = startMargins(figure) as Readonly<Record<"l" | "r" | "t" | "b", number>>;
        const [, width, height] =
          /<clipPath [^>]*><rect width="([\d.]+)" height="([\d.]+)"/.exec(figureSvg(figure) ?? "") ?? [];
        expect(Number(width)).toBe(700 - Math.round(l) - Math.round(r));
        expect(Number(height)).toBe(Number(figure.layout.height) - Math.round(t) - Math.round(b));
      },
    );

    it("hold a mark for every value", () => {
      const count = (figure: Figure, pattern: RegExp) => (figureSvg(figure) ?? "").match(pattern)?.length;
      expect(count(memoryFigure(estimate), /class="point"/g)).toBe(7 * 8);
      expect(count(timeFigure(estimate), /class="point"/g)).toBe(9 + 1); // the parts, and the step
      expect(count(scaling, /class="js-line"/g)).toBe(4 + 3); // ideal, base, one broken in two; the legend
      expect(count(scaling, /class="point"/g)).toBe(7 + 2);
    });

    it("keep legend, title and labels inside the picture", () => {
      for (const figure of Object.values(figures)) {
        const svg = figureSvg(figure) ?? "";
        for (const [, x] of svg.matchAll(/<text [^>]*\bx="(-?[\d.]+)"/g)) {
          expect(Number(x)).toBeLessThan(700);
        }
      }
    });

    it("fit every label into the width it was laid out in, whatever font draws it", () => {
      for (const figure of Object.values(figures)) {
        const texts = [...(figureSvg(figure) ?? "").matchAll(/<text ([^>]*)>([^<]{8,})</g)];
        expect(texts.length).toBeGreaterThan(0);
        for (const [, attributes, text] of texts)
          expect(attributes, text).toMatch(/textLength="[\d.]+" lengthAdjust="spacingAndGlyphs"/);
      }
    });

    it("share no name between two figures, and point at names that are there", () => {
      const ids = (figure: Figure) =>
        [...(figureSvg(figure) ?? "").matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      const [one, other] = [ids(memoryFigure(estimate)), ids(scaling)];
      expect(one.length).toBeGreaterThan(0);
      expect(one.filter((id) => other.includes(id))).toEqual([]);
      for (const [, id] of (figureSvg(scaling) ?? "").matchAll(/url\(#([^)]+)\)/g))
        expect(other).toContain(id);
    });

    it("leave the process's globals as they were", () => {
      figureSvg(scaling);
      expect("document" in globalThis).toBe(false);
      expect("window" in globalThis).toBe(false);
      expect(new Set(Array.from({ length: 5 }, Math.random)).size).toBe(5);
    });

    it("write a user's name as text", () => {
      const svg = figureSvg(scaling) ?? "";
      expect(svg).not.toContain("<b>");
      expect(svg).toContain("a &#60;b&#62; &#38; &#34;c&#34;");
    });

    it("are small: a notebook of four stays far below 250 KB", () => {
      const four = toMimeBundles(documentOf(...Object.values(figures).slice(0, 4)));
      expect(four.filter((one) => "image/svg+xml" in one)).toHaveLength(4);
      expect(JSON.stringify(four).length).toBeLessThan(125_000);
    });

    it("publish words and figures as bundles of their own, never a PNG", () => {
      const bundles = toMimeBundles(documentOf(timeTable(estimate), scaling, timeTable(estimate)));
      expect(bundles.map((bundle) => Object.keys(bundle).sort())).toEqual([
        ["text/html", "text/latex", "text/markdown", "text/plain"],
        ["application/vnd.plotly.v1+json", "image/svg+xml", "text/plain"],
        ["text/html", "text/latex", "text/markdown", "text/plain"],
      ]);
    });

    it("stand in a page that needs no network and runs nothing but its own script", () => {
      const page = htmlPage(
        [summary(sampleScenario(), estimate), documentOf(figures.memory ?? scaling), documentOf(scaling)],
        {
          title: "gpt3 </title><script>alert(1)</script>",
          plotlyJs: "var Plotly; // </script>",
          sha256: () => "abc=",
        },
      );
      expect(page.match(/<svg /g)).toHaveLength(2);
      expect(page).toContain("default-src 'none'; script-src 'sha256-abc=' 'sha256-abc=';");
      expect(page).not.toContain("alert(1)</script>");
      expect(page).toContain("// <\\/script>");
      expect(page).toContain("@media screen and (prefers-color-scheme:dark){.dtp-figure>rect");
      expect(page.replaceAll(/http:\/\/www\.w3\.org\/\S+/g, "")).not.toMatch(/https?:\/\//);
      expect(page.indexOf("fits:")).toBeLessThan(page.indexOf("<svg "));
    });
  });
});
