import type { Breakdown } from "../breakdown.ts";

/** A part of the cost, $: `cost.storage`. */
export function moneyPart<N>(name: string, label: string, value: N): Breakdown<N> {
  return { name: `cost.${name}`, label, unit: "$", value, parts: [] };
}
