import type { CollectiveEstimate } from "../../estimate/estimate.ts";
import { announcingTime } from "../../formulas/step/pipeline.ts";
import { groupOf } from "../fabric/groups.ts";
import type { ModelContext } from "../model/layerContext.ts";

/**
 * Time of announcing tensor shapes to neighbouring stages before each send (the field `announcing`). Both
 * hosts wait for each announcement. null where the framework sends none, or there is one stage.
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
