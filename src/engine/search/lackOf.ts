import type { Estimate } from "../estimate.ts";
import type { Need } from "./memoryBound.ts";

/** What a plan that does not fit has too little of: its devices' memory or, where it keeps things beside them, a host's or the drives'. */
export function lackOf({ peak, capacity, beyond }: Estimate["memory"]): Need {
  const full = beyond.find((one) => one.capacity !== null && one.held.value > one.capacity);
  return peak <= capacity && full?.capacity
    ? { bytes: full.held.value, capacity: full.capacity }
    : { bytes: peak, capacity };
}
