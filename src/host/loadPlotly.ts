import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { compileFunction } from "node:vm";
import { type CompiledModule, compiledModule } from "./compiledModule.ts";
import { packed } from "./packed.ts";

interface Plotly {
  newPlot(target: unknown, data: unknown, layout: unknown, config: unknown): unknown;
}

/** Builds of plotly.js: `cartesian` draws only cartesian traces, `whole` all traces. */
type Bundle = "cartesian" | "whole";

/**
 * Path of the whole plotly.js, for pages and for non-cartesian traces: the build's minified copy, or the npm package in
 * a source tree.
 */
export function plotlyPath(): string {
  const built = fileURLToPath(new URL("./plotly.min.js", import.meta.url));
  return existsSync(built) ? built : createRequire(import.meta.url).resolve("plotly.js-dist");
}

/** Text of the whole plotly.js, which pages with figures embed. */
export const plotlyText = (): string => packed?.text(PACKED) ?? readFileSync(plotlyPath(), "utf8");

/** Name of the whole plotly.js in a bundle that is one file. It draws cartesian traces as well, so there is no other build. */
const PACKED = "plotly.min.js";

const PATHS: Readonly<Record<Bundle, () => string>> = {
  cartesian: () => createRequire(import.meta.url).resolve("plotly.js-cartesian-dist-min"),
  whole: plotlyPath,
};

const loaded = new Map<Bundle, CompiledModule>();

/**
 * Loads plotly.js for `loadFigures` from a cache of compiled code. An `import` would read its text three times: for its
 * format, its exports and its code.
 */
export function loadPlotly(bundle: Bundle): Plotly {
  const known = loaded.get(bundle) ?? packedPlotly() ?? compiledModule(PATHS[bundle]());
  loaded.set(bundle, known);
  return known.exports as Plotly;
}

/** plotly.js of a bundle that is one file; null elsewhere. */
function packedPlotly(): CompiledModule | null {
  const text = packed?.text(PACKED);
  if (text === null || text === undefined) return null;
  const module = { exports: {} };
  compileFunction(text, ["module", "exports"], { filename: PACKED }).call(
    module.exports,
    module,
    module.exports,
  );
  return { exports: module.exports, cached: false, keep() {} };
}

/** Saves the compiled code of loaded plotly.js bundles for the next process. */
export function keepPlotly(): void {
  for (const one of loaded.values()) one.keep();
}
