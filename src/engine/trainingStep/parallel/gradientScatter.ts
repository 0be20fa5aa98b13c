import { chunkShare, groupsOfStep, groupWindow } from "../../formulas/communication/gradients.ts";
import { partShare } from "../../formulas/communication/overlap.ts";
import { lastLayerShare } from "../../formulas/communication/payloads.ts";
import { gradientWindow, scatterWindow } from "../../formulas/step/pipeline.ts";
import type { Plan } from "../../scenario/plan.ts";
import { chunksPerStage } from "../../schedules/pieces.ts";
import type { Context } from "../inputs/context.ts";

/** Times of a stage's passes in one update, s. */
export interface UpdatePasses<N> {
  /** Micro-batches of an update, through all chunks of the stage. */
  readonly m: N;
  /** Time of one micro-batch. */
  readonly forward: N;
  readonly backward: N;
  /** Time that the stage waits in the pipeline in a step. */
  readonly idle: N;
  /** Number of layers of the stage. */
  readonly layers: N;
}

/** Schedule of a stage's gradient reduction in a step. */
export interface GradientScatter<N> {
  /** Reductions of each gradient in a step. */
  readonly times: N;
  /** Parts of the stage that are reduced separately; null where it is reduced as a whole. */
  readonly parts: N | null;
  /**
   * Computation that the reduction overlaps: the last backward pass, or `scatter`, passes of `behind` s in
   * total.
   */
  readonly during: "last backward" | "scatter";
  readonly behind: N;
  /** Share of the reduction that nothing can hide: the gradients of the last layer. */
  readonly last: N;
}

/** True where gradients accumulate as each rank's shard, not whole. */
export const keepsShares = ({ zero, gradientScatter }: Plan): boolean =>
  zero >= 2 && gradientScatter !== "step";

/**
 * Schedule of a stage's gradient reduction. It runs once a step, after every micro-batch (as only a shard is
 * stored), or after each group of micro-batches that a chunk runs in a row.
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
 * Share of a stage's parameters with whole gradients at a time, where each group of micro-batches is
 * scattered. They belong to the chunk in backward, and to the previous chunk while its gradients are sent.
 * null where no gradients are whole, or all.
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
