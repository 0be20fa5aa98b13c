import type { BeyondDevice } from "../../../engine/estimate/estimate.ts";

/** Place of offloaded bytes, in words. */
export function beyondText(place: BeyondDevice["place"]): string {
  return place === "host" ? "in the host's memory" : "on the drives";
}
