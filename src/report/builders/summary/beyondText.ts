import type { BeyondDevice } from "../../../engine/estimate/estimate.ts";

/** Words for the place that a plan offloads bytes to: host memory or drives. */
export function beyondText(place: BeyondDevice["place"]): string {
  return place === "host" ? "in the host's memory" : "on the drives";
}
