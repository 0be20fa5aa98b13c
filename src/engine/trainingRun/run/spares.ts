import type { ReliabilityEstimate } from "../../estimate/reliabilityEstimate.ts";
import * as book from "../../formulas/run/reliability.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";
import { byKind } from "./byKind.ts";

/** Average number of nodes in repair, assuming unlimited spares. */
export function repairLoad<N>(ctx: Context<N>, { kinds, nodeRate }: ReliabilityEstimate<N>): N {
  const { alg, scenario } = ctx;
  const { repairSeconds } = scenario.cluster;
  if (typeof repairSeconds === "number")
    return alg.apply(book.repairLoad, {
      nu_h: nodeRate,
      D_r: byKind(ctx, "cluster.repair", repairSeconds, null),
    });
  const parts = kinds
    .filter(({ takesNode }) => takesNode)
    .map((kind) => ({
      label: kind.label,
      value: alg.apply(book.repairLoad, {
        nu_h: kind.rate,
        D_r: byKind(ctx, "cluster.repair", repairSeconds, kind),
      }),
    }));
  return alg.sum("nodes in repair on average", "1", parts);
}

/** Share of time that the run waits because more nodes are in repair than there are spares. */
export function waitingShare<N>(ctx: Context<N>, reliability: ReliabilityEstimate<N>): N {
  const { alg, scenario } = ctx;
  const { spares } = scenario.cluster;
  if (spares === null || scenario.plan.elastic)
    return alg.constant("waiting for nodes", 0, "1", spares === null ? "spares = ample" : "elastic");
  const E_r = repairLoad(ctx, reliability);
  let c_r = ctx.x.one;
  for (let at = 1; at <= spares + 1; at++)
    c_r = alg.apply(book.erlangLoss, {
      E_r,
      c_r,
      n: alg.constant("nodes that may be missing, and one", at, "1", "cluster.spares + 1 at last"),
    });
  return c_r;
}
