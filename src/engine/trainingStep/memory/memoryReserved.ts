import type { Part } from "../../core/algebra.ts";
import { isPositive } from "../../core/isPositive.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import * as activations from "../../formulas/memory/activations.ts";
import * as book from "../../formulas/memory/memory.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { layersOf } from "../model/layersOfKind.ts";
import { redistributions } from "../parallel/redistributions.ts";

/** Memory of a stage's device outside the framework's tensors: `memory.reserved`, part by part. */
export interface Reserved<N> {
  /** Device context, runtime and communicators: outside the framework's allocator. */
  readonly outside: readonly Part<N>[];
  /** Cache of the framework's allocator: memory beyond what is allocated, if room were unlimited. */
  readonly cached: N;
}

/**
 * Reserved memory of a stage. `passes` is the memory of activations, logits and buffers; `step` is what only
 * the optimizer's step needs.
 */
export function reservedMemory<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  held: { readonly passes: N; readonly step: N },
): Reserved<N> {
  const { alg, x } = ctx;
  const outside = outsideAllocator(ctx, stage);
  const wanted: Part<N>[] = [
    {
      label: "memory lost to fragmentation",
      value: alg.apply(book.fragmentedBytes, { phi: x.fragmentation, Q: held.passes }),
    },
  ];
  if (isPositive(alg, held.step))
    wanted.push({
      label: "cached blocks too small for the optimizer step's tensors",
      value: alg.apply(book.stepCached, { Q_s: held.step, Q: held.passes }),
    });
  const n_a = passesAhead(ctx, stage);
  if (n_a !== null) {
    const n = alg.apply(activations.waitingTensors, { n_run: x.runAhead, L_r: layersOf(ctx, stage), n_a });
    const value = alg.apply(activations.waitingBytes, {
      n,
      B_a: x.activationBytes,
      s: x.localSeqLen,
      b: x.microBatch,
      h: x.dModel,
    });
    wanted.push({ label: "freed tensors that wait for tensor-parallel collectives", value });
  }
  return { outside, cached: alg.sum("memory that the allocator holds without using it", "B", wanted) };
}

/** Memory outside the allocator: device context, runtime and communicators. */
export function outsideAllocator<N>(
  ctx: ModelContext<N>,
  stage: StageLayout | null = null,
): readonly Part<N>[] {
  const { alg, x } = ctx;
  const n = alg.constant(
    "communicators",
    communicators(ctx, stage),
    "1",
    "all devices, and each kind of parallelism",
  );
  return [
    { label: "device context and runtime", value: x.reserved },
    {
      label: "buffers of communicators",
      value: alg.apply(book.communicatorBytes, { n, B_c: x.communicator }),
    },
  ];
}

/**
 * Forward and backward passes that the host launches ahead of the device; null where it never runs ahead. It
 * does not run ahead where it handles every rank of a collective, being the slower then, or where it waits
 * for stages to announce their sends. In a pipeline it waits at every receive, and only the first stage
 * begins without one.
 */
function passesAhead<N>({ alg, x, scenario }: ModelContext<N>, stage: StageLayout): N | null {
  const { tp, pp, framework } = scenario.plan;
  if (tp === 1 || framework.runAhead === 0) return null;
  if (pp === 1)
    return framework.rankLaunchSeconds > 0 ? null : alg.apply(activations.passesAhead, { m: x.microBatches });
  if (stage.stage > 0 || framework.announcingSeconds > 0) return null;
  return alg.apply(activations.warmUpAhead, { m: x.microBatches, p: x.pp });
}

/** Number of communicators: one for all devices, and one for each kind of parallelism in use. */
function communicators<N>(ctx: ModelContext<N>, stage: StageLayout | null): number {
  const { tp, cp, ep, pp, dp } = ctx.scenario.plan;
  if (ctx.degrees.length > 0 && stage !== null) return communicatorsByDegree(ctx, stage);
  const used = [tp, cp, ep, pp, dp].filter((degree) => degree > 1).length;
  return used === 0 ? 0 : used + 1;
}

/** Number of communicators of a stage whose layers have several tensor-parallel degrees, or receive from one that has. */
function communicatorsByDegree<N>(ctx: ModelContext<N>, stage: StageLayout): number {
  const { pp } = ctx.scenario.plan;
  const held = stage.kinds.flatMap(({ kind }) => ctx.kinds.filter((one) => one.kind === kind));
  const plans = new Map(
    [...(stage.embedding || stage.head ? [ctx] : []), ...held].map(({ scenario: { plan } }) => [
      plan.tp,
      plan,
    ]),
  );
  const between = redistributions(ctx, stage).map(({ group }) => JSON.stringify(group.axes));
  const used = [pp, ...[...plans.values()].flatMap(({ tp, dp }) => [tp, dp])].filter((degree) => degree > 1);
  return used.length + new Set(between).size + 1;
}
