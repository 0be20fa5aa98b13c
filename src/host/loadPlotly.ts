import { createRequire } from "node:module";
import { compiledModule } from "./compiledModule.ts";

/** The bundle of plotly.js that draws every figure of reports, at a third of the size of the full one. */
export const plotlyPath = (): string =>
  createRequire(import.meta.url).resolve("plotly.js-cartesian-dist-min");

/** plotly.js for `loadFigures`: an `import` would read its text three times, for its format, its exports and itself. */
export function loadPlotly() {
  return compiledModule(plotlyPath()).exports as {
    newPlot(target: unknown, data: unknown, layout: unknown, config: unknown): unknown;
  };
}
