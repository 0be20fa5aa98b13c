import { notModelled } from "../core/limit.ts";
import { error, warning } from "../core/refusal.ts";
import type { Refusal, Scenario } from "../scenario/scenario.ts";
import { groupDegrees, planOfDegree } from "../trainingStep/model/groupDegrees.ts";
import { degreeOfLayer } from "../trainingStep/model/plannedKinds.ts";
import { divisibility } from "./divisibility.ts";
import { degreeLimits } from "./limits/degreeLimits.ts";

/** Codes of what a degree alone does not divide. Others follow from the degrees together, and have their own refusals. */
const OF_DEGREE: ReadonlySet<string> = new Set([
  "heads-not-divisible",
  "width-not-divisible",
  "seq-not-divisible",
  "recurrence-not-divisible",
]);

/**
 * Refusals of groups of layers with tensor-parallel degrees of their own: each degree divides the devices of a stage, the
 * sequences of its micro-batch and the model, and of neighbouring degrees one is a multiple of the other.
 */
export function groupRefusals(scenario: Scenario): readonly Refusal[] {
  const { plan, cluster } = scenario;
  const degrees = groupDegrees(plan);
  if (degrees.length === 0) return [];
  const limited = notModelled(degreeLimits, scenario);
  if (limited.length > 0 || !Number.isInteger(plan.dp)) return limited;
  const { tp, dp, microBatch } = plan;
  const said = { tp, dp, micro_batch: microBatch };
  const found: Refusal[] = [];
  for (const degree of degrees) {
    const own = planOfDegree(plan, degree);
    const refuse = (problem: string, field: string): void => {
      found.push(
        error("strategies-not-divisible", ["plan.strategies", "plan.tp", field], {
          ...{ ...said, degree, other: degree, problem },
        }),
      );
    };
    if (!Number.isInteger(own.dp)) refuse("devices", "plan.dp");
    else if (!Number.isInteger(own.microBatch)) refuse("sequences", "plan.micro_batch");
    else found.push(...ofDegree({ ...scenario, plan: own }));
    if (degree > cluster.scaleUp.domain)
      found.push(
        warning("tp-beyond-scale-up", ["plan.strategies", "cluster.scale_up"], {
          ...{ tp: degree, domain: cluster.scaleUp.domain },
        }),
      );
  }
  return found.length > 0 ? found : unrelated(scenario);
}

/** Refusals of a model that does not divide by a group's degree. */
function ofDegree(scenario: Scenario): readonly Refusal[] {
  return divisibility
    .flatMap(({ find }) => find(scenario, null))
    .filter(({ code }) => OF_DEGREE.has(code))
    .map((one) => ({
      ...one,
      fields: one.fields.map((field) => (field === "plan.tp" ? "plan.strategies" : field)),
    }));
}

/** Refusal of neighbouring layers of whose degrees neither is a multiple of the other. */
function unrelated({ model, plan }: Scenario): readonly Refusal[] {
  const { tp, dp, microBatch } = plan;
  const passed = [
    tp,
    ...Array.from({ length: model.layers }, (_, layer) => degreeOfLayer(plan, layer) ?? tp),
    tp,
  ];
  for (const [i, degree] of passed.entries()) {
    const other = passed[i + 1] ?? degree;
    if (Math.max(degree, other) % Math.min(degree, other) === 0) continue;
    return [
      error("strategies-not-divisible", ["plan.strategies", "plan.tp"], {
        ...{ tp, dp, micro_batch: microBatch, degree, other, problem: "neighbours" },
      }),
    ];
  }
  return [];
}
