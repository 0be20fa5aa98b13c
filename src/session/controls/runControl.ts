import type { Control } from "../../dsl/ast/ast.ts";
import { type ControlDomain, controlDomain } from "../../dsl/evaluate/index.ts";
import type { ControlData } from "../../report/index.ts";
import { humanUnit, parseUnit, type Quantity } from "../../units/index.ts";
import { dataOf } from "../show/dataOf.ts";
import { blocks } from "../show/shown.ts";
import { textOfValue } from "../text/textOfValue.ts";
import { writtenValue } from "../text/writtenValue.ts";
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
  const control = controlData(domain, doc);
  run.output("control", statement.span.start, blocks({ kind: "control", text, control }), control);
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

function controlData({ path, now, values }: ControlDomain, doc: string | undefined): ControlData {
  const head = {
    path,
    ...(doc === undefined ? {} : { label: doc }),
    ...{ value: dataOf(now), text: textOfValue(now) },
  };
  if (values.kind === "choices") {
    const choices = values.choices.map((one) => ({
      ...{ text: textOfValue(one), set: writtenValue(one), value: dataOf(one) },
    }));
    return { ...head, choices };
  }
  const { low, high, whole } = values;
  return { ...head, low: end(low), high: end(high), whole, unit: unitOf(low, high) };
}

const end = ({ value, dimension }: Quantity) => ({ value, unit: dimension.key });

/** Unit that a reader chooses in: the one that the lower end is written in, or one that suits the upper end. */
function unitOf(low: Quantity, high: Quantity): { readonly text: string; readonly factor: number } {
  const text = low.unit ?? humanUnit(high.value, high.dimension) ?? "";
  return { text, factor: parseUnit(text)?.factor ?? 1 };
}
