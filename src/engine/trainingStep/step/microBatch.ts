import type { Part } from "../../core/algebra.ts";
import { inputGradientTime } from "../../formulas/step/pipeline.ts";
import type { Plan } from "../../scenario/plan.ts";
import { splitsBackward } from "../../schedules/pieces.ts";
import { bothComm, type LayerComm, NO_COMM, type Recurring } from "../communication/communication.ts";
import type { Directions } from "../compute/host.ts";
import { type Compute, type Computes, computes, layerName } from "../compute/layerTime.ts";
import { stageAxes } from "../fabric/groups.ts";
import type { Context } from "../inputs/context.ts";
import { type Factor, factored } from "../inputs/factor.ts";
import { type LayerActivations, layerActivations } from "../memory/activations.ts";
import type { LayerContext, ModelContext } from "../model/layerContext.ts";
import { layerCpComm } from "../parallel/contextParallel.ts";
import { expertComm } from "../parallel/expertComm.ts";
import { endsTpComm, layerTpComm } from "../parallel/tensorParallel.ts";

/** One micro-batch through a layer of each kind and through the model's ends: kernels, collectives, what is kept. */
export interface MicroBatchWork<N> {
  readonly work: Computes<N>;
  /** Of each kind of layer, in the order of the context's kinds. */
  readonly layers: readonly LayerWork<N>[];
  readonly ends: ReturnType<typeof endsTpComm<N>>;
  readonly embedding: Directions<N>;
  readonly head: Directions<N>;
}

export interface LayerWork<N> {
  readonly comm: LayerComm<N>;
  /** Kernels and what of the collectives is exposed, s. */
  readonly busy: Directions<N>;
  readonly activations: LayerActivations<N>;
}

/** How the pipeline and the replicas are laid out, what the optimizer does and how long the run is: nothing to a layer. */
const laidOut: readonly (keyof Plan)[] = [
  "name",
  "vpp",
  "sync",
  "compression",
  "prefetch",
  "microBatchGroup",
  "ownSchedule",
  "split",
  "globalBatch",
  "optimizer",
  "shampoo",
  "offload",
  "offloadLayers",
  "stateOffload",
  "tokens",
  "targetLoss",
  "scalingLaw",
  "criticalBatch",
  "tuned",
  "checkpoint",
  "elastic",
  "simulate",
  "serve",
];
/** Where the ranks of a layer's groups lie, as a text; "" where neither stages nor replicas lie between them. */
export function layerPlacement(plan: Plan): string {
  const { rankOrder, tp, cp, dp, pp, ep, etp } = plan;
  const [first, second] = rankOrder;
  if (first !== "tp" || second !== "cp") return `${rankOrder} ${tp} ${cp} ${dp} ${pp}`;
  // Experts number all devices of a stage, replicas among them.
  const groups = [
    { size: ep, stride: etp },
    { size: etp, stride: 1 },
  ];
  const places = groups.map((axis) => stageAxes(plan, axis));
  const apart = places.some(([first, ...more], i) => more.length > 0 || first?.stride !== groups[i]?.stride);
  return apart ? JSON.stringify(places) : "";
}

/** Nothing to a layer in most plans. */
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
  // Gradients of weights in passes of their own hide nothing of the rest.
  { fields: ["schedule"], unread: (plan) => !hidesInLayers(plan) },
];

/** Whether collectives run beside a layer's kernels; a ring alone has nothing but attention beside it. */
export const hidesInLayers = ({ overlap: { tp, ep, sharedExperts } }: Plan): boolean =>
  tp || ep || sharedExperts;

const sets = Array.from({ length: 2 ** sometimes.length }, (_, bits) => bits).map(
  (bits): ReadonlySet<keyof Plan> =>
    new Set([...laidOut, ...sometimes.flatMap(({ fields }, i) => ((bits >> i) & 1 ? fields : []))]),
);

export const microBatchFactor: Factor = {
  without: (plan) =>
    sets[sometimes.reduce((bits, { unread }, i) => bits | (unread(plan) ? 1 << i : 0), 0)] as ReadonlySet<
      keyof Plan
    >,
};

/** Made once for all plans that agree in what it depends on. `known`: the context's kernels, where they are. */
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
  };
}

/** Collectives of one layer and micro-batch: those that run beside a part of it first, then those that run beside all of it. */
function layerComm<N>(ctx: LayerContext<N>, work: Compute<N>): LayerComm<N> {
  const { experts, scenario } = ctx;
  const beside = besideComm(ctx, work);
  const tensors = (settled: LayerComm<N>): LayerComm<N> => layerTpComm(ctx, beside, settled);
  const tokens = (settled: LayerComm<N>): LayerComm<N> =>
    experts ? expertComm(ctx, experts, beside, settled) : NO_COMM;
  const order = scenario.plan.overlap.ep ? [tensors, tokens] : [tokens, tensors];
  return order.reduce((settled, of) => bothComm(settled, of(settled)), layerCpComm(ctx, work.core));
}

/** Kernels as collectives run beside them: without the gradients of weights where these are passes of their own, perhaps much later. */
function besideComm<N>({ alg, scenario }: Context<N>, work: Compute<N>): Compute<N> {
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
    list.map((r) => ({ label: `${r.op} of ${r.what}`, value: r.exposed }));
  return {
    forward: alg.sum(`time of ${of} forward`, "s", [
      { label: "kernels", value: compute.forward },
      ...exposed(forward),
    ]),
    backward: alg.sum(`time of ${of} backward`, "s", [
      { label: "kernels", value: compute.backward },
      { label: "recomputation", value: compute.recompute },
      ...exposed(recompute),
      ...exposed(backward),
    ]),
  };
}
