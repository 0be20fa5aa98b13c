import type { CollectiveEstimate } from "../../estimate/estimate.ts";
import { announcingTime } from "../../formulas/step/pipeline.ts";
import { groupOf } from "../fabric/groups.ts";
import type { ModelContext } from "../model/layerContext.ts";

/**
 * Messages that announce a tensor's shape to the neighbouring pipeline stage before each send (the field
 * `announcing`), as a collective of the step. Both hosts wait for each message, so its time is exposed. null where the
 * framework sends none, or there is one stage.
 */
export function announcements<N>({ alg, x, scenario }: ModelContext<N>): CollectiveEstimate<N> | null {
  const { plan, cluster } = scenario;
  if (plan.pp === 1 || plan.framework.announcingSeconds === 0) return null;
  const { size, tier } = groupOf(plan, cluster, "pp");
  const seconds = alg.apply(announcingTime, { tau: x.announcing, p: x.pp, m: x.microBatches });
  return {
    ...{ dimension: "pp", op: "send_recv", what: "announcements of tensors", groupSize: size, tier },
    algorithm: "handshake",
    bytes: alg.constant("shapes", 0, "B", "a few numbers: negligible next to the wait for them"),
    count: x.microBatches,
    ...{ callSeconds: x.announcing, totalSeconds: seconds, exposedSeconds: seconds },
  };
}
