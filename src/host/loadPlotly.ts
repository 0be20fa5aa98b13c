import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type CompiledModule, compiledModule } from "./compiledModule.ts";

interface Plotly {
  newPlot(target: unknown, data: unknown, layout: unknown, config: unknown): unknown;
}

/** Bundles of plotly.js by what they draw: cartesian traces, or all. */
type Bundle = "cartesian" | "whole";

/** All of plotly.js, for pages and for traces beyond the cartesian: the build's smaller copy, or the package's from a source tree. */
export function plotlyPath(): string {
  const built = fileURLToPath(new URL("./plotly.min.js", import.meta.url));
  return existsSync(built) ? built : createRequire(import.meta.url).resolve("plotly.js-dist");
}

const PATHS: Readonly<Record<Bundle, () => string>> = {
  cartesian: () => createRequire(import.meta.url).resolve("plotly.js-cartesian-dist-min"),
  whole: plotlyPath,
};

const loaded = new Map<Bundle, CompiledModule>();

/** plotly.js for `loadFigures`: an `import` would read its text three times, for its format, its exports and itself. */
export function loadPlotly(bundle: Bundle): Plotly {
  const known = loaded.get(bundle) ?? compiledModule(PATHS[bundle]());
  loaded.set(bundle, known);
  return known.exports as Plotly;
}

/** Keeps what figures have compiled of plotly.js by now for the next process, where it is loaded. */
export function keepPlotly(): void {
  for (const one of loaded.values()) one.keep();
}
