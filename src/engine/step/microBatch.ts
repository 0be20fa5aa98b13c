import type { Part } from "../algebra.ts";
import type { LayerComm, Recurring } from "../communication/communication.ts";
import { layerCpComm } from "../communication/contextParallel.ts";
import { expertComm } from "../communication/expertComm.ts";
import { stageAxes } from "../communication/groups.ts";
import { endsTpComm, layerTpComm } from "../communication/tensorParallel.ts";
import type { Directions } from "../compute/host.ts";
import { type Compute, type Computes, computes, layerName } from "../compute/layerTime.ts";
import type { Context } from "../context.ts";
import { type Factor, factored } from "../factor.ts";
import type { LayerContext, ModelContext } from "../layerContext.ts";
import { type LayerActivations, layerActivations } from "../memory/activations.ts";
import type { Plan } from "../scenario/plan.ts";

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
  "zero",
  "dpShard",
  "sync",
  "compression",
  "reshardAfter",
  "gradientScatter",
  "prefetch",
  "schedule",
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
/** What lies between the ranks of a layer's groups, as a text; "" where stages and replicas do not. */
export function layerPlacement(plan: Plan): string {
  const { rankOrder, dp, pp, ep, etp } = plan;
  const [first, second] = rankOrder;
  if (first !== "tp" || second !== "cp") return `${rankOrder} ${dp} ${pp}`;
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
];

const sets = [0, 1, 2, 3].map(
  (bits): ReadonlySet<keyof Plan> =>
    new Set([...laidOut, ...sometimes.flatMap(({ fields }, i) => ((bits >> i) & 1 ? fields : []))]),
);

export const microBatchFactor: Factor = {
  without: (plan) =>
    sets[sometimes.reduce((bits, { unread }, i) => bits | (unread(plan) ? 1 << i : 0), 0)] as ReadonlySet<
      keyof Plan
    >,
};

/** Made once for all plans that agree in what it depends on. */
export function microBatchWork<N>(ctx: ModelContext<N>): MicroBatchWork<N> {
  return factored(ctx, microBatchFactor, () => makeMicroBatchWork(ctx));
}

/** `work`: the context's kernels, where they are known. */
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

/** Collectives of one layer and micro-batch. */
function layerComm<N>(ctx: LayerContext<N>, work: Compute<N>): LayerComm<N> {
  const sequence = bothComm(layerTpComm(ctx, work), layerCpComm(ctx, work.core));
  return ctx.experts ? bothComm(sequence, expertComm(ctx, ctx.experts, work)) : sequence;
}

const bothComm = <N>(a: LayerComm<N>, b: LayerComm<N>): LayerComm<N> => ({
  forward: [...a.forward, ...b.forward],
  backward: [...a.backward, ...b.backward],
});

function withComm<N>(
  { alg }: Context<N>,
  of: string,
  compute: Compute<N>,
  { forward, backward }: LayerComm<N>,
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
      ...exposed(backward),
    ]),
  };
}
