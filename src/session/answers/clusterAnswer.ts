import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import {
  type Context,
  makeScenario,
  type Poison,
  poison,
  type RecordValue,
  refusalDiagnostic,
  resolveCluster,
} from "../../dsl/evaluate/index.ts";
import { machineRefusals } from "../../engine/index.ts";
import type { Cluster } from "../../engine/scenario/cluster.ts";

/** Cluster without a model or a plan, resolved and checked. Diagnostics where its parts contradict each other. */
export function clusterAnswer(
  context: Context,
  record: RecordValue,
  asked: Place,
): { readonly kind: "data"; readonly data: Cluster } | Poison {
  const cluster = resolveCluster(context, record);
  if (cluster.kind === "poison") return cluster;
  const alone = makeScenario(record.name, { cluster: record });
  const found = machineRefusals(cluster.data).map((one) => refusalDiagnostic(context, alone, one, asked));
  const errors = found.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return poison(...errors);
  for (const warning of found) context.warn(warning);
  return cluster;
}
