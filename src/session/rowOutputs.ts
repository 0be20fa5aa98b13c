import type { Diagnostic } from "../dsl/diagnostics/diagnostic.ts";
import { type PlanCandidates, poison, type RowAnswers, refusalDiagnostic } from "../dsl/evaluate/index.ts";
import { mayFail } from "../engine/run/neverFinishes.ts";
import type { Cluster } from "../engine/scenario/cluster.ts";
import type { Plan } from "../engine/scenario/plan.ts";
import type { Refusal } from "../engine/scenario.ts";
import type { Point } from "../engine/search/candidates.ts";
import { spaceOf } from "../engine/search/space.ts";
import { Refusals } from "../engine/search/validity.ts";

/** What the engine says of a table's rows: each of its checks is looked at once for all rows that agree in what it reads. */
export function rowOutputs(candidates: PlanCandidates): RowAnswers {
  const refusals = new Refusals(spaceOf(candidates));
  const diagnostics = new Map<Refusal, Diagnostic>();
  const said = (refusal: Refusal, make: () => Diagnostic): Diagnostic => {
    // The same refusal of another row has the same words.
    const known = diagnostics.get(refusal) ?? make();
    diagnostics.set(refusal, known);
    return known;
  };
  return {
    problem(context, row, point, place) {
      if (!candidates.makes(point)) return undefined;
      const found = refusals.at(point);
      // Whether a run that may fail ends is known of its estimate alone.
      if (found === null || failing(candidates, point)) return undefined;
      if (found.length === 0) return null;
      return poison(...found.map((one) => said(one, () => refusalDiagnostic(context, row, one, place))));
    },
    number: () => undefined,
  };
}

function failing(candidates: PlanCandidates, point: Point): boolean {
  const checkpoint = candidates.field("checkpoint", point) as Plan["checkpoint"];
  return checkpoint !== null && mayFail({ checkpoint }, candidates.field("cluster", point) as Cluster);
}
