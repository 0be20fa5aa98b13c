import type { BeyondDevice } from "../engine/estimate/estimate.ts";

/** Where offloaded bytes are, in words. */
export function beyondText(place: BeyondDevice["place"]): string {
  return place === "host" ? "in the host's memory" : "on the drives";
}
