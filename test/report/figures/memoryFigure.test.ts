import { describe, expect, it } from "vitest";
import { PALETTE, SEAM } from "../../../src/report/figures/theme/theme.ts";
import { breakdownsFigure, memoryFigure } from "../../../src/report/index.ts";
import { part, sampleEstimate } from "../../support/sampleEstimate.ts";

const sample = sampleEstimate();
/** Estimate with stages of these shares of the capacity. */
function withStages(...shares: readonly number[]) {
  const { memory } = sample;
  const [stage] = memory.stages;
  if (!stage) throw new Error("no stage");
  const stages = shares.map((share) => {
    const scale = (share * memory.capacity) / stage.value;
    return {
      ...stage,
      value: share * memory.capacity,
      parts: stage.parts.map((one) => ({ ...one, value: scale * one.value })),
    };
  });
  const most = Math.max(...shares);
  return {
    ...sample,
    memory: { ...memory, stages, peak: most * memory.capacity, peakStage: shares.indexOf(most) },
  };
}

interface Bar {
  readonly type: string;
  readonly name: string;
  readonly marker: { readonly color: string | readonly string[] };
}
const drawn = (estimate: ReturnType<typeof withStages>, fits?: "yes" | "maybe" | "no") => {
  const figure = memoryFigure(estimate, fits === undefined ? {} : { fits });
  const { annotations } = figure.layout as { readonly annotations: readonly { readonly text: string }[] };
  const traces = figure.data as unknown as readonly Bar[];
  return {
    caption: figure.caption,
    bars: traces.filter(({ type }) => type === "bar"),
    entries: traces.filter(({ type }) => type !== "bar").map(({ name }) => name),
    texts: annotations.map(({ text }) => text),
    rows: figure.text.kind === "bars" ? figure.text.rows.map(({ label }) => label) : [],
  };
};

describe("bars of memory beyond the capacity", () => {
  it("are hollow and crossed, the others are solid", () => {
    const { bars, texts, caption, rows } = drawn(withStages(0.5, 1.4, 0.6), "no");
    for (const { marker } of bars) {
      const [first, second, third] = marker.color as readonly string[];
      expect([second, first === SEAM, third === SEAM]).toEqual([SEAM, false, false]);
    }
    expect(texts.filter((text) => text.includes("×"))).toHaveLength(1);
    expect(caption).toBe("Crossed in red: does not fit its devices.");
    expect(rows).toEqual(["stage 0", "stage 1 (does not fit)", "stage 2"]);
  });

  it("are pale where the plan may fit", () => {
    const { bars, texts, caption } = drawn(withStages(0.5, 0.97), "maybe");
    for (const { marker } of bars) {
      const [solid, pale] = marker.color as readonly string[];
      expect(solid).toMatch(/^#/);
      expect(pale).toMatch(/^rgba\(.*,0\.5\)$/);
    }
    expect(texts.some((text) => text.includes("×"))).toBe(false);
    expect(caption).toBe("Pale: may not fit its devices.");
  });

  it("are solid where the plan fits, without a caption", () => {
    const { bars, caption } = drawn(withStages(0.5, 0.6), "yes");
    expect(bars.every(({ marker }) => typeof marker.color === "string")).toBe(true);
    expect(caption).toBeUndefined();
  });

  it("are hollow side by side too", () => {
    const figure = breakdownsFigure([
      { label: "a", breakdown: part("memory", "memory", "B", 30), limit: 80, fits: "yes" },
      { label: "b", breakdown: part("memory", "memory", "B", 100), limit: 80, fits: "no" },
    ]);
    const { annotations } = figure.layout as {
      readonly annotations: readonly { readonly text: string; readonly y: number }[];
    };
    expect(annotations.filter(({ text }) => text.includes("×")).map(({ y }) => y)).toEqual([1]);
    expect(figure.caption).toBe("Crossed in red: does not fit its devices.");
    expect(PALETTE).not.toContain(SEAM);
  });
});

describe("the label of the capacity", () => {
  it("is at the end of its line where no bar is behind it", () => {
    expect(drawn(withStages(0.5, 0.6)).texts[0]).toMatch(/^capacity /);
    expect(drawn(withStages(0.5, 0.6)).entries).toEqual([]);
  });

  it("is in the legend where bars are behind both ends", () => {
    const { texts, entries } = drawn(withStages(1.4, 1.2), "no");
    expect(texts.some((text) => text.startsWith("capacity"))).toBe(false);
    expect(entries).toEqual([expect.stringMatching(/^capacity /)]);
  });
});
