import type { Part } from "../../core/algebra.ts";
import type { Preemptions } from "../../estimate/preemptions.ts";
import type { ReliabilityEstimate } from "../../estimate/reliabilityEstimate.ts";
import * as book from "../../formulas/run/reliability.ts";
import type { Cluster } from "../../scenario/cluster.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";
import { replicasLeft } from "./replicasLeft.ts";
import { repairLoad } from "./spares.ts";

/** Probability below which all larger numbers of missing nodes together are ignored. */
const NEGLIGIBLE = 1e-9;

/** Average training rate of an elastic run ÷ its rate with all nodes; 1 for a run that waits. */
export function elasticRate<N>(
  ctx: Context<N>,
  reliability: ReliabilityEstimate<N>,
  taken: Preemptions<N> | null,
): N {
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  if (!goesOnWithout(scenario)) return x.one;
  const E_r = missingLoad(ctx, reliability, taken);
  const parts: Part<N>[] = [];
  let chance = alg.apply(book.noneMissing, { E_r });
  let left = 1;
  for (let missing = 0; ; missing++) {
    const live = replicasLeft(plan.dp, standIns(cluster), missing);
    if (live <= 0) break;
    const n_a = alg.constant(
      "replicas with all their nodes",
      live,
      "1",
      "dp and spares, minus missing nodes",
    );
    const value =
      plan.elastic?.batch === "kept"
        ? alg.apply(book.crowdedRate, { c_n: chance, m: x.microBatches, d: x.dp, n_a })
        : alg.apply(book.shrunkRate, { c_n: chance, n_a, d: x.dp });
    parts.push({ label: `training rate with ${missing} nodes missing`, value });
    left -= alg.value(chance);
    // Beyond the mean, probabilities only decrease.
    if (left < NEGLIGIBLE && missing > alg.value(E_r)) break;
    chance = alg.apply(book.missingChance, {
      c_n: chance,
      E_r,
      n: alg.constant("nodes in repair", missing + 1, "1", "counted"),
    });
  }
  return alg.sum("training rate with the remaining replicas", "1", parts);
}

/** True where the run continues while nodes are missing, and nodes can be missing. */
export const goesOnWithout = ({ plan, cluster }: Pick<Scenario, "plan" | "cluster">): boolean =>
  plan.elastic !== null && (cluster.spares !== null || cluster.spot !== null);

/** Number of spare nodes that replace missing ones. 0 with unlimited spares, where failed nodes do not count as missing. */
export const standIns = ({ spares }: Pick<Cluster, "spares">): number => spares ?? 0;

/** Average number of missing nodes: in repair, or preempted and not yet replaced. */
function missingLoad<N>(
  ctx: Context<N>,
  reliability: ReliabilityEstimate<N>,
  taken: Preemptions<N> | null,
): N {
  const { alg, scenario } = ctx;
  const { spares, spot } = scenario.cluster;
  if (!spot || !taken) return repairLoad(ctx, reliability);
  const D_q = alg.input("cluster.capacity.wait", spot.waitSeconds, "s");
  const reclaimed = alg.apply(book.reclaimedLoad, { nu_x: taken.rate, D_q });
  if (spares === null) return reclaimed;
  return alg.sum("nodes missing on average", "1", [
    { label: "nodes in repair on average", value: repairLoad(ctx, reliability) },
    { label: "reclaimed nodes not yet replaced, on average", value: reclaimed },
  ]);
}
