import { diagnostic, suggest } from "../../dsl/diagnostics/index.ts";
import { controlDomain } from "../../dsl/evaluate/index.ts";
import { markStale } from "../cells/shownRuns.ts";
import { withChosen } from "../controls/controlState.ts";
import { readChoice } from "../definitions/choices.ts";
import type { RunResult } from "../world/runResult.ts";
import { addNames } from "./addNames.ts";
import { collector } from "./collected.ts";
import { contextOf } from "./contextOf.ts";
import type { Surroundings } from "./surroundings.ts";

/**
 * Sets the value of a control of the session, as a text of the language. Outputs that read it become stale. A path
 * without a control, a text that is no value and a value that the control does not offer change nothing and are errors
 * in the result.
 */
export function choose(around: Surroundings, path: string, text: string): RunResult {
  const { session: module, history } = around;
  const into = collector(around);
  around.listen(into.report);
  const control = history.controls.get(path);
  if (!control) {
    const suggestion = suggest(path, history.controls.keys());
    into.report(diagnostic("unknown-name", { name: path, suggestion }));
    return into.result();
  }
  const read = readChoice(module, path, text);
  if ("severity" in read) {
    into.report(read);
    return into.result();
  }
  const before = history.choices.get(path);
  history.choices.set(path, text);
  const change = addNames(module, withChosen(module, [], history.choices), history, history.overrides);
  const context = contextOf(around, into, [], { module, mode: "cell" });
  const domain = controlDomain(context, control.statement, control.scope);
  if (domain.kind === "poison") {
    change.undo();
    if (before === undefined) history.choices.delete(path);
    else history.choices.set(path, before);
    for (const one of domain.diagnostics) into.report(one);
    return into.result();
  }
  markStale(history.shown, change.changed);
  return into.result();
}
