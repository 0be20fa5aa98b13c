import { availableParallelism } from "node:os";

/** Default maximum number of threads. More gain little: an eighth of the work on most tables is sequential. */
const MOST = 8;

/**
 * Number of threads for an evaluation, including the main thread: `DTP_THREADS`, or the available cores up to `MOST`.
 */
export function threadCount(asked = process.env.DTP_THREADS): number {
  const wanted = Number(asked);
  return Number.isInteger(wanted) && wanted > 0 ? wanted : Math.min(availableParallelism(), MOST);
}
