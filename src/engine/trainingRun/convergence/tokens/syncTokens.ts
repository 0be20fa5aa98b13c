import type { TokenCost } from "../../../estimate/tokenCosts.ts";
import { product } from "../../../formulas/communication/collectives.ts";
import * as book from "../../../formulas/run/tokens.ts";
import { asked } from "../../../trainingStep/inputs/askedClients.ts";
import { staleness } from "../../../trainingStep/sync/staleness.ts";
import { DELAY_SOURCE, delayCost } from "./delay.ts";
import { noCost, outside } from "./tokenCost.ts";
import { atEnds, type TrainedTo, tokensOfGap, updates } from "./trainedTo.ts";

/**
 * Token cost of replicas that do not synchronise in every step: tokens to a loss relative to synchronous training. null where
 * it needs a scaling law that the plan lacks, and for gossip, of which no law is known.
 */
export function syncTokens<N>(run: TrainedTo<N>): TokenCost<N> | null {
  const { alg, x, scenario } = run.ctx;
  const { sync } = scenario.plan;
  switch (sync.kind) {
    case "synchronous":
      return sync.backup === 0 ? noCost(x.one) : backupTokens(run, sync.backup);
    case "local_sgd":
      return sync.islands === 1
        ? noCost(x.one)
        : islandTokens(run, "local_sgd", alg.input("plan.sync.islands", sync.islands, "1"), sync.steps);
    case "federated": {
      // What noise and clipping cost is not known.
      if (sync.privacy !== null) return null;
      const clients = asked(sync);
      const what = "clients selected per round";
      return clients === 1
        ? noCost(x.one)
        : islandTokens(
            run,
            "federated",
            alg.constant(what, clients, "1", "clients * participation"),
            sync.steps,
          );
    }
    // No published law says it for language models.
    case "gossip":
      return null;
    case "asynchronous":
      return serverTokens(run);
  }
}

/**
 * Token cost of backup workers: 1. Dropped gradients make the batch smaller, which the batch's cost includes.
 */
function backupTokens<N>({ ctx }: TrainedTo<N>, backup: number): TokenCost<N> {
  const { alg, x, scenario } = ctx;
  const share = alg.constant("replicas that are dropped", backup / scenario.plan.dp, "1", "backup / dp");
  return {
    ...noCost(x.one),
    outside: outside(alg, "backup workers", "arXiv:1604.00981", [
      { what: "at most 10% of the replicas dropped", value: share, most: 0.1 },
    ]),
  };
}

const LOCAL = "arXiv:2503.09799, arXiv:2502.12996, arXiv:2501.18512";

function islandTokens<N>(run: TrainedTo<N>, name: string, n_I: N, steps: number): TokenCost<N> | null {
  const { ctx, active: P, least: D } = run;
  const { alg } = ctx;
  const n_H = alg.input("plan.sync.steps", steps, "1");
  const found = tokensOfGap(run, alg.apply(book.localGap, { n_I, n_H, P, D }), SPREAD, LOCAL);
  if (found === null) return null;
  return {
    ...atEnds(found, (f_x) => alg.apply(book.islandTokens, { f_x, n_I })),
    departs: true,
    outside: outside(alg, `\`${name}\``, LOCAL, [
      { what: "up to 8 islands", value: n_I, most: 8 },
      { what: "30 to 100 steps between synchronisations", value: n_H, least: 30, most: 100 },
      { what: "35M to 10B parameters", value: P, least: 35e6, most: 10e9 },
      {
        ...{ what: "15 to 250 tokens per parameter", least: 15, most: 250 },
        value: alg.apply(book.tokensPerParam, { D, P }),
      },
    ]),
  };
}

/** Root-mean-square error of the law for local SGD (`localGap`) on the rows that it was fitted to, as a share of the loss. */
const SPREAD = 0.0037;

function serverTokens<N>(run: TrainedTo<N>): TokenCost<N> {
  const { ctx } = run;
  const { alg, x } = ctx;
  const tau_u = staleness(ctx);
  if (tau_u === null) return noCost(x.one);
  const batch = alg.apply(product, { n: x.trainedBatch, n_c: x.seqLen });
  const n_S = updates(run, batch, x.one);
  return {
    ...atEnds(delayCost(ctx, true), (c_s) => alg.apply(book.serverTokens, { n_I: x.dp, c_s, tau_u, n_S })),
    departs: true,
    outside: outside(alg, "`asynchronous`", DELAY_SOURCE, [
      { what: "delays up to 32 updates", value: tau_u, most: 32 },
      { what: "runs of 3,000 to 15,000 updates", value: n_S, least: 3000, most: 15000 },
      { what: "models up to 290M parameters", value: run.active, most: 290e6 },
    ]),
  };
}
