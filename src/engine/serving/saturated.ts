import type { Arrivals } from "../scenario/arrivals.ts";
import type { Batching, Iterations } from "./iterations.ts";
import { type Request, requestsOf } from "./requests.ts";
import { simulateServing } from "./simulateServing.ts";

/**
 * Requests per second of a replica whose queue never empties: all requests wait at the beginning. It is counted over whole
 * batches of `places` requests, after the second one and before the last two.
 */
export function saturated(
  arrivals: Arrivals,
  iterations: Iterations,
  batching: Batching,
  places: number,
): number {
  const batches = Math.max(8, Math.min(64, Math.ceil(arrivals.simulated / places)));
  const requests = requestsOf(arrivals, 1, batches * places).map((one): Request => ({ ...one, arrival: 0 }));
  const end = simulateServing(requests, iterations, batching).end.sort();
  const [from, until] = [2 * places - 1, (batches - 2) * places - 1];
  return (until - from) / ((end[until] as number) - (end[from] as number));
}
