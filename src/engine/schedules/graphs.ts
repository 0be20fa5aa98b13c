import { fillIn } from "./fillIn.ts";
import { type PassGraph, passGraph } from "./passGraph.ts";
import type { ScheduledPlan } from "./scheduledPlan.ts";
import { scheduleOf } from "./scheduleOf.ts";

/** Largest number of nodes of all graphs in the memo together, about 50 MB. */
const MOST = 3_000_000;

const memos = new Map<string, readonly PassGraph[]>();
let nodes = 0;

/**
 * Returns the dependency graphs of a plan's passes: one graph where the schedule lists every pass, otherwise
 * one graph for each assumed ratio of pass times. Graphs do not depend on the plan's own pass times. Plans with
 * equal schedules and equal numbers of stages and micro-batches share them in a memo.
 */
export function graphsOf(plan: ScheduledPlan): readonly PassGraph[] {
  const { schedule, pp, vpp, numMicroBatches, microBatchGroup, ownSchedule } = plan;
  const own = ownSchedule === null ? "" : JSON.stringify(ownSchedule);
  const key = `${schedule} ${pp} ${vpp} ${numMicroBatches} ${microBatchGroup} ${own}`;
  const known = memos.get(key);
  if (known) {
    // The most recently used entry is last.
    memos.delete(key);
    memos.set(key, known);
    return known;
  }
  const made = makeGraphs(plan);
  memos.set(key, made);
  nodes += sizeOf(made);
  for (const [oldest, graphs] of memos) {
    if (nodes <= MOST || oldest === key) break;
    memos.delete(oldest);
    nodes -= sizeOf(graphs);
  }
  return made;
}

function makeGraphs(plan: ScheduledPlan): readonly PassGraph[] {
  const schedule = scheduleOf(plan);
  const { placement, microBatches, orders, fill } = schedule;
  const all = fill ? fill.plannedFor.map((proportions) => fillIn(schedule, fill, proportions)) : [orders];
  return all
    .filter((one, i) => !all.slice(0, i).some((other) => sameOrders(one, other)))
    .map((one) => passGraph(placement, microBatches, one));
}

function sameOrders(a: readonly Int32Array[], b: readonly Int32Array[]): boolean {
  return a.every((order, rank) => {
    const other = b[rank];
    return (
      other !== undefined && order.length === other.length && order.every((code, i) => code === other[i])
    );
  });
}

const sizeOf = (graphs: readonly PassGraph[]): number =>
  graphs.reduce((sum, { slots }) => sum + slots.length, 0);
