import { place } from "./placement.ts";
import type { Workload } from "./workload.ts";

/** Nodes taken for a time: by a running job until its limit, or by a reservation. */
export interface Occupancy {
  readonly nodes: readonly number[];
  readonly from: number;
  readonly until: number;
}

/** Nodes that are free from `from` to `until`. */
export function freeNodes(
  { nodes }: Workload,
  taken: readonly Occupancy[],
  from: number,
  until: number,
): readonly number[] {
  const busy = new Uint8Array(nodes);
  for (const one of taken)
    if (one.from < until && one.until > from) for (const node of one.nodes) busy[node] = 1;
  const free: number[] = [];
  for (let node = 0; node < nodes; node++) if (busy[node] === 0) free.push(node);
  return free;
}

/** Nodes for a job that needs `count` of them from `at` on for `seconds`; null where it does not fit. */
export function fits(
  workload: Workload,
  taken: readonly Occupancy[],
  { at, seconds, count }: { readonly at: number; readonly seconds: number; readonly count: number },
  late?: (node: number) => number,
): readonly number[] | null {
  return place(workload, freeNodes(workload, taken, at, at + seconds), count, late);
}

/** The earliest time from `now` on at which a job fits, with its nodes: now, or when something ends. */
export function earliest(
  workload: Workload,
  taken: readonly Occupancy[],
  now: number,
  { seconds, count }: { readonly seconds: number; readonly count: number },
): Occupancy {
  const times = [now, ...new Set(taken.map(({ until }) => until).filter((until) => until > now))];
  times.sort((a, b) => a - b);
  const late = lateness(taken);
  for (const at of times) {
    const nodes = fits(workload, taken, { at, seconds, count }, late);
    if (nodes) return { nodes, from: at, until: at + seconds };
  }
  throw new Error("a job that is larger than its cluster");
}

/** Time at which each node was last taken. */
function lateness(taken: readonly Occupancy[]): (node: number) => number {
  const last = new Map<number, number>();
  for (const { nodes, until } of taken)
    for (const node of nodes) last.set(node, Math.max(last.get(node) ?? Number.NEGATIVE_INFINITY, until));
  return (node) => last.get(node) ?? Number.NEGATIVE_INFINITY;
}
