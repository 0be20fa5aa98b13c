import { createRequire } from "node:module";
import { type CompiledModule, compiledModule } from "./compiledModule.ts";

/** The bundle of plotly.js that draws every figure of reports, at a third of the size of the full one. */
export const plotlyPath = (): string =>
  createRequire(import.meta.url).resolve("plotly.js-cartesian-dist-min");

let loaded: CompiledModule | null = null;

/** plotly.js for `loadFigures`: an `import` would read its text three times, for its format, its exports and itself. */
export function loadPlotly() {
  loaded ??= compiledModule(plotlyPath());
  return loaded.exports as {
    newPlot(target: unknown, data: unknown, layout: unknown, config: unknown): unknown;
  };
}

/** Keeps what figures have compiled of plotly.js by now for the next process, where it is loaded. */
export function keepPlotly(): void {
  loaded?.keep();
}
