import type { Part } from "../../core/algebra.ts";
import { isPositive } from "../../core/isPositive.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import * as activations from "../../formulas/memory/activations.ts";
import * as book from "../../formulas/memory/memory.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { layersOf } from "../model/layersOfKind.ts";

/** What a stage's device holds that the framework's tensors do not fill: `memory.reserved`, part by part. */
export interface Reserved<N> {
  /** Context, runtime and communicators: outside the framework's allocator. */
  readonly outside: readonly Part<N>[];
  /** Held by the framework's allocator, beyond what is allocated: what it would hold, whatever room there is. */
  readonly cached: N;
}

/** `passes` is what activations, logits and buffers hold; `step` what only the optimizer's step needs. */
export function reservedMemory<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  held: { readonly passes: N; readonly step: N },
): Reserved<N> {
  const { alg, x } = ctx;
  const outside = outsideAllocator(ctx);
  const wanted: Part<N>[] = [
    {
      label: "fragments",
      value: alg.apply(book.fragmentedBytes, { phi: x.fragmentation, Q: held.passes }),
    },
  ];
  if (isPositive(alg, held.step))
    wanted.push({
      label: "blocks of the passes, too small for the optimizer's step",
      value: alg.apply(book.stepCached, { Q_s: held.step, Q: held.passes }),
    });
  const n_a = passesAhead(ctx, stage);
  if (n_a !== null) {
    const n = alg.apply(activations.waitingTensors, { n_q: x.runAhead, L_r: layersOf(ctx, stage), n_a });
    const value = alg.apply(activations.waitingBytes, {
      n,
      B_a: x.activationBytes,
      s: x.localSeqLen,
      b: x.microBatch,
      h: x.dModel,
    });
    wanted.push({ label: "freed, but waiting for tensor-parallel collectives", value });
  }
  return { outside, cached: alg.sum("held by the allocator", "B", wanted) };
}

/** Context, runtime and communicators. */
export function outsideAllocator<N>(ctx: ModelContext<N>): readonly Part<N>[] {
  const { alg, x } = ctx;
  const n = alg.constant(
    "communicators",
    communicators(ctx),
    "1",
    "all devices, and each kind of parallelism",
  );
  return [
    { label: "context and runtime", value: x.reserved },
    { label: "communicators", value: alg.apply(book.communicatorBytes, { n, B_c: x.communicator }) },
  ];
}

/**
 * Passes that the host launches before it must wait for the device; null where it never runs ahead: where it deals with every rank of a
 * collective it is the slower of the two, and where stages announce what they send it waits for them. In a pipeline it waits at every receive,
 * and only the first stage begins without one.
 */
function passesAhead<N>({ alg, x, scenario }: ModelContext<N>, stage: StageLayout): N | null {
  const { tp, pp, framework } = scenario.plan;
  if (tp === 1 || framework.runAhead === 0) return null;
  if (pp === 1)
    return framework.rankLaunchSeconds > 0 ? null : alg.apply(activations.passesAhead, { m: x.microBatches });
  if (stage.stage > 0 || framework.announcingSeconds > 0) return null;
  return alg.apply(activations.warmUpAhead, { m: x.microBatches, p: x.pp });
}

/** One for all devices, and one for each kind of parallelism that a device takes part in. */
function communicators<N>({ scenario }: ModelContext<N>): number {
  const { tp, cp, ep, pp, dp } = scenario.plan;
  const used = [tp, cp, ep, pp, dp].filter((degree) => degree > 1).length;
  return used === 0 ? 0 : used + 1;
}
