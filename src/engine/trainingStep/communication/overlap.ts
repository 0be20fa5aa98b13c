import * as book from "../../formulas/communication/overlap.ts";
import type { Group } from "../fabric/groups.ts";
import type { Context } from "../inputs/context.ts";
import { collectiveLabel, exposedLabel, type Recurring } from "./communication.ts";
import { inSteps } from "./inSteps.ts";

/** A collective that may overlap computation, with the limits to that overlap. */
export interface Overlapping<N> {
  readonly sent: Recurring<N>;
  /** Share of the collective's time that computation cannot hide, 0 to 1. */
  readonly share: N;
  /**
   * Share of each of a layer's modules in the layer's weights, in order of execution. Present only for frameworks in
   * which a module's computation can hide nothing but the transfer of the next module's weights.
   */
  readonly modules?: readonly number[] | null;
  /** Share of all steps that run this collective, 0 to 1; absent where every step runs it. */
  readonly ofSteps?: N;
}

/**
 * Computes the exposed time of collectives that overlap the same computation of duration `behind`, s, one after the
 * other. The time that can hide a collective is the computation, plus the exposed time of earlier collectives, minus
 * the time for which earlier collectives occupy its links. So no link's time hides two collectives, and a shorter
 * computation exposes at most the time that it saves (docs/overlap.md, also for limits over a whole step). `sent`
 * lists each collective with its variants: one, or two where some steps run the first and all others the second.
 * `placed` are earlier collectives that already overlap parts of this computation.
 */
export function overlapped<N>(
  ctx: Context<N>,
  behind: N,
  sent: readonly (readonly Overlapping<N>[])[],
  placed: readonly Recurring<N>[] = [],
): readonly Recurring<N>[] {
  const before = placed.filter(({ hides }) => hides);
  const found: Recurring<N>[] = [];
  for (const ways of sent) {
    const earlier = [...before, ...found];
    for (const { sent, share, modules, ofSteps } of ways) {
      const window = windowOf(ctx, behind, sent.group, earlier);
      const exposed = modules
        ? exposedByModule(ctx, sent.total, window, modules)
        : exposedBehind(ctx, sent, window, share);
      found.push(inItsSteps(ctx, { ...sent, hides: true, exposed }, ofSteps));
    }
  }
  return found;
}

/**
 * Makes the variants of a collective that overlaps no computation. Each is fully exposed; its time is averaged over
 * all steps by the share of steps that run it.
 */
export const alone = <N>(ctx: Context<N>, ways: readonly Overlapping<N>[]): readonly Recurring<N>[] =>
  ways.map(({ sent, ofSteps }) => inItsSteps(ctx, sent, ofSteps));

const inItsSteps = <N>(ctx: Context<N>, one: Recurring<N>, ofSteps: N | undefined): Recurring<N> =>
  ofSteps === undefined ? one : inSteps(ctx, one, ofSteps);

/**
 * Times that decide how much of a collective is hidden, s. `behind` is the computation that it overlaps. `others` is
 * the exposed time of earlier collectives and the time for which these occupy its links; null for the first
 * collective.
 */
interface Window<N> {
  readonly behind: N;
  readonly others: { readonly exposed: N; readonly busy: N } | null;
}

function windowOf<N>(
  { alg }: Context<N>,
  behind: N,
  { tier }: Pick<Group, "tier">,
  earlier: readonly Recurring<N>[],
): Window<N> {
  if (earlier.length === 0) return { behind, others: null };
  const busy = links(tier).map((link) => {
    const rivals = earlier.filter(({ group }) => links(group.tier).includes(link));
    const parts = rivals.map((one) => ({ label: collectiveLabel(one, one.group.size), value: one.total }));
    return {
      label: `earlier collectives over the ${LINKS[link]}`,
      value: alg.sum(`earlier collectives over the ${LINKS[link]}`, "s", parts),
    };
  });
  const [first, second] = busy;
  const left = earlier.map((one) => ({ label: exposedLabel(one, one.group.size), value: one.exposed }));
  return {
    behind,
    others: {
      exposed: alg.sum("exposed time of earlier collectives in the window", "s", left),
      busy: first && !second ? first.value : alg.max("earlier collectives on the same links", "s", busy),
    },
  };
}

type Link = Exclude<Group["tier"], "both">;
const LINKS: Readonly<Record<Link, string>> = {
  scale_up: "links inside nodes",
  scale_out: "links between nodes",
};
const links = (tier: Group["tier"]): readonly Link[] =>
  tier === "both" ? ["scale_up", "scale_out"] : [tier];

/**
 * Exposed time of a collective in its window, s. Sends between stages slow computation by their own factor, because
 * they occupy few multiprocessors (NVIDIA/nccl, src/graph/paths.cc: ncclTopoGetNchannels, two channels for each peer
 * over the network).
 */
function exposedBehind<N>(
  { alg, x }: Context<N>,
  { op, dimension, total: tau_x }: Recurring<N>,
  { behind, others }: Window<N>,
  c_x: N,
): N {
  const tau_h =
    others === null
      ? behind
      : alg.apply(book.freeBeside, { tau_h: behind, tau_1: others.exposed, tau_2: others.busy });
  const kappa = op === "send_recv" && dimension === "pp" ? x.sendContention : x.contention;
  return alg.apply(book.exposedBehind, { tau_x, tau_h, c_x, kappa });
}

function exposedByModule<N>(
  { alg }: Context<N>,
  tau_x: N,
  { behind, others }: Window<N>,
  modules: readonly number[],
): N {
  const tau_2 =
    others?.busy ?? alg.constant("earlier collectives on the same links", 0, "s", "it is the first");
  const hidden = modules.map((own, i) => {
    const next = modules[(i + 1) % modules.length] ?? own;
    const c_i = alg.constant("a module's share of its layer", own, "1", "the layer's matrices");
    const c_j = alg.constant("the next module's share", next, "1", "the layer's matrices");
    return {
      label: "transfer that overlaps one module",
      value: alg.apply(book.hiddenBehindModule, { c_j, tau_x, c_i, tau_h: behind, tau_2 }),
    };
  });
  return alg.apply(book.exposedBeside, {
    tau_x,
    tau_1: alg.sum("transfers that overlap the layer's modules", "s", hidden),
  });
}
