import { either } from "../../dsl/diagnostics/index.ts";
import { nearest } from "../../dsl/diagnostics/rows/divisors.ts";
import {
  type Context,
  changeScenario,
  resolve,
  type ScenarioValue,
  settingChange,
} from "../../dsl/evaluate/index.ts";
import { refusalsOf } from "../../engine/index.ts";
import type { Refusal } from "../../engine/scenario.ts";

/** More are not named. */
const MOST_NAMED = 4;

/** A degree of the plan, what it is, and what it must divide. */
interface Divided {
  readonly field: string;
  readonly is: number;
  readonly whole: number;
}

const NOWHERE = { source: { name: "help", text: "" }, span: { start: 0, end: 0 } };

/**
 * A refusal with the values of its degree, `good`, that divide what it is about and with which nothing is refused that is not
 * refused anyway: what divides the heads may not divide the width, or leave no whole number of replicas.
 */
export function mended(context: Context, scenario: ScenarioValue, refusal: Refusal): Refusal {
  const divided = dividedBy(refusal);
  if (!divided) return refusal;
  const given = errorsOf(context, scenario) ?? [];
  const good: number[] = [];
  for (const value of nearest(divided.whole, divided.is)) {
    const changed = changeScenario(context, scenario, [settingChange(divided.field, value, NOWHERE)]);
    const left = changed.kind === "poison" ? null : errorsOf(context, changed);
    if (left?.every((one) => given.includes(one) && one !== nameOf(refusal))) good.push(value);
    if (good.length === MOST_NAMED) break;
  }
  if (good.length === 0) return refusal;
  return { ...refusal, params: { ...refusal.params, good: either(good.sort((a, b) => a - b)) } };
}

function dividedBy({ code, params }: Refusal): Divided | null {
  const number = (name: string): number => Number(params[name]);
  const [tp, cp, pp, vpp, ep] = ["tp", "cp", "pp", "vpp", "ep"].map(number) as [
    ...[number, number, number, number, number],
  ];
  switch (code) {
    case "not-divisible": {
      if ("stack" in params) return null;
      const layers = number("layers");
      return layers % pp === 0 && vpp > 1
        ? { field: "vpp", is: vpp, whole: layers / pp }
        : { field: "pp", is: pp, whole: layers };
    }
    case "heads-not-divisible":
      return { field: "tp", is: tp, whole: number("heads") };
    case "ulysses-heads-not-divisible":
      return { field: "cp", is: cp, whole: number("heads") / tp };
    case "recurrence-not-divisible":
      return cp > 1
        ? { field: "cp", is: cp, whole: number("value") }
        : { field: "tp", is: tp, whole: number("value") };
    case "width-not-divisible":
      return { field: String(params.degree ?? "tp"), is: tp, whole: number("value") };
    case "experts-not-divisible":
      return { field: "ep", is: ep, whole: number("experts") };
    case "ep-not-divisible":
      return { field: "ep", is: ep, whole: tp * cp * number("dp") };
    default:
      return null;
  }
}

const nameOf = ({ code, params }: Refusal): string => JSON.stringify([code, params]);

/** The errors of a scenario by name; null where there is none to look at. */
function errorsOf(context: Context, scenario: ScenarioValue): readonly string[] | null {
  context.quiet++;
  const resolved = resolve(context, scenario);
  context.quiet--;
  if (resolved.kind === "poison") return null;
  return refusalsOf(resolved.scenario)
    .filter(({ severity }) => severity === "error")
    .map(nameOf);
}
