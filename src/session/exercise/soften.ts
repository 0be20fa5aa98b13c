import type { Poison } from "../../dsl/evaluate/index.ts";
import type { Run } from "../verbs/run.ts";

/** Reports the errors of an answer or a guess as warnings, and returns their messages: a wrong answer stops no notebook. */
export function soften(run: Run, value: Poison): readonly string[] {
  for (const one of value.diagnostics) run.report({ ...one, severity: "warning" });
  return value.diagnostics.map(({ message }) => message);
}
