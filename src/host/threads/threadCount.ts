import { availableParallelism } from "node:os";

/** Most threads by default. More gain little, because an eighth of most tables is sequential work. */
const MOST = 8;

/** Number of threads for an evaluation, including the first: `DTP_THREADS`, or the available cores up to `MOST`. */
export function threadCount(asked = process.env.DTP_THREADS): number {
  const wanted = Number(asked);
  return Number.isInteger(wanted) && wanted > 0 ? wanted : Math.min(availableParallelism(), MOST);
}
