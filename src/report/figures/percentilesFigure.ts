import type { ServingLoad } from "../../engine/estimate/servingLoad.ts";
import type { Figure } from "../document/document.ts";
import { percent } from "../numbers/number.ts";
import { linesFigure } from "./linesFigure.ts";

/** Shares of the requests at which a line has a point. */
const SHARES = [...Array.from({ length: 49 }, (_, i) => (2 * (i + 1)) / 100), 0.99, 0.995];

const SERIES = [
  ["wait for a place in the batch", "wait"],
  ["first token (TTFT)", "ttft"],
  ["per output token (TPOT)", "tpot"],
  ["whole request", "latency"],
] as const;

/** Times that a share of the requests does not exceed: percentiles of waits, first tokens, and whole requests. */
export function percentilesFigure(
  { times, load }: ServingLoad,
  options: { readonly title?: string; readonly unit?: string } = {},
): Figure {
  const drawn = SERIES.filter(([, name]) => (times[name].at(-1) ?? 0) > 0);
  return linesFigure(
    drawn.map(([label, name]) => ({
      label,
      points: SHARES.flatMap((share): [number, number][] => {
        const value = times[name][Math.ceil(share * times[name].length) - 1] ?? 0;
        return value > 0 ? [[100 * share, value]] : [];
      }),
    })),
    {
      x: { label: "share of the requests (%)" },
      y: {
        label: "time",
        base: "s",
        scale: "log10",
        ...(options.unit === undefined ? {} : { unit: options.unit }),
      },
      title: options.title ?? `Times that a share of the requests does not exceed, at ${percent(load)} load`,
    },
  );
}
