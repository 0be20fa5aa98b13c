import { print } from "../../../units/index.ts";
import type { Context, SearchRequest } from "../values/context.ts";
import type { ScenarioValue } from "../values/value.ts";

/**
 * Text of the best plan among plans that may fit their devices, for a search in which no plan certainly fits. A further
 * search finds it. Null where no plan may fit.
 */
export function bestThatMayFit(context: Context, request: SearchRequest): string | null {
  // Where several processes share a search, none of them sees the plans of all.
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
