import type { Part } from "../../core/algebra.ts";
import { inputGradientTime } from "../../formulas/step/pipeline.ts";
import type { Plan } from "../../scenario/plan.ts";
import { splitsBackward } from "../../schedules/pieces.ts";
import {
  bothComm,
  exposedLabel,
  type LayerComm,
  NO_COMM,
  type Recurring,
} from "../communication/communication.ts";
import type { Directions } from "../compute/host.ts";
import { type Compute, type Computes, computes, layerName } from "../compute/layerTime.ts";
import { stageAxes, strideOf } from "../fabric/groups.ts";
import type { Context } from "../inputs/context.ts";
import { type Factor, factored } from "../inputs/factor.ts";
import { type LayerActivations, layerActivations } from "../memory/activations.ts";
import { groupDegrees } from "../model/groupDegrees.ts";
import type { LayerContext, ModelContext } from "../model/layerContext.ts";
import { layerCpComm } from "../parallel/contextParallel.ts";
import { expertComm } from "../parallel/expertComm.ts";
import { endsTpComm, layerTpComm } from "../parallel/tensorParallel.ts";

/**
 * Work of one micro-batch in one layer of each kind and at the model's ends (embedding, head): kernels, collectives
 * and saved activations.
 */
export interface MicroBatchWork<N> {
  readonly work: Computes<N>;
  /** Work of one layer of each kind, in the order of the context's kinds. */
  readonly layers: readonly LayerWork<N>[];
  readonly ends: ReturnType<typeof endsTpComm<N>>;
  readonly embedding: Directions<N>;
  readonly head: Directions<N>;
  /** Time around the layers of a vision encoder; null for a model without one. */
  readonly vision: Directions<N> | null;
}

export interface LayerWork<N> {
  readonly comm: LayerComm<N>;
  /** Time of the layer's kernels and exposed collectives, s, by pass. */
  readonly busy: Directions<N>;
  readonly activations: LayerActivations<N>;
}

/**
 * Plan fields that the work of a micro-batch (`MicroBatchWork`) never depends on: layout of pipeline and replicas,
 * optimizer, run.
 */
const laidOut: readonly (keyof Plan)[] = [
  "name",
  "vpp",
  "sync",
  "compression",
  "prefetch",
  "microBatchGroup",
  "ownSchedule",
  "split",
  "place",
  "encoderStages",
  "globalBatch",
  "optimizer",
  "shampoo",
  "offload",
  "offloadLayers",
  "stateOffload",
  "time",
  "memory",
  "tokens",
  "targetLoss",
  "scalingLaw",
  "criticalBatch",
  "tuned",
  "checkpoint",
  "elastic",
  "simulate",
  "serve",
  "rl",
];
/**
 * Text that compares plans by the distances between the ranks of a layer's groups (tp, cp, ep, etp): rank orders that
 * place these groups alike have equal texts. "" stands for tp_cp order on consecutive devices, in which pipeline
 * stages and replicas do not affect the distances.
 */
export function layerPlacement(plan: Plan): string {
  const { ep, etp } = plan;
  // Experts number all devices of a stage, across its replicas.
  const groups = [
    { size: ep, stride: etp },
    { size: etp, stride: 1 },
  ];
  const places = groups.map((axis) => stageAxes(plan, axis));
  const apart = places.some(([first, ...more], i) => more.length > 0 || first?.stride !== groups[i]?.stride);
  const strides = placementOutsideExperts(plan);
  return apart || strides !== "" ? `${strides} ${apart ? JSON.stringify(places) : ""}` : "";
}

/** Text as that of `layerPlacement`, for the groups of tensor and context parallelism alone. */
export function placementOutsideExperts(plan: Plan): string {
  const { tp, cp } = plan;
  const strides = [tp > 1 ? strideOf(plan, "tp") : 1, cp > 1 ? strideOf(plan, "cp") : tp];
  return strides[0] === 1 && strides[1] === tp ? "" : String(strides);
}

/** Plan fields that the work of a micro-batch does not depend on if the condition `unread` holds for the plan. */
const sometimes: readonly {
  readonly fields: readonly (keyof Plan)[];
  readonly unread: (plan: Plan) => boolean;
}[] = [
  // Weights are cast once for all micro-batches.
  { fields: ["numMicroBatches"], unread: ({ precision }) => precision.scaling === null },
  { fields: ["dp", "pp", "rankOrder"], unread: (plan) => layerPlacement(plan) === "" },
  {
    fields: ["zero", "dpShard", "reshardAfter", "gradientScatter"],
    unread: ({ framework }) => framework.shardCopies === "nothing",
  },
  // Only overlap within layers depends on whether the gradients of weights are passes of their own.
  { fields: ["schedule"], unread: (plan) => !hidesInLayers(plan) },
];

/**
 * True for plans in which tensor-parallel or expert-parallel collectives overlap a layer's kernels. A context-parallel
 * ring does not count, because it overlaps attention only.
 */
export const hidesInLayers = ({ overlap: { tp, ep, sharedExperts } }: Plan): boolean =>
  tp || ep || sharedExperts;

const sets = Array.from({ length: 2 ** sometimes.length }, (_, bits) => bits).map(
  (bits): ReadonlySet<keyof Plan> =>
    new Set([...laidOut, ...sometimes.flatMap(({ fields }, i) => ((bits >> i) & 1 ? fields : []))]),
);

/** Groups of layers with degrees of their own have replicas and micro-batches that follow from all degrees. */
const nothing: ReadonlySet<keyof Plan> = new Set();

export const microBatchFactor: Factor = {
  without: (plan) =>
    groupDegrees(plan).length > 0
      ? nothing
      : (sets[
          sometimes.reduce((bits, { unread }, i) => bits | (unread(plan) ? 1 << i : 0), 0)
        ] as ReadonlySet<keyof Plan>),
};

/**
 * Work of one micro-batch, memoised: plans that agree in all fields that it depends on share one result. `known` is
 * the context's kernel times, where these are already computed.
 */
export function microBatchWork<N>(ctx: ModelContext<N>, known: Computes<N> | null = null): MicroBatchWork<N> {
  return factored(ctx, microBatchFactor, () => makeMicroBatchWork(ctx, known ?? computes(ctx)));
}

export function makeMicroBatchWork<N>(ctx: ModelContext<N>, work = computes(ctx)): MicroBatchWork<N> {
  const ends = endsTpComm(ctx);
  const layers = ctx.kinds.map((kind, i): LayerWork<N> => {
    const own = work.layers[i] as Compute<N>;
    const comm = layerComm(kind, own);
    return {
      comm,
      busy: withComm(ctx, layerName(ctx, kind), own, comm),
      activations: layerActivations(kind),
    };
  });
  return {
    work,
    layers,
    ends,
    embedding: withComm(ctx, "the embedding", work.embedding, ends.embedding),
    head: withComm(ctx, "head and loss", work.head, ends.head),
    vision: work.vision && withComm(ctx, "patches and projector", work.vision, NO_COMM),
  };
}

/**
 * Collectives of one layer for one micro-batch. Collectives that overlap a part of the layer are placed first, and
 * collectives that overlap all of it then hide in the time that is left.
 */
function layerComm<N>(ctx: LayerContext<N>, work: Compute<N>): LayerComm<N> {
  const { experts, scenario } = ctx;
  const overlapping = overlappingWork(ctx, work);
  const tensors = (placed: LayerComm<N>): LayerComm<N> => layerTpComm(ctx, overlapping, placed);
  const tokens = (placed: LayerComm<N>): LayerComm<N> =>
    experts ? expertComm(ctx, experts, overlapping, placed) : NO_COMM;
  const order = scenario.plan.overlap.ep ? [tensors, tokens] : [tokens, tensors];
  const found = order.reduce((placed, of) => bothComm(placed, of(placed)), layerCpComm(ctx, work.core));
  // Layers without a backward pass only communicate forward.
  return ctx.gradients === "none" ? { ...NO_COMM, forward: found.forward } : found;
}

/**
 * Kernels that collectives of a layer can overlap. Under schedules that compute weight gradients in separate passes,
 * perhaps much later, these kernels are excluded.
 */
function overlappingWork<N>({ alg, scenario }: Context<N>, work: Compute<N>): Compute<N> {
  const { plan } = scenario;
  if (!hidesInLayers(plan) || !splitsBackward(plan.schedule)) return work;
  const { backward, weights, shared } = work;
  const inputs = alg.apply(inputGradientTime, { tau_1: backward, tau_2: weights });
  const nothing = alg.constant("gradients of the weights", 0, "s", "passes of their own");
  return {
    ...work,
    ...{ backward: inputs, weights: nothing },
    shared: shared && {
      dispatch: { ...shared.dispatch, backward: shared.dispatch.inputs },
      combine: { ...shared.combine, backward: shared.combine.inputs },
    },
  };
}

function withComm<N>(
  { alg }: Context<N>,
  of: string,
  compute: Compute<N>,
  { forward, recompute, backward }: LayerComm<N>,
): Directions<N> {
  const exposed = (list: readonly Recurring<N>[]): readonly Part<N>[] =>
    list.map((r) => ({ label: exposedLabel(r, r.group.size), value: r.exposed }));
  return {
    forward: alg.sum(`forward time of ${of}`, "s", [
      { label: `forward kernels of ${of}`, value: compute.forward },
      ...exposed(forward),
    ]),
    backward: alg.sum(`backward time of ${of}`, "s", [
      { label: `backward kernels of ${of}`, value: compute.backward },
      { label: `recomputed forward kernels of ${of}`, value: compute.recompute },
      ...exposed(recompute),
      ...exposed(backward),
    ]),
  };
}
