import type { Lack } from "../dsl/evaluate/index.ts";
import type { Estimate } from "../engine/estimate.ts";
import { inBase, print } from "../units/index.ts";

/** What is too little: the device's memory or, where a plan keeps things beyond it, a node's host memory or drives; null where all is enough. */
export function lackOf({ peak, capacity, beyond }: Estimate["memory"]): Lack | null {
  const text = (bytes: number): string => print(inBase(bytes, "B"));
  if (peak > capacity) {
    const bytes = peak - capacity;
    return { bytes, text: `${text(peak)} of ${text(capacity)}, ${text(bytes)} too much` };
  }
  for (const { held, capacity: room, place } of beyond) {
    if (room === null || held.value <= room) continue;
    const where = place === "host" ? "of a node's host memory" : "on a node's drives";
    return { bytes: held.value - room, text: `${text(held.value)} of the ${text(room)} ${where}` };
  }
  return null;
}
