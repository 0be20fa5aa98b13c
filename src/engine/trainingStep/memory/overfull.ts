import type { BeyondDevice, Estimate } from "../../estimate/estimate.ts";

/** A memory that is too small for what the plan places there, B. */
export interface Overfull {
  readonly place: "device" | BeyondDevice["place"];
  readonly bytes: number;
  readonly capacity: number;
}

/** The first memory that is too small: the device's, else a host's or drive's. null where all fits. */
export function overfull({ peak, capacity, beyond }: Estimate["memory"]): Overfull | null {
  if (peak > capacity) return { place: "device", bytes: peak, capacity };
  for (const { place, held, capacity: room } of beyond)
    if (room !== null && held.value > room) return { place, bytes: held.value, capacity: room };
  return null;
}
