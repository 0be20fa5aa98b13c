import type { ServingLoad } from "../../engine/estimate/servingLoad.ts";
import type { Figure } from "../document/document.ts";
import { linesFigure } from "./linesFigure.ts";

const PERCENTILES = [
  ["99th percentile", "p99"],
  ["90th percentile", "p90"],
  ["median", "p50"],
] as const;

/** Time to the first token over the load, one curve for each percentile. */
export function loadCurveFigure(
  loads: readonly ServingLoad[],
  options: { readonly title?: string; readonly unit?: string } = {},
): Figure {
  return linesFigure(
    PERCENTILES.map(([label, percentile]) => ({
      label,
      points: loads.flatMap(({ load, latencies }): [number, number][] =>
        latencies ? [[100 * load, latencies.ttft[percentile]]] : [],
      ),
    })),
    {
      x: { label: "load (%)" },
      y: {
        label: "time to the first token",
        base: "s",
        scale: "log10",
        ...(options.unit === undefined ? {} : { unit: options.unit }),
      },
      title: options.title ?? "Time to the first token, by load",
    },
  );
}
