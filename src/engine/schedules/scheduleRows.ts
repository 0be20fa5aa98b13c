import * as book from "../formulas/step/pipeline.ts";
import type { Schedule } from "../scenario/scheduleName.ts";
import { bothWays } from "./bothWays.ts";
import { type BlockOffsets, repeatBlock } from "./buildingBlock.ts";
import { inTurn } from "./inTurn.ts";
import { ownInFlight, ownOrders } from "./ownSchedule.ts";
import type { Proportions } from "./pipelineSchedule.ts";
import type { ScheduledPlan } from "./scheduledPlan.ts";
import type { FillRule, HeldAt, ScheduleRow } from "./scheduleRow.ts";

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

/** Orders that begin with `warmUp` forwards of a rank and then alternate forwards and backwards. */
const turns =
  (warmUp: (rank: number, plan: ScheduledPlan) => number, splits = false): ScheduleRow["orders"] =>
  (plan, placement) =>
    inTurn({
      placement,
      microBatches: plan.numMicroBatches,
      group: plan.numMicroBatches,
      warmUp: (rank) => warmUp(rank, plan),
      split: splits,
    });

/** Orders that repeat one building block for every micro-batch. */
const blocks =
  (offsets: BlockOffsets): ScheduleRow["orders"] =>
  ({ pp, numMicroBatches }) =>
    repeatBlock(pp, numMicroBatches, offsets);

/** Stages after a rank. */
const after = (rank: number, { pp }: ScheduledPlan): number => pp - rank - 1;

/** Forwards of all micro-batches through all chunks. */
const all = (_rank: number, { numMicroBatches, vpp }: ScheduledPlan): number => numMicroBatches * vpp;

const index = <N>({ alg, stage }: HeldAt<N>): N =>
  alg.constant("index of the stage", stage, "1", "the stage's place in the pipeline");

const everything = <N>({ alg, x }: HeldAt<N>): N => alg.apply(book.inFlightGpipe, { m: x.microBatches });

const ofOneForwardOneBackward = <N>(at: HeldAt<N>): N =>
  at.alg.apply(book.inFlight1f1b, { p: at.x.pp, r: index(at), m: at.x.microBatches });

/** Held micro-batches of zero-bubble schedules: `times` for each stage, `fewer` by a constant. */
const zeroBubble =
  (times: number, fewer: number) =>
  <N>({ alg, x, plan: { schedule } }: HeldAt<N>): N =>
    alg.apply(book.inFlightZeroBubble, {
      p: x.pp,
      m: x.microBatches,
      c_p: alg.constant("micro-batches for each stage", times, "1", `schedule = ${schedule}`),
      c_1: alg.constant("fewer by", fewer, "1", `schedule = ${schedule}`),
    });

/** Held micro-batches of controllable-memory schedules: one in `share` of 1F1B's, and `more` for the turns. */
const controllable =
  (share: number, more: number) =>
  <N>({ alg, x, plan: { schedule } }: HeldAt<N>): N =>
    alg.apply(book.inFlightControllable, {
      p: x.pp,
      m: x.microBatches,
      c_p: alg.constant("of 1F1B's activations one in", share, "1", `schedule = ${schedule}`),
      c_1: alg.constant("more for the turns", more, "1", `schedule = ${schedule}`),
    });

/** One chunk a stage, both gradients in one pass, a draining pipeline: the properties of most schedules. */
const LINE = {
  chunks: 1,
  placement: "loop",
  splits: false,
  closed: false,
  drains: true,
  staggers: false,
  least: 0,
  grouped: false,
  search: { leastChunks: 1 },
  fill: null,
} as const;

/** Zero-bubble schedules: gradients of weights fill idle time. */
const ZERO_BUBBLE = { ...LINE, splits: true, staggers: true } as const;
const V_SHAPE = { ...ZERO_BUBBLE, chunks: 2, placement: "v" } as const;
/** Bidirectional schedules: forwards of one direction overlap backwards of the other. */
const BOTH_WAYS = { ...LINE, chunks: 2, splits: true, least: 2 } as const;

const fill = (
  most: FillRule["most"],
  { early = false, plannedFor = [EQUAL] }: Partial<FillRule> = {},
): FillRule => ({ most, early, plannedFor });

/**
 * One row a schedule, simplest first: a search tries them in this order. Building blocks' sums determine the
 * memory: twice 3 units of 6 hold as much as 1F1B, 3 units half of it, 2 units a third (arXiv:2405.15362,
 * section 3.2).
 */
export const scheduleRows: Readonly<Record<Schedule, ScheduleRow>> = {
  "1f1b": { ...LINE, closed: true, orders: turns(after), inFlight: ofOneForwardOneBackward },
  interleaved_1f1b: {
    ...LINE,
    chunks: "vpp",
    closed: true,
    grouped: true,
    // With one chunk a stage it is 1F1B.
    search: { leastChunks: 2 },
    orders: (plan, placement) =>
      plan.vpp === 1
        ? turns(after)(plan, placement)
        : inTurn({
            placement,
            microBatches: plan.numMicroBatches,
            group: plan.microBatchGroup,
            warmUp: (rank) => 2 * after(rank, plan) + (plan.vpp - 1) * plan.microBatchGroup,
            split: false,
          }),
    inFlight: (at) => {
      const { alg, x, plan } = at;
      const g = alg.input("plan.micro_batch_group", plan.microBatchGroup, "1");
      return alg.apply(book.inFlightInterleaved, { p: x.pp, r: index(at), v: x.vpp, m: x.microBatches, g });
    },
  },
  gpipe: { ...LINE, closed: true, orders: turns(all), inFlight: everything },
  breadth_first: { ...LINE, chunks: "vpp", orders: turns(all), inFlight: everything },
  zb_h1: {
    ...ZERO_BUBBLE,
    orders: turns(after, true),
    fill: fill((pp) => pp),
    inFlight: zeroBubble(1, 0),
  },
  zb_h2: {
    ...ZERO_BUBBLE,
    orders: turns((rank, plan) => 2 * after(rank, plan), true),
    fill: fill((pp) => 2 * pp - 1),
    inFlight: zeroBubble(2, 1),
  },
  zb_v: {
    ...V_SHAPE,
    orders: blocks({ down: [3, 3], up: [3, 3] }),
    fill: fill((pp) => 2 * pp, { early: true, plannedFor: SEVERAL }),
    inFlight: zeroBubble(1, 0),
  },
  v_half: {
    ...V_SHAPE,
    orders: blocks({ down: [2, 1], up: [1, 2] }),
    fill: fill((pp) => 2 * Math.floor((pp + 2) / 2), { plannedFor: SEVERAL }),
    inFlight: controllable(2, 2),
  },
  v_min: {
    ...V_SHAPE,
    orders: blocks({ down: [1, 1], up: [1, 1] }),
    fill: fill((pp) => 2 * Math.floor((pp + 4) / 3)),
    inFlight: controllable(3, 4),
  },
  dualpipe: {
    ...BOTH_WAYS,
    placement: "both_ends",
    orders: ({ pp, numMicroBatches: m }) =>
      Array.from({ length: pp }, (_, rank) => {
        const fromEnd = Math.min(rank, pp - 1 - rank);
        const near = rank < pp / 2 ? 0 : 1;
        return bothWays({ near, fromEnd, toMiddle: pp / 2 - 1 - fromEnd, each: m / 2, firsts: [0, m / 2] });
      }),
    inFlight: ({ alg, x }) => alg.apply(book.inFlightDualPipe, { p: x.pp, m: x.microBatches }),
  },
  dualpipe_v: {
    ...BOTH_WAYS,
    placement: "v",
    orders: ({ pp, numMicroBatches: m }) =>
      Array.from({ length: pp }, (_, rank) =>
        bothWays({ near: 0, fromEnd: rank, toMiddle: pp - 1 - rank, each: m, firsts: [0, 0] }),
      ),
    inFlight: ({ alg, x }) => alg.apply(book.inFlightDualPipeV, { p: x.pp, m: x.microBatches }),
  },
  pipedream: {
    ...LINE,
    drains: false,
    search: { never: "it trains with stale weights" },
    orders: turns(after),
    inFlight: ofOneForwardOneBackward,
  },
  naive: {
    ...LINE,
    search: { never: "all stages but one idle" },
    orders: turns(() => 0),
    inFlight: ({ x }) => x.one,
  },
  custom: {
    ...ZERO_BUBBLE,
    chunks: "vpp",
    search: { never: "its order is written for one number of stages" },
    orders: ownOrders,
    inFlight: ({ alg, plan, stage }) =>
      alg.constant(
        "activations held at most",
        ownInFlight(plan, stage),
        "1",
        "counted in the order of the plan's own schedule",
      ),
  },
};

/** Every schedule, in the order of the table. */
export const scheduleNames = Object.keys(scheduleRows) as readonly Schedule[];
