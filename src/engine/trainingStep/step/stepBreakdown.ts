import type { Part } from "../../core/algebra.ts";
import type { Breakdown } from "../../estimate/breakdown.ts";
import type { CollectiveEstimate } from "../../estimate/estimate.ts";
import { traitsOf } from "../../schedules/traits.ts";
import { compressionTime } from "../compression/compressionTime.ts";
import { type Computes, times } from "../compute/layerTime.ts";
import type { Context } from "../inputs/context.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { documentWait } from "../packing/documents.ts";
import { stragglers } from "../stragglers/stragglers.ts";
import { gradientLaunch } from "./gradientLaunch.ts";
import type { KindTime } from "./kindTimes.ts";
import type { LargestStage } from "./largestStage.ts";
import { exposedCopies, hostUpdateTime } from "./offloadedState.ts";
import { optimizerTime } from "./optimizerTime.ts";
import type { Pace } from "./pacing.ts";
import { heldParams } from "./stepCollectives.ts";
import { timePart } from "./timePart.ts";

/** Breakdown of a step's time on the slowest stage: compute, exposed communication, bubble, optimizer. */
export function stepBreakdown<N>(
  ctx: ModelContext<N>,
  work: Computes<N>,
  { slowest, bubble, layers, m, updates }: Pace<N>,
  largest: LargestStage<N>,
  collectives: readonly CollectiveEstimate<N>[],
): Breakdown<N> {
  const { alg } = ctx;
  const { layout } = slowest;
  const inLayers = partInLayers(ctx, layers, m);
  const exposed = (dimension: CollectiveEstimate["dimension"]): Breakdown<N> =>
    exposedPart(ctx, collectives, dimension);
  const vocabulary = alg.sum("embedding, head and loss of a micro-batch", "s", [
    ...(layout.embedding ? [{ label: "embedding", value: work.embedding.kinds.vocabulary }] : []),
    ...(layout.head ? [{ label: "head and loss", value: work.head.kinds.vocabulary }] : []),
  ]);
  const compute = sumOf(ctx, "compute", "compute", [
    inLayers("gemm", "matmuls", ({ work }) => work.kinds.gemm),
    inLayers("attention", "attention core", ({ work }) => work.kinds.attention),
    inLayers("memory_bound", "memory-bound kernels", ({ work }) => work.kinds.memory_bound),
    inLayers("recompute", "recomputation", ({ work }) => work.recompute),
    timePart("vocabulary", "embedding, head, loss", times(ctx, m, vocabulary)),
    inLayers("launch", "waiting for kernel launches", ({ wait }) => wait),
  ]);
  const updated = { stage: layout, ...largest };
  const replicas = exposed("dp");
  const forward = times(ctx, m, slowest.forward);
  const backward = times(ctx, m, slowest.backward);
  // Copies continue while the stage waits for other stages and for its replicas.
  const idle = [
    { label: "pipeline bubble", value: bubble },
    { label: replicas.label, value: replicas.value },
  ];
  const copies = exposedCopies(ctx, updated, { forward, backward, idle });
  const activations = inLayers("host", "copies to and from the host", ({ copying }) => copying);
  const host = withCopies(ctx, activations, copies);
  const communication = sumOf(ctx, "communication", "exposed communication", [
    exposed("tp"),
    exposed("cp"),
    exposed("ep"),
    exposed("pp"),
    replicas,
    host,
  ]);
  const untilUpdate = [
    { label: "forward", value: forward },
    { label: "backward", value: backward },
    ...idle,
    ...copies,
  ];
  const { drains } = traitsOf(ctx.scenario.plan.schedule);
  const ofStep = (update: N): N => (drains ? update : times(ctx, updates, update));
  const update =
    hostUpdateTime(ctx, updated, { ofStep, passes: untilUpdate }) ?? ofStep(optimizerTime(ctx, updated));
  const waited = stragglers(ctx, compute.value);
  const attention = compute.parts.find(({ name }) => name === "time.attention");
  const documents = attention ? documentWait(ctx, attention.value) : null;
  const launching = gradientLaunch(ctx);
  const squeezed = compressionTime(ctx, layout, heldParams(ctx, largest));
  return sumOf(ctx, "step", "step", [
    compute,
    communication,
    timePart("bubble", "pipeline bubble", bubble),
    ...(launching === null
      ? []
      : [timePart("gradient_launch", "waiting for the host to launch gradient reductions", launching)]),
    ...(squeezed === null ? [] : [timePart("compression", "compressing gradients", squeezed)]),
    ...(documents === null
      ? []
      : [timePart("documents", "waiting for the replica with the longest documents", documents)]),
    ...(waited === null ? [] : [timePart("stragglers", "waiting for the slowest device", waited)]),
    timePart("optimizer", "optimizer", update),
  ]);
}

/** Returns parts of the step that layers spend: `of` a layer and micro-batch, over all of them. */
function partInLayers<N>(
  ctx: ModelContext<N>,
  layers: Pace<N>["layers"],
  m: N,
): (name: string, label: string, of: (kind: KindTime<N>) => N) => Breakdown<N> {
  return (name, label, of) => {
    const parts = layers.map(({ label, n, value }) => ({
      label,
      value: times(ctx, m, times(ctx, n, of(value))),
    }));
    const [first, second] = parts;
    return timePart(name, label, first && !second ? first.value : ctx.alg.sum(label, "s", parts));
  };
}

/** Exposed communication of one dimension. */
function exposedPart<N>(
  { alg }: Context<N>,
  collectives: readonly CollectiveEstimate<N>[],
  dimension: CollectiveEstimate["dimension"],
): Breakdown<N> {
  const parts = collectives
    .filter((c) => c.dimension === dimension)
    .map((c) => ({ label: `${c.op} of ${c.what}`, value: c.exposedSeconds }));
  return timePart(
    dimension,
    COMM_LABELS[dimension],
    alg.sum(`exposed ${COMM_LABELS[dimension]}`, "s", parts),
  );
}

/** Exposed copies to and from the host: of activations and, if any, of offloaded state. */
function withCopies<N>(
  { alg }: Context<N>,
  activations: Breakdown<N>,
  state: readonly Part<N>[],
): Breakdown<N> {
  if (state.length === 0) return activations;
  const parts = [{ label: "activations", value: activations.value }, ...state];
  return { ...activations, value: alg.sum(activations.label, "s", parts) };
}

const COMM_LABELS = {
  tp: "tensor parallel",
  cp: "context parallel",
  ep: "expert parallel",
  pp: "pipeline",
  dp: "data parallel",
} as const;

/** A part of the breakdown that is the sum of other parts. */
function sumOf<N>(
  { alg }: Context<N>,
  name: string,
  label: string,
  parts: readonly Breakdown<N>[],
): Breakdown<N> {
  return timePart(name, label, alg.sum(`${label} time`, "s", parts), parts);
}
