import type { FieldRow } from "../../schema/index.ts";
import { anyRandomInput } from "../draws/randomInput.ts";
import type { Context } from "../values/context.ts";
import type { Draws, RandomInput } from "../values/draws.ts";
import { PARTS, type Quantity, type RecordValue, type ScenarioValue, type Value } from "../values/value.ts";
import { readField } from "./readField.ts";
import { scenarioPart } from "./scenarioValue.ts";

/** Field of a scenario whose value is uncertain. */
export interface DrawnField {
  /** Path of the field: `cluster.scale_out.nic`. */
  readonly path: readonly string[];
  readonly row: FieldRow;
  readonly value: Quantity;
  readonly draws: Draws;
}

/** Uncertain fields of a scenario, and the random inputs that they depend on. */
export interface DrawnFields {
  readonly fields: readonly DrawnField[];
  readonly inputs: ReadonlySet<RandomInput>;
}

/** Maximum depth of nested records that are searched, more than any record of the schema has. */
const DEEPEST = 8;

const known = new WeakMap<ScenarioValue, DrawnFields | null>();

/**
 * Uncertain fields of a scenario, as far as they are written: defaults that follow from them are computed again for each
 * draw. Null for a scenario that is certain.
 */
export function drawnFields(context: Context, scenario: ScenarioValue): DrawnFields | null {
  if (!anyRandomInput()) return null;
  const ready = known.get(scenario);
  if (ready !== undefined) return ready;
  const fields = PARTS.flatMap((part) => {
    const record = scenario.parts[part] && scenarioPart(context, scenario, part);
    return record?.kind === "record" ? within(context, record, [part]) : [];
  });
  const inputs = new Set(fields.flatMap(({ draws }) => [...draws.inputs]));
  const found = fields.length === 0 ? null : { fields, inputs };
  known.set(scenario, found);
  return found;
}

function within(context: Context, record: RecordValue, path: readonly string[]): readonly DrawnField[] {
  if (path.length > DEEPEST) return [];
  return [...record.fields.keys()].flatMap((name): readonly DrawnField[] => {
    const row = record.type.fields.get(name)?.row;
    const value: Value = row ? readField(context, record, name) : { kind: "none" };
    const at = [...path, name];
    if (value.kind === "record") return within(context, value, at);
    return row && value.kind === "quantity" && value.draws
      ? [{ path: at, row, value, draws: value.draws }]
      : [];
  });
}
