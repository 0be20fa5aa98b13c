import type { CollectiveEstimate } from "../../../engine/estimate/estimate.ts";

type Tier = CollectiveEstimate["tier"];

const COLORS: Readonly<Record<Tier, string>> = {
  scale_up: "#0072B2",
  scale_out: "#D55E00",
  both: "#CC79A7",
};

/** Colour of a type of link, equal in every figure. */
export function linkColor(tier: Tier): string {
  return COLORS[tier];
}
