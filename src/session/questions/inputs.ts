import {
  type Change,
  type Context,
  changeScenario,
  counted,
  type Poison,
  type Quantity,
  type RecordValue,
  readField,
  type ScenarioValue,
  scenarioPart,
} from "../../dsl/evaluate/index.ts";

/** Number that describes the hardware of a scenario, such as a bandwidth, with its path. */
export interface Input {
  /** Path of the number's field: `cluster.device.memory_bandwidth`. */
  readonly path: readonly string[];
  readonly value: Quantity;
}

/** Maximum depth of nested records that are searched for numbers, more than any record of the schema has. */
const DEEPEST = 8;

/**
 * Continuous numbers of a scenario's cluster: bandwidths, latencies, rates, efficiencies, prices, times between
 * failures. Counts are left out, since a cluster cannot have 1% more nodes. Computed fields are left out too.
 */
export function continuousInputs(context: Context, scenario: ScenarioValue): readonly Input[] {
  const cluster = scenarioPart(context, scenario, "cluster");
  return cluster.kind === "poison" ? [] : inputsOf(context, cluster, ["cluster"]);
}

function inputsOf(context: Context, record: RecordValue, path: readonly string[]): readonly Input[] {
  if (path.length > DEEPEST) return [];
  return [...record.type.fields].flatMap(([name, { row }]): readonly Input[] => {
    if (row.derived || row.accepts.integer) return [];
    const value = counted(readField(context, record, name));
    const at = [...path, name];
    if (value.kind === "record") return inputsOf(context, value, at);
    return value.kind === "quantity" && value.value > 0 && Number.isFinite(value.value)
      ? [{ path: at, value }]
      : [];
  });
}

/** The scenario with one input multiplied by `factor`. */
export function scaledInput(
  context: Context,
  scenario: ScenarioValue,
  { path, value }: Input,
  factor: number,
): ScenarioValue | Poison {
  const place = { source: { name: path.join("."), text: "" }, span: { start: 0, end: 0 } };
  const change: Change = {
    path,
    places: path.map(() => place),
    binding: { kind: "value", value: { ...value, value: factor * value.value }, text: "", place },
  };
  return changeScenario(context, scenario, [change]);
}
