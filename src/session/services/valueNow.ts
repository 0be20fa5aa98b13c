import { evaluate, type Module, moduleScope, namesRead, silentContext } from "../../dsl/evaluate/index.ts";
import { parse } from "../../dsl/syntax/index.ts";
import { closure } from "../cells/stale.ts";
import { engineOutputs } from "../results/engineOutputs.ts";
import { textOfValue } from "../text/textOfValue.ts";

/**
 * Value of an expression as one line, for a hover. Null where it has no value, or where the value takes more than a
 * line. Tables that are not evaluated yet are not evaluated for this: a hover must be fast.
 */
export function valueNow(module: Module, text: string): string | null {
  const source = { name: "hover", text };
  const { file } = parse(source, "cell");
  const expr = file.result;
  if (!expr) return null;
  const entries = [...closure(module, namesRead(expr))].flatMap((name) => module.entries.get(name) ?? []);
  const waits = entries.some(
    ({ statement, value }) =>
      (statement?.kind === "sweep" || statement?.kind === "search" || statement?.kind === "solve") &&
      value?.kind !== "table",
  );
  if (waits || entries.length === 0) return null;
  const context = silentContext(engineOutputs, { quiet: 1 });
  const value = evaluate(context, expr, moduleScope(module, source), null);
  switch (value.kind) {
    case "quantity":
    case "text":
    case "boolean":
    case "none":
    case "word":
    case "list":
      return textOfValue(value);
    case "record":
      return value.type.what === "tagged" ? textOfValue(value) : null;
    default:
      return null;
  }
}
