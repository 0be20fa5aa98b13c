import { bothWays } from "./bothWays.ts";
import { type BlockOffsets, repeatBlock } from "./buildingBlock.ts";
import { inTurn } from "./inTurn.ts";
import { ownOrders } from "./ownSchedule.ts";
import type { Fill, PipelineSchedule } from "./pipelineSchedule.ts";
import { placementOf, type ScheduledPlan, traitsOf } from "./traits.ts";

/** Every pass of a plan's schedule, rank by rank. The plan's degrees have been checked (refusals.ts). */
export function scheduleOf(plan: ScheduledPlan): PipelineSchedule {
  const { schedule, pp, numMicroBatches: m } = plan;
  const placement = placementOf(plan);
  const { splits } = traitsOf(schedule);
  const fill = fillOf(plan);
  return { name: schedule, microBatches: m, placement, orders: ordersOf(), fill };

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
 * Offsets whose sums set the memory: twice 3 units of 6 hold as much as 1F1B, 3 units half of it, 2 units a third
 * (arXiv:2405.15362, section 3.2).
 */
const BLOCKS: Readonly<Record<"zb_v" | "v_half" | "v_min", BlockOffsets>> = {
  zb_v: { down: [3, 3], up: [3, 3] },
  v_half: { down: [2, 1], up: [1, 2] },
  v_min: { down: [1, 1], up: [1, 1] },
};

function fillOf({ schedule, pp }: ScheduledPlan): Fill | null {
  const early = schedule === "zb_v";
  switch (schedule) {
    case "zb_h1":
      return { most: pp, early };
    case "zb_h2":
      return { most: 2 * pp - 1, early };
    case "zb_v":
      return { most: 2 * pp, early };
    case "v_half":
      return { most: 2 * Math.floor((pp + 2) / 2), early };
    case "v_min":
      return { most: 2 * Math.floor((pp + 4) / 3), early };
    default:
      return null;
  }
}
