import { type PlotlyFigure, themedFigure } from "../../editor/themedFigure.ts";
import { PLOTLY_CONFIG } from "../../report/render/plotlyConfig.ts";

interface Plotly {
  newPlot(target: HTMLElement, data: unknown, layout: unknown, config: unknown): Promise<unknown>;
}

/** Trace types of the small build of plotly.js. */
const CARTESIAN: ReadonlySet<unknown> = new Set([
  undefined,
  "bar",
  "scatter",
  "heatmap",
  "contour",
  "histogram",
  "box",
]);

const loaded = new Map<string, Promise<Plotly>>();

/** Draws an interactive figure into an element. plotly.js loads with the first one. `scripts` is the folder that has it. */
export async function drawPlotly(
  target: HTMLElement,
  value: unknown,
  dark: boolean,
  scripts: string,
): Promise<void> {
  const { data, layout } = value as PlotlyFigure;
  const figure = themedFigure({ data, layout, config: {} }, dark);
  const build = data.every((trace) => CARTESIAN.has((trace as { type?: unknown }).type))
    ? "cartesian"
    : "whole";
  const plotly = await load(build, scripts);
  await plotly.newPlot(target, figure.data, { ...figure.layout, autosize: true }, PLOTLY_CONFIG);
}

function load(build: string, scripts: string): Promise<Plotly> {
  const before = loaded.get(build);
  if (before) return before;
  const loading = new Promise<Plotly>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${scripts}plotly-${build}.js`;
    script.addEventListener("load", () => {
      // The same file that workers load: a function of the globals in which plotly.js draws.
      const make = Reflect.get(globalThis, `dtp:plotly-${build}`) as (window: unknown) => Plotly;
      resolve(make(globalThis));
    });
    script.addEventListener("error", () => {
      loaded.delete(build);
      reject(new Error("plotly.js did not load"));
    });
    document.head.append(script);
  });
  loaded.set(build, loading);
  return loading;
}
