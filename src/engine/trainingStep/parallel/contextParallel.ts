import * as book from "../../formulas/communication/context.ts";
import { headsTensor, keyValueTensors } from "../../formulas/memory/activations.ts";
import type { CollectiveOp } from "../collectives/collectiveTime.ts";
import { type LayerComm, NO_COMM, type Recurring, recurring } from "../communication/communication.ts";
import { overlapped } from "../communication/overlap.ts";
import { type Group, groupOf, spread, strideOf } from "../fabric/groups.ts";
import { headRanks } from "../inputs/headRanks.ts";
import { drops } from "../kernels/recomputed.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { recurrentExchange } from "./recurrentExchange.ts";

/** Time of a layer's attention core for one micro-batch on one device, s, by pass. */
export interface Core<N> {
  readonly forward: N;
  readonly backward: N;
}

/** Bytes of a layer's keys and values for one micro-batch on one device. `s` is the tokens of a sequence there. */
export function localKeyValues<N>({ alg, x }: LayerContext<N>, s = x.localSeqLen): N {
  return alg.apply(keyValueTensors, {
    B_a: x.activationBytes,
    s,
    b: x.microBatch,
    d_h: x.dHead,
    a_kv: x.kvHeads,
    t: x.tp,
  });
}

/**
 * Context-parallel collectives of one layer for one micro-batch. Collectives of the forward pass run again where
 * attention is recomputed. A ring sends each block of keys and values while attention computes the block before; the
 * backward pass also sends the blocks' gradients. All-gather collects keys and values before attention, and again in
 * the backward pass, which reduce-scatters their gradients. Ulysses exchanges sequence shards for head shards by
 * all-to-all: queries, keys, values and output, and their gradients. A hybrid uses Ulysses among neighbouring ranks
 * and a ring between groups of them (arXiv:2405.07719). Keys and values of an encoder are always gathered: without a
 * mask, a ring of blocks gains nothing.
 */
export function layerCpComm<N>(ctx: LayerContext<N>, core: Core<N>): LayerComm<N> {
  const { plan, cluster } = ctx.scenario;
  if (plan.cp > 1 && ctx.recurrent?.form === "heads") return recurrentExchange(ctx, ctx.recurrent);
  if (plan.cp === 1 || !ctx.attention) return NO_COMM;
  const { recompute } = ctx;
  const again = recompute.kind === "full" || (!plan.flashAttention && drops(recompute, "attention"));
  const found: Pass<N>[] = [];
  // Neighbouring ranks exchange heads. Groups of such ranks pass keys and values on.
  const { cp } = plan;
  const stride = strideOf(plan, "cp");
  const ranks = headRanks(plan);
  if (ranks > 1) found.push(ulysses(ctx, spread([{ size: ranks, stride }], cluster)));
  if (ranks < cp) {
    const rest = spread([{ size: cp / ranks, stride: stride * ranks }], cluster);
    found.push(plan.cpType === "all_gather" ? allGather(ctx, rest) : ring(ctx, rest, core));
  }
  if (ctx.cross !== null)
    found.push(
      allGather(ctx, groupOf(plan, cluster, "cp"), localKeyValues(ctx, ctx.cross.local), " of the encoder"),
    );
  const forward = (suffix: string): readonly Recurring<N>[] => found.flatMap((pass) => pass.forward(suffix));
  return {
    forward: forward(""),
    recompute: again ? forward(", recomputed") : [],
    backward: found.flatMap((pass) => pass.backward()),
  };
}

interface Pass<N> {
  forward(suffix: string): readonly Recurring<N>[];
  backward(): readonly Recurring<N>[];
}

function ring<N>(ctx: LayerContext<N>, group: Group, core: Core<N>): Pass<N> {
  const { alg, x } = ctx;
  const bytes = localKeyValues(ctx);
  const c =
    group.size === ctx.scenario.plan.cp
      ? x.cp
      : alg.constant("ranks of the ring", group.size, "1", "plan.cp_type");
  const send = (what: string, blocks: number, behind: N): readonly Recurring<N>[] => {
    const n = alg.constant("blocks a step of the ring sends", blocks, "1", "arXiv:2310.01889, section 3");
    const share = alg.constant("share that cannot be hidden", 0, "1", "sent while the block before is used");
    const calls = alg.apply(book.ringSteps, { n, c });
    const sent = recurring(ctx, { dimension: "cp", op: "send_recv", what, group, bytes, calls });
    return overlapped(ctx, alg.apply(book.ringHiding, { tau: behind, c }), [[{ sent, share }]]);
  };
  return {
    forward: (suffix) => send(`keys and values${suffix}`, 1, core.forward),
    backward: () => send("keys, values and their gradients", 2, core.backward),
  };
}

/**
 * All-gather of keys and values over `group`, and reduce-scatter of their gradients. `Q` is the bytes of one device's
 * keys and values. `of` is a suffix to the collectives' names in the derivation, such as " of the encoder".
 */
function allGather<N>(ctx: LayerContext<N>, group: Group, Q = localKeyValues(ctx), of = ""): Pass<N> {
  const { alg, x } = ctx;
  const bytes = alg.apply(book.gatheredKeyValues, { c: x.cp, Q });
  const item = (op: CollectiveOp, what: string): Recurring<N> =>
    recurring(ctx, { dimension: "cp", op, what, group, bytes, calls: x.one });
  return {
    forward: (suffix) => [item("all_gather", `keys and values${of}${suffix}`)],
    backward: () => [
      item("all_gather", `keys and values${of}, backward`),
      item("reduce_scatter", `gradients of keys and values${of}`),
    ],
  };
}

function ulysses<N>(ctx: LayerContext<N>, group: Group): Pass<N> {
  const { alg, x } = ctx;
  const queries = alg.apply(headsTensor, {
    B_a: x.activationBytes,
    s: x.localSeqLen,
    b: x.microBatch,
    a: x.heads,
    d_h: x.dHead,
    t: x.tp,
  });
  const keyValues = localKeyValues(ctx);
  const two = alg.constant("calls per layer", 2, "1", "arXiv:2309.14509, section 3");
  const item = (what: string, bytes: N): Recurring<N> =>
    recurring(ctx, { dimension: "cp", op: "all_to_all", what, group, bytes, calls: two });
  const exchange = (of: string, suffix: string) => [
    item(`${of}queries and output${suffix}`, queries),
    item(`${of}keys and values${suffix}`, alg.apply(book.keysAlone, { Q: keyValues })),
  ];
  return {
    forward: (suffix) => exchange("", suffix),
    backward: () => exchange("gradients of ", ""),
  };
}
