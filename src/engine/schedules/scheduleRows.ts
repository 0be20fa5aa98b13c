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
 * Assumed pass times for which orders are planned: equal times, a heavy head, layers with little attention
 * (gradients of inputs slightly longer, of weights slightly shorter), layers with much attention, and much
 * attention with a head. Orders planned for other ratios, or for a run's own times, take a time within 3% of
 * the best of these orders.
 */
const SEVERAL: readonly Proportions[] = [
  EQUAL,
  { ...EQUAL, head: 0.25 },
  { forward: 5, backward: 6, weights: 4, head: 0 },
  { forward: 1, backward: 2, weights: 1, head: 0 },
  { forward: 5, backward: 7, weights: 3, head: 0.125 },
];

/**
 * Makes the `orders` function of schedules in which a rank first runs `warmUp` forwards and then alternates
 * forwards and backwards.
 */
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

/** Makes the `orders` function of schedules that repeat one building block for every micro-batch. */
const blocks =
  (offsets: BlockOffsets): ScheduleRow["orders"] =>
  ({ pp, numMicroBatches }) =>
    repeatBlock(pp, numMicroBatches, offsets);

/**
 * Number of stages after a rank. 1F1B runs this number of forwards before it alternates forwards and backwards.
 */
const after = (rank: number, { pp }: ScheduledPlan): number => pp - rank - 1;

/** Number of all forwards of a rank, for schedules that run every forward before the first backward. */
const all = (_rank: number, { numMicroBatches, vpp }: ScheduledPlan): number => numMicroBatches * vpp;

const index = <N>({ alg, stage }: HeldAt<N>): N =>
  alg.constant("index of the stage", stage, "1", "the stage's place in the pipeline");

const everything = <N>({ alg, x }: HeldAt<N>): N => alg.apply(book.inFlightGpipe, { m: x.microBatches });

const ofOneForwardOneBackward = <N>(at: HeldAt<N>): N =>
  at.alg.apply(book.inFlight1f1b, { p: at.x.pp, r: index(at), m: at.x.microBatches });

/**
 * Makes the `inFlight` function of zero-bubble schedules: at the peak, `times` micro-batches for each pipeline
 * stage, minus `fewer`.
 */
const zeroBubble =
  (times: number, fewer: number) =>
  <N>({ alg, x, plan: { schedule } }: HeldAt<N>): N =>
    alg.apply(book.inFlightZeroBubble, {
      p: x.pp,
      m: x.microBatches,
      c_p: alg.constant("micro-batches for each stage", times, "1", `schedule = ${schedule}`),
      c_1: alg.constant("fewer by", fewer, "1", `schedule = ${schedule}`),
    });

/**
 * Makes the `inFlight` function of controllable-memory schedules: 1F1B's p micro-batches plus `more` for the
 * stages at which the V-shaped path turns, divided by `share`.
 */
const controllable =
  (share: number, more: number) =>
  <N>({ alg, x, plan: { schedule } }: HeldAt<N>): N =>
    alg.apply(book.inFlightControllable, {
      p: x.pp,
      m: x.microBatches,
      c_p: alg.constant("of 1F1B's activations one in", share, "1", `schedule = ${schedule}`),
      c_1: alg.constant("more for the turns", more, "1", `schedule = ${schedule}`),
    });

/**
 * Default properties of a schedule: one chunk a stage, gradients of inputs and weights in one pass, and a
 * pipeline that drains after each step.
 */
const LINE = {
  chunks: 1,
  placement: "loop",
  splits: false,
  closed: false,
  drains: true,
  steady: true,
  staggers: false,
  least: 0,
  grouped: false,
  search: { leastChunks: 1 },
  fill: null,
} as const;

/** Properties of zero-bubble schedules, in which gradients of weights fill idle time. */
const ZERO_BUBBLE = { ...LINE, splits: true, staggers: true } as const;
const V_SHAPE = { ...ZERO_BUBBLE, chunks: 2, placement: "v" } as const;
/**
 * Properties of bidirectional schedules, in which forwards of one direction overlap backwards of the other
 * direction.
 */
const BOTH_WAYS = { ...LINE, chunks: 2, splits: true, least: 2 } as const;

const fill = (
  most: FillRule["most"],
  { early = false, plannedFor = [EQUAL] }: Partial<FillRule> = {},
): FillRule => ({ most, early, plannedFor });

/**
 * Properties of every schedule, simplest first: a search tries schedules in this order. The offsets of a
 * building block determine its memory. A chunk whose forward and backward offsets sum to 6 units holds as much
 * as 1F1B; 3 units hold half of it, 2 units a third (arXiv:2405.15362, section 3.2).
 */
export const scheduleRows: Readonly<Record<Schedule, ScheduleRow>> = {
  "1f1b": { ...LINE, closed: true, orders: turns(after), inFlight: ofOneForwardOneBackward },
  interleaved_1f1b: {
    ...LINE,
    chunks: "vpp",
    closed: true,
    grouped: true,
    // With one chunk a stage, the interleaved schedule equals 1F1B, so a search begins at two chunks.
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
  gpipe: { ...LINE, steady: false, closed: true, orders: turns(all), inFlight: everything },
  breadth_first: { ...LINE, steady: false, chunks: "vpp", orders: turns(all), inFlight: everything },
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

/** Names of all schedules, in the order of `scheduleRows`. */
export const scheduleNames = Object.keys(scheduleRows) as readonly Schedule[];
