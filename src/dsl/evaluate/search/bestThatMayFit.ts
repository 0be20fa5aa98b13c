import { print } from "../../../units/index.ts";
import type { Context, SearchRequest } from "../values/context.ts";
import type { ScenarioValue } from "../values/value.ts";

/**
 * Best plan among those that may fit, in words; null where there is none. Used where no plan fits for sure. Runs a further search.
 */
export function bestThatMayFit(context: Context, request: SearchRequest): string | null {
  // One part of a shared search does not see the other parts' plans.
  if (context.searches) return null;
  const { best } = context.outputs.search(context, {
    ...{ ...request, keep: 1, sure: false },
    asked: [...request.asked, "may fit"],
    partial: { kind: "search", found: null },
  });
  const row = best[0] && request.candidates.rowAt(best[0]);
  if (!row || row.kind === "poison") return null;
  const [step, peak, high, capacity] = [
    "step_time",
    "memory.peak",
    "memory.peak.high",
    "memory.capacity",
  ].map((path) => textAt(context, row, path));
  const plan = context.outputs.planText(context, row);
  return `the best plan that may fit: ${plan}, ${step} per step, ${peak} (up to ${high}) of ${capacity}`;
}

function textAt(context: Context, scenario: ScenarioValue, path: string): string {
  const value = context.outputs.read(
    context,
    { kind: "result", path, scenario, record: null },
    { source: { name: path, text: path }, span: { start: 0, end: path.length } },
  );
  return value.kind === "quantity" ? print(value) : "";
}
