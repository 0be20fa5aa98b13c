import { partShare } from "../../formulas/communication/beside.ts";
import { chunkShare, groupsOfStep, groupWindow } from "../../formulas/communication/gradients.ts";
import { lastLayerShare } from "../../formulas/communication/payloads.ts";
import { gradientWindow, scatterWindow } from "../../formulas/step/pipeline.ts";
import type { Plan } from "../../scenario/plan.ts";
import { chunksPerStage } from "../../schedules/pieces.ts";
import type { Context } from "../inputs/context.ts";

/** What runs on a stage in the course of an update, s. */
export interface Passes<N> {
  /** Micro-batches of an update, through all that the stage holds. */
  readonly m: N;
  /** One micro-batch. */
  readonly forward: N;
  readonly backward: N;
  /** What the stage waits in the pipeline in a step. */
  readonly idle: N;
  /** Layers of the stage. */
  readonly layers: N;
}

/** How a stage's gradients reach the ranks that share them, in a step. */
export interface GradientScatter<N> {
  /** How often each is sent. */
  readonly times: N;
  /** Parts of the stage that are sent by themselves; null where it goes as one. */
  readonly parts: N | null;
  /** What it runs beside: the last backward pass, or, as it goes, passes that take `behind` s together. */
  readonly during: "last backward" | "scatter";
  readonly behind: N;
  /** Share of it that nothing can hide: what the last layer of all brings. */
  readonly last: N;
}

/** Gradients are kept as each rank's share, not whole, while they add up. */
export const keepsShares = ({ zero, gradientScatter }: Plan): boolean =>
  zero >= 2 && gradientScatter !== "step";

/**
 * Once a step, as without ZeRO 2; after every micro-batch, since only a share is kept; or between the two, after each group of
 * micro-batches that a chunk runs in a row.
 */
export function gradientScatter<N>(
  ctx: Context<N>,
  { forward, backward, idle, layers, m }: Passes<N>,
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
 * Of a stage's parameters, those whose gradients are whole for a while where each group is scattered: of the chunk whose
 * backward passes run, and of the one before while its gradients are on their way. null where no gradients are whole, or all.
 */
export function wholeShare<N>(ctx: Context<N>): N | null {
  const { alg, x, scenario } = ctx;
  const { plan } = scenario;
  if (!keepsShares(plan) || plan.gradientScatter !== "group") return null;
  const chunks = plan.overlap.dp ? Math.min(2, chunksPerStage(plan)) : 1;
  const n = alg.constant("chunks with whole gradients", chunks, "1", "one adds up, one is on its way");
  return alg.apply(chunkShare, { n, v: x.vpp });
}

const groupOf = <N>({ alg, scenario: { plan } }: Context<N>): N =>
  alg.input("plan.micro_batch_group", plan.microBatchGroup, "1");
