import * as book from "../../formulas/communication/beside.ts";
import type { Group } from "../fabric/groups.ts";
import type { Context } from "../inputs/context.ts";
import type { Recurring } from "./communication.ts";
import { inSteps } from "./inSteps.ts";

/** A collective that runs beside computation. */
export interface Beside<N> {
  readonly sent: Recurring<N>;
  /** What of it nothing can hide. */
  readonly share: N;
  /** A layer's modules by their share of its weights, in order, where each hides the transfer of the next alone. */
  readonly modules?: readonly number[] | null;
  /** The share of the steps that have it, where others have it in another way. */
  readonly ofSteps?: N;
}

/**
 * What is exposed of collectives that run beside one stretch of computation, one after the other; `settled` are those that run
 * beside parts of it. Each hides behind the time of the stretch so far: the computation, and what those before it left
 * exposed, less what these take of its own links. So a second hides no link's time twice, and computation that gets
 * shorter leaves no more of a stretch's collectives exposed than it saves (docs/overlap.md says what of a whole step this leaves
 * open). A collective is given in each of its ways: one, or two that steps have by turns.
 */
export function beside<N>(
  ctx: Context<N>,
  behind: N,
  sent: readonly (readonly Beside<N>[])[],
  settled: readonly Recurring<N>[] = [],
): readonly Recurring<N>[] {
  const before = settled.filter(({ hides }) => hides);
  const found: Recurring<N>[] = [];
  for (const ways of sent) {
    const earlier = [...before, ...found];
    for (const { sent, share, modules, ofSteps } of ways) {
      const window = windowOf(ctx, behind, sent.group, earlier);
      const exposed = modules
        ? exposedByModule(ctx, sent.total, window, modules)
        : exposedBehind(ctx, sent.total, window, share);
      found.push(inItsSteps(ctx, { ...sent, hides: true, exposed }, ofSteps));
    }
  }
  return found;
}

/** A collective in each of its ways that runs beside nothing. */
export const alone = <N>(ctx: Context<N>, ways: readonly Beside<N>[]): readonly Recurring<N>[] =>
  ways.map(({ sent, ofSteps }) => inItsSteps(ctx, sent, ofSteps));

const inItsSteps = <N>(ctx: Context<N>, one: Recurring<N>, ofSteps: N | undefined): Recurring<N> =>
  ofSteps === undefined ? one : inSteps(ctx, one, ofSteps);

/** What a collective finds beside a stretch, s; null where it is the first. */
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
    const parts = rivals.map(({ what, total }) => ({ label: what, value: total }));
    return { label: LINKS[link], value: alg.sum(`others over the ${LINKS[link]}`, "s", parts) };
  });
  const [first, second] = busy;
  const left = earlier.map(({ what, exposed }) => ({ label: what, value: exposed }));
  return {
    behind,
    others: {
      exposed: alg.sum("exposed time of other collectives", "s", left),
      busy: first && !second ? first.value : alg.max("other collectives on its links", "s", busy),
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

function exposedBehind<N>({ alg, x }: Context<N>, tau_x: N, { behind, others }: Window<N>, c_x: N): N {
  const tau_h =
    others === null
      ? behind
      : alg.apply(book.freeBeside, { tau_h: behind, tau_1: others.exposed, tau_2: others.busy });
  return alg.apply(book.exposedBehind, { tau_x, tau_h, c_x, kappa: x.contention });
}

function exposedByModule<N>(
  { alg }: Context<N>,
  tau_x: N,
  { behind, others }: Window<N>,
  modules: readonly number[],
): N {
  const tau_2 = others?.busy ?? alg.constant("other collectives on its links", 0, "s", "it is the first");
  const hidden = modules.map((own, i) => {
    const next = modules[(i + 1) % modules.length] ?? own;
    const c_i = alg.constant("a module's share of its layer", own, "1", "the layer's matrices");
    const c_j = alg.constant("the next module's share", next, "1", "the layer's matrices");
    return {
      label: "behind a module",
      value: alg.apply(book.hiddenBehindModule, { c_j, tau_x, c_i, tau_h: behind, tau_2 }),
    };
  });
  return alg.apply(book.exposedBeside, { tau_x, tau_1: alg.sum("hidden under modules", "s", hidden) });
}
