import type { BeyondDevice, Estimate } from "../../estimate/estimate.ts";

/** What is to be kept in a place that is too small for it, B. */
export interface Overfull {
  readonly place: "device" | BeyondDevice["place"];
  readonly bytes: number;
  readonly capacity: number;
}

/** The device's memory or, where that is enough, what a plan keeps beside it without room; null where all fits as estimated. */
export function overfull({ peak, capacity, beyond }: Estimate["memory"]): Overfull | null {
  if (peak > capacity) return { place: "device", bytes: peak, capacity };
  for (const { place, held, capacity: room } of beyond)
    if (room !== null && held.value > room) return { place, bytes: held.value, capacity: room };
  return null;
}
