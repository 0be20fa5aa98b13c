import { describe, expect, it } from "vitest";
import { phaseFigure, toHtml, toText } from "../../src/report/index.ts";
import { BASE, cell, codes, memorySession } from "../support/memorySession.ts";

/** Plans that need more memory than their devices have, in a table and in each kind of figure. */
describe("a plan that does not fit its devices", () => {
  const session = memorySession();
  const set = cell(
    session,
    `${BASE}let small = t with { cluster.device.usable_memory = 0.3 * t.memory.peak }
sweep sizes = t for cluster.device.usable_memory in [0.3 * t.memory.peak, 4 * t.memory.peak]
sweep words = small for plan.recompute in [none, full]`,
  );
  const documentOf = (text: string) => cell(session, text).outputs[0]?.document ?? { blocks: [] };
  const figureOf = (text: string) => {
    const figure = documentOf(text).blocks.find(({ kind }) => kind === "figure");
    if (figure?.kind !== "figure") throw new Error(`no figure: ${text}`);
    return figure;
  };

  it("is marked in its row of a table, and the others are not", () => {
    expect(codes(set)).toEqual([]);
    const shown = documentOf("show sizes { step_time }");
    expect(toText(shown)).toMatch(/✗ no\n.*yes/);
    const rows = toHtml(shown).match(/<tr[^>]*>/g) ?? [];
    expect(rows.map((row) => row.includes("background"))).toEqual([false, true, false]);
  });

  it("adds no column where all fit, or where the table says it already", () => {
    cell(session, "sweep large = t for cluster.device.usable_memory in [4 * t.memory.peak]");
    expect(toText(documentOf("show large { step_time }"))).not.toContain("fits");
    expect(toText(documentOf("show sizes { memory.fits }")).match(/fits/g)).toHaveLength(1);
  });

  it("is a hollow bar with a red cross, and keeps its series' colour as outline", () => {
    cell(session, "sweep groups = small for plan.recompute in [none, full] for plan.zero in [0, 1]");
    const figure = figureOf("plot groups { x = plan.recompute, y = step_time }");
    const bars = figure.data as readonly {
      readonly marker: { readonly color: readonly string[]; readonly line: { readonly color: string } };
      readonly text: readonly string[];
      readonly textfont: { readonly color: string };
    }[];
    expect(bars.map(({ marker }) => marker.color)).toEqual([
      ["#FEFEFE", "#FEFEFE"],
      ["#FEFEFE", "#FEFEFE"],
    ]);
    expect(new Set(bars.map(({ marker }) => marker.line.color)).size).toBe(2);
    for (const { text, textfont } of bars) expect([text, textfont.color]).toEqual([["×", "×"], "#D55E00"]);
    expect(figure.caption).toContain("Crossed in red: does not fit its devices");
  });

  it("is crossed on a line", () => {
    const figure = figureOf("plot sizes { y = step_time }");
    expect(JSON.stringify(figure.data)).toContain('"symbol":"x"');
    expect(figure.caption).toContain("Crossed in red");
  });

  it("is said beside its name where it stands with others, and below the title of a figure of its own", () => {
    expect(JSON.stringify(figureOf("plot small.time, t.time").data)).toContain("(does not fit)");
    expect(figureOf("plot small.time").origin).toContain("does not fit its devices");
    expect(figureOf("plot t.time").origin).not.toContain("fit");
  });

  it("is crossed in a cell of a phase diagram", () => {
    const cells = [
      [
        { label: "a", detail: "", fit: "no" as const },
        { label: "a", detail: "", fit: "yes" as const },
      ],
    ];
    const figure = phaseFigure(["1", "2"], ["x"], cells, { x: "n", y: "m", title: "best" });
    const crosses = (figure.layout.shapes as readonly { readonly type: string }[]).filter(
      ({ type }) => type === "path",
    );
    expect(crosses).toHaveLength(1);
    expect(figure.caption).toContain("Crossed in red");
  });
});
