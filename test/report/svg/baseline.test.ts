import { expect, test } from "vitest";
import { figureOrigin } from "../../../src/report/figures/labels/figureOrigin.ts";
import { baseLayout } from "../../../src/report/figures/theme/theme.ts";
import type { Figure } from "../../../src/report/index.ts";
import { figureSvg, loadFigures } from "../../../src/report/svg/figureSvg.ts";

const words = Array.from({ length: 12 }, (_, at) => `a part of ${at} in words`);
const bars: Figure = {
  kind: "figure",
  title: "Bars",
  data: [{ type: "bar", x: [1, 2], y: [1, 2] }],
  layout: baseLayout(`A title that needs more than one line, since it ${"says and says ".repeat(5)}`, 300),
  text: { kind: "bars", unit: "s", rows: [] },
};

/** Attributes of an opening tag. */
function attributes(tag: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...tag.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}

test("every line of a title and of what is below it stands at a place of its own, whatever a renderer makes of dy", async () => {
  await loadFigures();
  const svg = figureSvg(figureOrigin(bars, words)) ?? "";
  for (const name of ["gtitle", "gtitle-subtitle"]) {
    const text = new RegExp(`<text class="${name}"[^>]*>.*?</text>`).exec(svg)?.[0] ?? "";
    const lines = [...text.matchAll(/<tspan class="line"[^>]*>/g)].map(([tag]) => attributes(tag));
    expect(lines.length).toBeGreaterThan(1);
    expect(text).not.toContain(" dy=");
    const size = Number(/font-size:([\d.]+)px/.exec(text)?.[1]);
    const places = lines.map(({ y }) => Number(y));
    for (const [at, place] of places.slice(1).entries())
      expect(place - (places[at] ?? 0)).toBeCloseTo(1.3 * size, 1);
  }
});

test("a text of one line is moved by its dy", async () => {
  await loadFigures();
  const svg = figureSvg({ ...bars, layout: baseLayout("Short", 300) }) ?? "";
  const title = attributes(/<text class="gtitle"[^>]*>/.exec(svg)?.[0] ?? "");
  expect(title.dy).toBeUndefined();
  // plotly's: 14 px from the top to the line, 0.7 em of 16 px to the letters' feet
  expect(Number(title.y)).toBeCloseTo(14 + 0.7 * 16, 2);
});
