import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import {
  type Context,
  counted,
  NONE,
  type ScenarioValue,
  silentContext,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { attributionBlocks, type Block, type Measure } from "../../report/index.ts";
import { type Attribution, attribute, type Numbers } from "../questions/attribute.ts";
import { scenarioBetween, scenarioChanges } from "./scenarioChanges.ts";

/** Reason why a scenario's results differ from another's. */
export interface Causes {
  /** Differences of the scenarios in words. */
  readonly changes: readonly string[];
  /** Results of the first and of the second scenario, by the measure's name. */
  readonly before: Numbers;
  readonly after: Numbers;
  /** Part of each result's difference that each change causes; null where there is nothing to attribute. */
  readonly attribution: Attribution | null;
  readonly blocks: readonly Block[];
}

/** Results that are compared unless one result is asked for. */
export const MEASURES: readonly Measure[] = [
  { name: "step_time", expr: "step_time", base: "s", label: "step time" },
  { name: "memory.peak", expr: "memory.peak", base: "B", label: "peak memory" },
  { name: "time_to_train", expr: "time_to_train", base: "s", label: "time to train" },
  { name: "cost", expr: "cost", base: "$", label: "cost" },
];

/**
 * Attributes the difference between two scenarios' results to the changes that turn the first into the second, as
 * `dtp diff` does for two files. Measures that one of the scenarios lacks are left out.
 */
export function causesOf(
  context: Context,
  from: ScenarioValue,
  to: ScenarioValue,
  asked: readonly Measure[],
  place: Place,
): Causes {
  const silent: Context = {
    ...silentContext(context.outputs, { interrupted: () => context.interrupted(), quiet: context.quiet + 1 }),
    overrides: context.overrides,
  };
  const changes = scenarioChanges(silent, from, to);
  const numbers = (scenario: ScenarioValue): Numbers | null => {
    const found = Object.fromEntries(
      asked.map(({ name }) => [name, numberOf(silent, scenario, name, place)] as const),
    );
    return Object.values(found).every((one) => one === null) ? null : found;
  };
  const [before, after] = [numbers(from) ?? {}, numbers(to) ?? {}];
  const measures = asked.filter(({ name }) => isNumber(before[name]) && isNumber(after[name]));
  const texts = changes.map(({ text }) => text);
  const whole = { changes: texts, before, after };
  if (measures.length === 0 || changes.length === 0) {
    const text = "The scenarios do not differ in a setting.";
    return {
      ...whole,
      attribution: null,
      blocks: changes.length === 0 ? [{ kind: "paragraph", text }] : [],
    };
  }
  const attribution = attribute(changes.length, (made) => numbers(scenarioBetween(from, changes, made)));
  const shares = attribution.shares.map((share) => ({
    text: share.changes.map((at) => texts[at] ?? "").join(" and "),
    numbers: share.numbers,
  }));
  const blocks = attributionBlocks(attribution.method, shares, measures, after);
  return { ...whole, attribution, blocks };
}

const isNumber = (value: number | null | undefined): value is number => typeof value === "number";

/** Number of a scenario's result in base units; null where the scenario has none. */
function numberOf(context: Context, scenario: ScenarioValue, path: string, place: Place): number | null {
  const read: Value = context.outputs.has(path.split(".")[0] ?? "")
    ? counted(context.outputs.read(context, { kind: "result", path, scenario, record: null }, place))
    : NONE;
  return read.kind === "quantity" && Number.isFinite(read.value) ? read.value : null;
}
