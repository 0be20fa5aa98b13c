import type { Control } from "../../dsl/ast/ast.ts";
import { type ControlDomain, controlDomain } from "../../dsl/evaluate/index.ts";
import { dataOf } from "../show/dataOf.ts";
import { blocks } from "../show/shown.ts";
import { textOfValue } from "../text/textOfValue.ts";
import type { Run } from "../verbs/run.ts";

/**
 * Runs a `control` statement: says which value holds and which others could. The data let a host draw a slider, a list
 * or a switch.
 */
export function runControl(run: Run, statement: Control): void {
  const domain = controlDomain(run.context, statement, run.scope);
  if (domain.kind === "poison") {
    run.reportAll(domain);
    return;
  }
  const { doc } = statement;
  const text = sentence(domain, doc);
  run.output("control", statement.span.start, blocks({ kind: "paragraph", text }), controlData(domain, doc));
}

/** Value of a control and the values that it offers: "Tensor parallelism (`base.plan.tp`): 8, of 1, 2, 4, 8". */
function sentence({ path, now, values }: ControlDomain, doc: string | undefined): string {
  const label = doc === undefined ? `\`${path}\`` : `${doc.replace(/\.$/, "")} (\`${path}\`)`;
  const offered =
    values.kind === "choices"
      ? `of ${values.choices.map(textOfValue).join(", ")}`
      : `from ${textOfValue(values.low)} to ${textOfValue(values.high)}`;
  return `${label}: ${textOfValue(now)}, ${offered}`;
}

/** Data of a control: the path and the value as texts that a choice may have, and the choices or the range. */
function controlData({ path, now, values }: ControlDomain, doc: string | undefined) {
  return {
    path,
    ...(doc === undefined ? {} : { label: doc }),
    value: dataOf(now),
    text: textOfValue(now),
    ...(values.kind === "choices"
      ? { choices: values.choices.map((one) => ({ text: textOfValue(one), value: dataOf(one) })) }
      : { low: dataOf(values.low), high: dataOf(values.high), whole: values.whole }),
  };
}
