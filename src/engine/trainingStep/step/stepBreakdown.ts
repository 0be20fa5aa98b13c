import type { Part } from "../../core/algebra.ts";
import type { Breakdown } from "../../estimate/breakdown.ts";
import type { CollectiveEstimate } from "../../estimate/estimate.ts";
import { traitsOf } from "../../schedules/traits.ts";
import { exposedLabel } from "../communication/communication.ts";
import { compressionTime } from "../compression/compressionTime.ts";
import { type Computes, times } from "../compute/layerTime.ts";
import type { Context } from "../inputs/context.ts";
import { givenPart } from "../inputs/givenPart.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { endsVision } from "../model/visionPlace.ts";
import { documentWait } from "../packing/documents.ts";
import { stragglers } from "../stragglers/stragglers.ts";
import { addedTimes } from "./addedTimes.ts";
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
    ...(layout.embedding
      ? [{ label: "embedding of one micro-batch", value: work.embedding.kinds.vocabulary }]
      : []),
    ...(work.vision && endsVision(ctx.scenario.model, layout.spans)
      ? [{ label: "patches and projector of one micro-batch", value: work.vision.kinds.vocabulary }]
      : []),
    ...(layout.head
      ? [{ label: "head and loss of one micro-batch", value: work.head.kinds.vocabulary }]
      : []),
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
    { label: "pipeline bubble of the slowest stage", value: bubble },
    { label: "exposed data-parallel communication", value: replicas.value },
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
    { label: "forward passes of all micro-batches on the stage", value: forward },
    { label: "backward passes of all micro-batches on the stage", value: backward },
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
  return withGiven(ctx, [
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

/** The step as the sum of its parts, with the times that the plan sets in place of the engine's. */
function withGiven<N>(ctx: Context<N>, parts: readonly Breakdown<N>[]): Breakdown<N> {
  const given = givenPart(ctx, "time");
  if (given === null) return sumOf(ctx, "step", "step", parts);
  const present = new Set(parts.flatMap((part) => [part.name, ...part.parts.map(({ name }) => name)]));
  const set = (part: Breakdown<N>): Breakdown<N> => {
    if (part.parts.length === 0) return given(part);
    const short = part.name.slice("time.".length);
    return sumOf(ctx, short, part.label, part.parts.map(given));
  };
  return sumOf(ctx, "step", "step", [...parts.map(set), ...addedTimes(ctx, present)]);
}

/**
 * Returns a function that makes one part of the step's time: the time `of` one layer for one micro-batch, summed over
 * the stage's layers and `m` micro-batches.
 */
function partInLayers<N>(
  ctx: ModelContext<N>,
  layers: Pace<N>["layers"],
  m: N,
): (name: string, label: string, of: (kind: KindTime<N>) => N) => Breakdown<N> {
  return (name, label, of) => {
    const parts = layers.map((one) => ({
      label: `${label} of ${one.label}`,
      value: times(ctx, m, times(ctx, one.n, of(one.value))),
    }));
    const [first, second] = parts;
    return timePart(name, label, first && !second ? first.value : ctx.alg.sum(label, "s", parts));
  };
}

/** Part of the step's time that is exposed communication of one parallel dimension, such as `tp`. */
function exposedPart<N>(
  { alg }: Context<N>,
  collectives: readonly CollectiveEstimate<N>[],
  dimension: CollectiveEstimate["dimension"],
): Breakdown<N> {
  const parts = collectives
    .filter((c) => c.dimension === dimension)
    .map((c) => ({ label: exposedLabel(c, c.groupSize), value: c.exposedSeconds }));
  return timePart(
    dimension,
    COMM_LABELS[dimension],
    alg.sum(`exposed ${COMM_LABELS[dimension]} communication`, "s", parts),
  );
}

/** Part of the step's time that is exposed copies between device and host: of activations and of offloaded state. */
function withCopies<N>(
  { alg }: Context<N>,
  activations: Breakdown<N>,
  state: readonly Part<N>[],
): Breakdown<N> {
  if (state.length === 0) return activations;
  const parts = [{ label: "exposed copies of offloaded activations", value: activations.value }, ...state];
  return { ...activations, value: alg.sum(activations.label, "s", parts) };
}

const COMM_LABELS = {
  tp: "tensor parallel",
  cp: "context parallel",
  ep: "expert parallel",
  pp: "pipeline",
  dp: "data parallel",
} as const;

/** Full names of parts of the step's time for a derivation, where a line is read alone. Tables use short labels. */
export const IN_FULL: Readonly<Record<string, string>> = {
  "time.compute": "compute: the step's kernels and waits for their launch",
  "time.gemm": "matmuls of linear layers, forward and backward",
  "time.attention": "attention core, forward and backward",
  "time.memory_bound": "memory-bound kernels, forward and backward",
  "time.recompute": "recomputation of activations in the backward pass",
  "time.vocabulary": "embedding, language-model head and loss",
  "time.launch": "device idle while the host launches kernels",
  "time.communication": "exposed communication of the step",
  "time.tp": "exposed tensor-parallel communication",
  "time.cp": "exposed context-parallel communication",
  "time.ep": "exposed expert-parallel communication",
  "time.pp": "exposed sends between pipeline stages",
  "time.dp": "exposed data-parallel communication",
  "time.host": "exposed copies between device and host memory",
  "time.bubble": "pipeline bubble: idle time of the slowest stage",
  "time.optimizer": "optimizer update",
};

/** Makes a part of the step's time that is the sum of other parts. */
function sumOf<N>(
  { alg }: Context<N>,
  name: string,
  label: string,
  parts: readonly Breakdown<N>[],
): Breakdown<N> {
  const named = parts.map((part) => ({ label: IN_FULL[part.name] ?? part.label, value: part.value }));
  return timePart(name, label, alg.sum(`${label} time`, "s", named), parts);
}
