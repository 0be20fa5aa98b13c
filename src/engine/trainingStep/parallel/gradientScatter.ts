import { chunkShare, groupsOfStep, groupWindow } from "../../formulas/communication/gradients.ts";
import { partShare } from "../../formulas/communication/overlap.ts";
import { lastLayerShare } from "../../formulas/communication/payloads.ts";
import { gradientWindow, scatterWindow } from "../../formulas/step/pipeline.ts";
import type { Plan } from "../../scenario/plan.ts";
import { chunksPerStage } from "../../schedules/pieces.ts";
import type { Context } from "../inputs/context.ts";

/**
 * Passes of a pipeline stage in one optimizer update, which gradient collectives can overlap: numbers and durations.
 */
export interface UpdatePasses<N> {
  /** Number of micro-batches in one update. */
  readonly m: N;
  /** Time of the forward pass of one micro-batch through all chunks of the stage, s. */
  readonly forward: N;
  readonly backward: N;
  /** Time that the stage idles in the pipeline in a step, s. */
  readonly idle: N;
  /** Number of layers of the stage. */
  readonly layers: N;
}

/** Schedule of a pipeline stage's gradient reduction: how often it runs in a step, and what it overlaps. */
export interface GradientScatter<N> {
  /** Number of times that each gradient is reduced in a step. */
  readonly times: N;
  /** Number of parts (chunks) of the stage that are reduced separately; null where all are reduced together. */
  readonly parts: N | null;
  /**
   * Computation that the reduction overlaps. `last backward`: the step's last backward passes. `scatter`: all passes
   * after the first gradients to reduce are complete. `behind` is the duration of this computation, s.
   */
  readonly during: "last backward" | "scatter";
  readonly behind: N;
  /** Share of the reduction that no computation can hide, 0 to 1: the gradients of the layer that runs last. */
  readonly last: N;
}

/**
 * True for plans in which a rank stores only its shard of the accumulated gradients (ZeRO 2 and 3, unless gradients
 * are reduced once a step). False where a rank accumulates whole gradients.
 */
export const keepsShares = ({ zero, gradientScatter }: Plan): boolean =>
  zero >= 2 && gradientScatter !== "step";

/**
 * Schedule of a pipeline stage's gradient reduction. A stage that accumulates whole gradients reduces them once a
 * step. A stage that stores only a shard reduces them after every micro-batch, or after each group of micro-batches
 * that a chunk runs in a row (`plan.gradient_scatter`).
 */
export function gradientScatter<N>(
  ctx: Context<N>,
  { forward, backward, idle, layers, m }: UpdatePasses<N>,
): GradientScatter<N> {
  const { alg, x, scenario } = ctx;
  const { plan } = scenario;
  const { pp: p, vpp: v } = x;
  const last = alg.apply(lastLayerShare, { L_r: layers });
  if (!keepsShares(plan)) {
    const behind = alg.apply(gradientWindow, { tau: backward, p, m, v });
    return { times: x.one, parts: null, during: "last backward", behind, last };
  }
  if (plan.gradientScatter === "micro_batch") {
    const behind = alg.apply(scatterWindow, { m, tau_b: backward, tau_f: forward, tau_w: idle });
    return { times: m, parts: null, during: "scatter", behind, last };
  }
  const g = groupOf(ctx);
  const times = alg.apply(groupsOfStep, { m, g });
  return {
    times,
    parts: v,
    during: "scatter",
    behind: alg.apply(groupWindow, { m, g, p, v, tau_b: backward, tau_f: forward }),
    last: alg.apply(partShare, { c: last, n: times }),
  };
}

/**
 * Share of a stage's parameters whose gradients a rank stores unsharded at one time, where gradients are
 * reduce-scattered after each group of micro-batches: the chunk in its backward pass, and under overlap the chunk
 * whose gradients are being sent. null for other schedules, which need no such buffer for part of the stage.
 */
export function wholeShare<N>(ctx: Context<N>): N | null {
  const { alg, x, scenario } = ctx;
  const { plan } = scenario;
  if (!keepsShares(plan) || plan.gradientScatter !== "group") return null;
  const chunks = plan.overlap.dp ? Math.min(2, chunksPerStage(plan)) : 1;
  const n = alg.constant(
    "chunks with unsharded gradients",
    chunks,
    "1",
    "one accumulates, one is being reduced",
  );
  return alg.apply(chunkShare, { n, v: x.vpp });
}

const groupOf = <N>({ alg, scenario: { plan } }: Context<N>): N =>
  alg.input("plan.micro_batch_group", plan.microBatchGroup, "1");
