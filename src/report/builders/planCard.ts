import type { Plan } from "../../engine/scenario.ts";
import type { Document } from "../document.ts";
import { documentOf } from "../documentOf.ts";
import { plain, printed } from "../number.ts";
import { planText, recomputeText, scheduleText } from "../planText.ts";
import { type Fact, factsTable } from "./factsTable.ts";

/** What a plan is: degrees, batch, schedule, precision, and what is kept, recomputed or hidden. */
export function planCard(plan: Plan): Document {
  const hidden = (["dp", "tp", "pp"] as const).filter((name) => plan.overlap[name]);
  const facts: Fact[] = [
    ["parallel", planText(plan), plan.sequenceParallel ? "with sequence parallelism" : ""],
    ["schedule", scheduleText(plan), plan.vpp > 1 ? `${plan.vpp} chunks a stage` : ""],
    [
      "batch",
      `${plain(plan.globalBatch)} sequences of ${plain(plan.seqLen)}`,
      `${plain(plan.numMicroBatches)} micro-batches of ${plain(plan.microBatch)} on each replica`,
    ],
    ["precision", plan.precision.name, stateText(plan)],
    ["optimizer", plan.optimizer, plan.zero > 0 ? `sharded, ZeRO ${plan.zero}` : "replicated"],
    [
      "recompute",
      recomputeText(plan.recompute),
      plan.flashAttention ? "flash attention" : "no flash attention",
    ],
    ["overlap", hidden.length === 0 ? "none" : hidden.join(", ")],
  ];
  if (plan.offload !== "none")
    facts.push([
      "offload",
      plan.offload,
      plan.offloadLayers === null ? "" : `of ${plan.offloadLayers} layers of a device`,
    ]);
  if (plan.tokens !== null) facts.push(["budget", printed(plan.tokens, "token")]);
  return documentOf({ kind: "heading", level: 2, text: `plan ${plan.name}` }, factsTable(facts));
}

/** Bytes a parameter of the training state: `18 B a parameter (2 + 4 + 4 + 2×4)`. */
function stateText(plan: Plan): string {
  const { weightBytes, gradientBytes, masterBytes, momentBytes } = plan.precision;
  const moments = plan.optimizer === "adam" ? 2 : plan.optimizer === "sgd_momentum" ? 1 : 0;
  const total = weightBytes + gradientBytes + masterBytes + moments * momentBytes;
  return `${plain(total)} B a parameter: weight ${weightBytes}, gradient ${gradientBytes}, master ${masterBytes}, moments ${moments}×${momentBytes}`;
}
