import { bothWays } from "./bothWays.ts";
import { type BlockOffsets, repeatBlock } from "./buildingBlock.ts";
import { inTurn } from "./inTurn.ts";
import { ownOrders } from "./ownSchedule.ts";
import type { Fill, PipelineSchedule, Proportions } from "./pipelineSchedule.ts";
import { placementOf, type ScheduledPlan, traitsOf } from "./traits.ts";

/** Every pass of a plan's schedule, rank by rank. Assumes valid degrees (refusals.ts). */
export function scheduleOf(plan: ScheduledPlan): PipelineSchedule {
  const { schedule, pp, numMicroBatches: m } = plan;
  const placement = placementOf(plan);
  const { splits } = traitsOf(schedule);
  const fill = fillOf(plan);
  return { microBatches: m, placement, orders: ordersOf(), fill };

  function ordersOf(): readonly Int32Array[] {
    const v = placement.chunks;
    const after = (rank: number): number => pp - rank - 1;
    const turns = (warmUp: (rank: number) => number, group = m): readonly Int32Array[] =>
      inTurn({ placement, microBatches: m, group, warmUp, split: splits });
    switch (schedule) {
      case "naive":
        return turns(() => 0);
      case "gpipe":
      case "breadth_first":
        return turns(() => m * v);
      case "1f1b":
      case "pipedream":
      case "zb_h1":
        return turns(after);
      case "interleaved_1f1b": {
        const group = plan.microBatchGroup;
        return v === 1 ? turns(after) : turns((rank) => 2 * after(rank) + (v - 1) * group, group);
      }
      case "zb_h2":
        return turns((rank) => 2 * after(rank));
      case "custom":
        return ownOrders(plan);
      case "zb_v":
      case "v_half":
      case "v_min":
        return repeatBlock(pp, m, BLOCKS[schedule]);
      case "dualpipe":
        return Array.from({ length: pp }, (_, rank) => {
          const fromEnd = Math.min(rank, pp - 1 - rank);
          const near = rank < pp / 2 ? 0 : 1;
          return bothWays({ near, fromEnd, toMiddle: pp / 2 - 1 - fromEnd, each: m / 2, firsts: [0, m / 2] });
        });
      case "dualpipe_v":
        return Array.from({ length: pp }, (_, rank) =>
          bothWays({ near: 0, fromEnd: rank, toMiddle: pp - 1 - rank, each: m, firsts: [0, 0] }),
        );
    }
  }
}

/**
 * Offsets of building blocks, whose sums determine the memory: twice 3 units of 6 hold as much as 1F1B, 3
 * units half of it, 2 units a third (arXiv:2405.15362, section 3.2).
 */
const BLOCKS: Readonly<Record<"zb_v" | "v_half" | "v_min", BlockOffsets>> = {
  zb_v: { down: [3, 3], up: [3, 3] },
  v_half: { down: [2, 1], up: [1, 2] },
  v_min: { down: [1, 1], up: [1, 1] },
};

const EQUAL: Proportions = { forward: 1, backward: 1, weights: 1, head: 0 };
/**
 * Assumed proportions of pass times: layers with little attention (gradients of inputs slightly longer, of
 * weights slightly shorter), layers with much attention, and a heavy head. Orders planned for other
 * proportions, or for a run's own times, end within 3% of the best of these.
 */
const SEVERAL: readonly Proportions[] = [
  EQUAL,
  { ...EQUAL, head: 0.25 },
  { forward: 5, backward: 6, weights: 4, head: 0 },
  { forward: 1, backward: 2, weights: 1, head: 0 },
  { forward: 5, backward: 7, weights: 3, head: 0.125 },
];

function fillOf({ schedule, pp }: ScheduledPlan): Fill | null {
  const fill = { early: false, plannedFor: [EQUAL] };
  switch (schedule) {
    case "zb_h1":
      return { most: pp, ...fill };
    case "zb_h2":
      return { most: 2 * pp - 1, ...fill };
    case "zb_v":
      return { most: 2 * pp, early: true, plannedFor: SEVERAL };
    case "v_half":
      return { most: 2 * Math.floor((pp + 2) / 2), early: false, plannedFor: SEVERAL };
    case "v_min":
      return { most: 2 * Math.floor((pp + 4) / 3), ...fill };
    default:
      return null;
  }
}
