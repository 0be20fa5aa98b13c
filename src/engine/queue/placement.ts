import type { Workload } from "./workload.ts";

/**
 * Nodes for a job of `count` among the free ones; null where too few are free, or not in the required places.
 * Of equal places it takes the nodes that `late` says become free last, so that a reservation leaves room for
 * jobs that could run now; then the lowest numbers.
 *
 * Under few leaves: the leaf with the fewest free nodes that hold the job (best fit), else the emptiest
 * leaves first, as Slurm's topology/tree and Kueue's topology-aware scheduling do.
 */
export function place(
  { placement, blockNodes }: Workload,
  free: readonly number[],
  count: number,
  late?: (node: number) => number,
): readonly number[] | null {
  if (free.length < count) return null;
  const byLateness = (nodes: readonly number[]): readonly number[] =>
    late === undefined ? nodes : [...nodes].sort((a, b) => late(b) - late(a) || a - b);
  if (placement === "anywhere") return byLateness(free).slice(0, count);
  const blocks = new Map<number, number[]>();
  for (const node of free) {
    const block = Math.floor(node / blockNodes);
    blocks.set(block, [...(blocks.get(block) ?? []), node]);
  }
  const tightest = [...blocks.values()]
    .filter(({ length }) => length >= count)
    .sort((a, b) => a.length - b.length)[0];
  if (tightest) return byLateness(tightest).slice(0, count);
  const emptiest = [...blocks.values()].sort((a, b) => b.length - a.length);
  const taken: number[] = [];
  let used = 0;
  for (const block of emptiest) {
    if (taken.length === count) break;
    taken.push(...byLateness(block).slice(0, count - taken.length));
    used++;
  }
  return placement === "required" && used > Math.ceil(count / blockNodes) ? null : taken;
}
