import { readOrder } from "./orderText.ts";
import { chunkOf, FORWARD, INPUTS, kindOf, passOf, WEIGHTS, WHOLE } from "./pass.ts";
import { passGraph } from "./passGraph.ts";
import { type Placement, pieceAt, piecesOf, rankAt } from "./placement.ts";
import type { ScheduledPlan } from "./scheduledPlan.ts";

/**
 * Mistake in a custom schedule: unreadable text, a number of orders that is neither 1 nor pp, a pass that
 * occurs too often or too rarely, or a deadlock.
 */
export type ScheduleMistake =
  | { readonly kind: "text"; readonly text: string; readonly at: number; readonly wanted: string }
  | { readonly kind: "orders"; readonly orders: number; readonly pp: number }
  | {
      readonly kind: "count";
      readonly rank: number;
      readonly pass: string;
      readonly times: number;
      readonly wanted: number;
    }
  | { readonly kind: "deadlock"; readonly waits: string };

/**
 * Returns the pass codes of a custom schedule's orders, one array for each rank. An array is empty where its
 * text is unreadable.
 */
export function ownOrders(plan: ScheduledPlan): readonly Int32Array[] {
  return Array.from({ length: plan.pp }, (_, rank) => {
    const read = readOf(plan, rank);
    return read.ok ? read.order : new Int32Array();
  });
}

/** Placement of a custom schedule's chunks on the ranks, with `vpp` chunks a rank. */
const ownPlacement = ({ pp, vpp, ownSchedule }: ScheduledPlan): Placement => ({
  kind: ownSchedule?.placement ?? "loop",
  ranks: pp,
  chunks: vpp,
});

function readOf(plan: ScheduledPlan, rank: number): ReturnType<typeof readOrder> {
  const { pp: p, vpp: v, numMicroBatches: m, ownSchedule } = plan;
  const texts = ownSchedule?.order ?? [];
  return readOrder(texts[texts.length === 1 ? 0 : rank] ?? "", { p, r: rank, m, v });
}

/** Returns the first mistake in a plan's custom schedule; null where all passes can run. */
export function ownMistake(plan: ScheduledPlan): ScheduleMistake | null {
  const { pp, numMicroBatches: m, ownSchedule } = plan;
  const texts = ownSchedule?.order ?? [];
  if (texts.length !== 1 && texts.length !== pp) return { kind: "orders", orders: texts.length, pp };
  const orders: Int32Array[] = [];
  for (let rank = 0; rank < pp; rank++) {
    const read = readOf(plan, rank);
    if (!read.ok) {
      const text = texts[texts.length === 1 ? 0 : rank] ?? "";
      return { kind: "text", text, at: read.at, wanted: read.wanted };
    }
    orders.push(read.order);
  }
  for (const [rank, order] of orders.entries()) {
    const wrong = miscounted(order, plan.vpp, m);
    if (wrong) return { kind: "count", rank, ...wrong };
  }
  return deadlock(plan, orders);
}

/**
 * Finds the first kind of pass that occurs too often or too rarely in a rank's order; null where none does.
 * Each chunk needs m forwards, m backwards, and a W (gradients of weights) for each B (gradients of inputs).
 */
function miscounted(
  order: Int32Array,
  chunks: number,
  m: number,
): { readonly pass: string; readonly times: number; readonly wanted: number } | null {
  const counts = new Int32Array(4 * chunks);
  for (const code of order) {
    const at = 4 * chunkOf(code) + kindOf(code);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  for (let chunk = 0; chunk < chunks; chunk++) {
    const of = (kind: number): number => counts[4 * chunk + kind] ?? 0;
    const name = (kind: string): string => (chunks > 1 ? `${kind}${chunk}` : kind);
    if (of(FORWARD) !== m) return { pass: name("F"), times: of(FORWARD), wanted: m };
    if (of(WHOLE) + of(INPUTS) !== m)
      return { pass: `${name("B")} or ${name("BW")}`, times: of(WHOLE) + of(INPUTS), wanted: m };
    if (of(WEIGHTS) !== of(INPUTS)) return { pass: name("W"), times: of(WEIGHTS), wanted: of(INPUTS) };
  }
  return null;
}

/** Describes ranks that wait for each other in a deadlock; null where all passes can run. */
function deadlock(plan: ScheduledPlan, orders: readonly Int32Array[]): ScheduleMistake | null {
  const placement = ownPlacement(plan);
  const pieces = piecesOf(placement);
  const { stuck } = passGraph(placement, plan.numMicroBatches, orders);
  const [first] = stuck;
  if (!first) return null;
  const waits: string[] = [];
  const seen = new Set<number>();
  for (let at: (typeof stuck)[number] | undefined = first; at && !seen.has(at.rank) && waits.length < 8; ) {
    seen.add(at.rank);
    const { rank, code } = at;
    const piece = pieceAt(placement, rank, chunkOf(code));
    const forward = kindOf(code) === FORWARD || piece === pieces - 1;
    const before = kindOf(code) === FORWARD ? piece - 1 : forward ? piece : piece + 1;
    const other = rankAt(placement, before, 0);
    const what = forward ? "forward" : "backward";
    const there = other === rank ? "its own" : `stage ${other}'s`;
    waits.push(`stage ${rank} waits in ${named(code, plan.vpp)} for ${there} ${what}`);
    at = stuck.find((one) => one.rank === other);
  }
  return { kind: "deadlock", waits: waits.join("; ") };
}

/**
 * Name of a pass that readers see, such as `F1 of micro-batch 3`. The chunk's number is left out where a stage
 * has one chunk.
 */
function named(code: number, chunks: number): string {
  const { kind, chunk, microBatch } = passOf(code);
  return `${kind}${chunks > 1 ? chunk : ""} of micro-batch ${microBatch}`;
}

/**
 * Largest number of micro-batches whose activations a rank of a custom schedule holds at once. The activations
 * of one chunk count as 1/vpp of a micro-batch. The number depends on the order alone, not on pass times.
 */
export function ownInFlight(plan: ScheduledPlan, rank: number): number {
  let held = 0;
  let most = 0;
  const read = readOf(plan, rank);
  for (const code of read.ok ? read.order : []) {
    const kind = kindOf(code);
    if (kind === FORWARD) held++;
    else if (kind !== INPUTS) held--;
    most = Math.max(most, held);
  }
  return most / plan.vpp;
}
