import * as book from "../../formulas/communication/context.ts";
import { headsTensor, keyValueTensors } from "../../formulas/memory/activations.ts";
import type { CollectiveOp } from "../collectives/collectiveTime.ts";
import { beside } from "../communication/beside.ts";
import { type LayerComm, NO_COMM, type Recurring, recurring } from "../communication/communication.ts";
import { type Group, groupOf, spread, strideOf } from "../fabric/groups.ts";
import { headRanks } from "../inputs/headRanks.ts";
import { drops } from "../kernels/recomputed.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { recurrentExchange } from "./recurrentExchange.ts";

/** The attention core of a layer for one micro-batch, s. */
export interface Core<N> {
  readonly forward: N;
  readonly backward: N;
}

/** Keys and values of a micro-batch on one device, of its `s` tokens, B. */
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
 * What context parallelism sends in one layer for one micro-batch; forward again where attention is recomputed.
 * A ring passes key-value blocks on behind the attention of the last block, and their gradients beside them in backward.
 * All-gather collects keys and values before attention, again in backward, where their gradients are scattered back.
 * Ulysses turns shares of the sequence into shares of the heads for queries, keys and values and back for the output; the
 * same for their gradients. A hybrid does so among neighbours, and passes their blocks round (arXiv:2405.07719).
 * Of an encoder keys and values are gathered, whatever the type: no mask makes blocks worth passing round.
 */
export function layerCpComm<N>(ctx: LayerContext<N>, core: Core<N>): LayerComm<N> {
  const { plan, cluster } = ctx.scenario;
  if (plan.cp > 1 && ctx.recurrent?.form === "heads") return recurrentExchange(ctx, ctx.recurrent);
  if (plan.cp === 1 || !ctx.attention) return NO_COMM;
  const { recompute } = ctx;
  const again = recompute.kind === "full" || (!plan.flashAttention && drops(recompute, "attention"));
  const found: Pass<N>[] = [];
  // The neighbours among the ranks exchange heads; groups of them pass keys and values round.
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
    return beside(ctx, alg.apply(book.ringHiding, { tau: behind, c }), [[{ sent, share }]]);
  };
  return {
    forward: (suffix) => send(`keys and values${suffix}`, 1, core.forward),
    backward: () => send("keys, values and their gradients", 2, core.backward),
  };
}

/** `of` says whose keys and values; `Q` are a device's, B. */
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
  const two = alg.constant("calls of a layer", 2, "1", "arXiv:2309.14509, section 3");
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
