import type { loadFigures } from "../../report/index.ts";
import type { PartLoader } from "./partLoader.ts";

type Load = NonNullable<Parameters<typeof loadFigures>[0]>;
type Plotly = Awaited<ReturnType<Load>>;

/**
 * Returns the loader of plotly.js for `loadFigures` in a worker. The build wraps plotly.js in a function of the globals that it
 * reads (`scripts/web/webBundles.mjs`).
 */
export const plotlyLoader =
  ({ load }: PartLoader): Load =>
  (bundle, window) =>
    (load(`plotly-${bundle}`) as (window: Readonly<Record<string, unknown>>) => Plotly)(window);
