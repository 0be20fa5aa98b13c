import { availableParallelism } from "node:os";

/** More threads than this gain little: what the first one does alone is an eighth of most tables. */
const MOST = 8;

/** Threads that an evaluation may use, the first one included: `DTP_THREADS`, or all cores that the process may use. */
export function threadCount(asked = process.env.DTP_THREADS): number {
  const wanted = Number(asked);
  return Number.isInteger(wanted) && wanted > 0 ? wanted : Math.min(availableParallelism(), MOST);
}
