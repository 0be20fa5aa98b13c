import {
  type Context,
  counted,
  type DataRow,
  type MeasuredTable,
  NONE,
  type Poison,
  type ScenarioValue,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { inBase, print } from "../../units/index.ts";
import { continuousInputs, type Input, scaledInput } from "./inputs.ts";
import { withVariance } from "./varianceColumns.ts";

/** Results whose sensitivity is computed, with their column names. */
const MEASURES = [
  { name: "step_time", path: "step_time" },
  { name: "memory", path: "memory.peak" },
  { name: "cost", path: "cost" },
  { name: "time_to_train", path: "time_to_train" },
] as const;
export type Measure = (typeof MEASURES)[number]["name"];

/** Factor by which an input is multiplied, and divided, to measure the effect of a change of 1%. */
const LITTLE = 1.01;
/** Relative change of a result below which the change counts as a rounding error. */
const NOTHING = 1e-9;

type Numbers = Readonly<Record<Measure, number | null>>;

const known = new WeakMap<ScenarioValue, MeasuredTable>();

/**
 * Sensitivity of step time, memory and cost to each number of the cluster, largest effect first. `step_time` is the
 * relative change for 1% more of the input, averaged over one step up and one down. `step_time_halved` and
 * `step_time_doubled` come from new estimates with half and twice the input, since effects are not linear. Changes are
 * ratios without a unit (0.02 is 2%). A cell is blank where half or twice is outside the field's range. Inputs without
 * any effect are left out.
 */
export function sensitivity(context: Context, scenario: ScenarioValue): MeasuredTable | Poison {
  const before = known.get(scenario);
  if (before) return before;
  const now = numbersOf(context, scenario);
  if ("kind" in now) return now;
  const measures = MEASURES.map(({ name }) => name).filter((name) => now[name] !== null);
  const inputs = continuousInputs(context, scenario);
  const found: { readonly swing: number; readonly row: DataRow }[] = [];
  for (const [at, input] of inputs.entries()) {
    if (context.interrupted()) break;
    context.progress(at + 1, inputs.length, `${scenario.name}: sensitivity`);
    const ratio = ratiosOf(context, scenario, input, now);
    const cells = measures.flatMap((name): (readonly [string, number | null])[] => {
      const [up, down] = [ratio(LITTLE)[name], ratio(1 / LITTLE)[name]];
      return [
        [name, perStep(up, down)],
        [`${name}_halved`, ratio(0.5)[name]],
        [`${name}_doubled`, ratio(2)[name]],
      ];
    });
    const swing = Math.max(...cells.map(([, value]) => Math.abs(value ?? 0)));
    if (swing < NOTHING) continue;
    const columns = new Map<string, Value>([
      ["input", { kind: "text", value: input.path.join(".") }],
      ["now", { kind: "text", value: print(input.value) }],
      ...cells.map(([name, value]): [string, Value] => [
        name,
        value === null ? NONE : { ...inBase(Math.abs(value) < NOTHING ? 0 : value, "1"), unit: "%" },
      ]),
    ]);
    found.push({
      swing: Math.max(...cells.slice(0, 3).map(([, value]) => Math.abs(value ?? 0))) + swing / 1e3,
      row: { columns, scenario: null, problem: null },
    });
  }
  found.sort((a, b) => b.swing - a.swing);
  const { rows, columns } = withVariance(
    context,
    scenario,
    found.map(({ row }) => row),
    measures.map((name) => ({ name, path: MEASURES.find((one) => one.name === name)?.path ?? name })),
  );
  const table: MeasuredTable = {
    kind: "data",
    name: `${scenario.name}: effect of 1% more, half and double of each input; ${found.length} of ${inputs.length} inputs matter${columns.length === 0 ? "" : "; share of the variance of each uncertain input"}`,
    question: "sensitivity",
    columns: [...(found[0]?.row.columns.keys() ?? ["input", "now"]), ...columns],
    usual:
      columns.length === 0
        ? ["input", "now", ...measures, "step_time_halved", "step_time_doubled"]
        : ["input", "now", ...measures.flatMap((name) => usualOf(name, columns))],
    rows,
  };
  if (!context.interrupted()) known.set(scenario, table);
  return table;
}

/** Columns of a result in the table of an uncertain scenario: the time to train follows the step time, so it has none. */
const usualOf = (name: Measure, columns: readonly string[]): readonly string[] =>
  name === "time_to_train"
    ? []
    : [name, ...[`${name}_first`, `${name}_total`].filter((one) => columns.includes(one))];

/**
 * Relative change of a result for 1% more of an input: the geometric mean of the step up and the step down. Where one
 * of them leaves the field's range, the change of the other one alone.
 */
function perStep(up: number | null, down: number | null): number | null {
  if (up !== null && down !== null) return Math.sqrt((1 + up) / (1 + down)) - 1;
  return up ?? (down === null ? null : 1 / (1 + down) - 1);
}

/** Relative changes of all measured results when an input is multiplied by a factor, memoised by factor. */
function ratiosOf(
  context: Context,
  scenario: ScenarioValue,
  input: Input,
  now: Numbers,
): (factor: number) => Numbers {
  const made = new Map<number, Numbers>();
  return (factor) => {
    const ready = made.get(factor);
    if (ready) return ready;
    const changed = scaledInput(context, scenario, input, factor);
    const numbers = changed.kind === "poison" ? NOTHING_KNOWN : numbersOf(context, changed);
    const then = "kind" in numbers ? NOTHING_KNOWN : numbers;
    const ratios = Object.fromEntries(
      MEASURES.map(({ name }) => {
        const [a, b] = [now[name], then[name]];
        return [name, a === null || b === null || a === 0 ? null : b / a - 1];
      }),
    ) as Record<Measure, number | null>;
    made.set(factor, ratios);
    return ratios;
  };
}

const NOTHING_KNOWN: Numbers = { step_time: null, memory: null, cost: null, time_to_train: null };

function numbersOf(context: Context, scenario: ScenarioValue): Numbers | Poison {
  const place = { source: { name: "sensitivity", text: "" }, span: { start: 0, end: 0 } };
  context.quiet++;
  const wrong = context.outputs.check(context, scenario, place);
  const numbers = MEASURES.map(({ name, path }) => {
    const value = wrong
      ? NONE
      : counted(context.outputs.read(context, { kind: "result", path, scenario, record: null }, place));
    return [name, value.kind === "quantity" ? value.value : null] as const;
  });
  context.quiet--;
  return wrong ?? (Object.fromEntries(numbers) as Record<Measure, number | null>);
}
