import { counted, readField, type Value } from "../../dsl/evaluate/index.ts";
import { modelOutputPaths } from "../../engine/index.ts";
import { printed } from "../../report/numbers/number.ts";
import { sessionOutputs } from "../results/sessionOutputs.ts";
import { tableColumns, usualColumns } from "../show/showTable.ts";
import { textOfValue } from "../text/textOfValue.ts";
import type { Reading } from "./reading.ts";
import { valueAt } from "./sheetScenario.ts";

/** Value of a session by its name, as `show` prints it: `base.step_time`, `14.26 s`. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Largest number of rows of a table, and of items of a list, that have names. */
const MOST = 100;

/** Kinds of results that are one number or word. */
const SINGLE: ReadonlySet<string> = new Set(["number", "breakdown", "bound", "fit", "extrapolated"]);

/**
 * Numbers and words below a value of the session, by name: results and fields of a scenario (`base.step_time`, `base.plan.tp`),
 * fields of a definition, columns of a table's rows and items of a list, counted from 1 (`scaling.4.mfu`). What has no value, or
 * has errors, has no name.
 */
export function namedTexts(reading: Reading, name: string, found: Value): readonly NamedText[] {
  const value = counted(found);
  const at = (path: string): readonly NamedText[] =>
    namedTexts(reading, `${name}.${path}`, valueAt(reading, value, path));
  switch (value.kind) {
    case "quantity":
    case "text":
    case "boolean":
    case "word":
      return [{ name, text: textOf(value) }];
    case "result":
      return value.quantity ? [{ name, text: textOf({ ...value.quantity }) }] : [];
    case "list":
      return value.items.slice(0, MOST).flatMap((item, i) => namedTexts(reading, `${name}.${i + 1}`, item));
    case "record": {
      if (value.type.what === "tagged") return [{ name, text: textOf(value) }];
      const context = reading.context();
      const fields = [...value.type.fields.keys()].flatMap((field) =>
        namedTexts(reading, `${name}.${field}`, readField(context, value, field)),
      );
      return value.type.what === "model" ? [...modelOutputPaths.flatMap(at), ...fields] : fields;
    }
    case "scenario":
      return [
        ...sessionOutputs.filter(({ kind }) => SINGLE.has(kind)).flatMap(({ path }) => at(path)),
        ...["model", "cluster", "plan"].flatMap(at),
      ];
    case "table": {
      const { columns, scope } = usualColumns(value);
      const made = tableColumns(reading.context(), columns, value.rows, scope, value.large);
      if ("kind" in made) return [];
      return Array.from(value.rows)
        .slice(0, MOST)
        .flatMap((_, i) =>
          made.flatMap(({ title, values }) => simple(`${name}.${i + 1}.${title}`, values.at(i) ?? null)),
        );
    }
    case "data":
      return value.rows
        .slice(0, MOST)
        .flatMap(({ columns }, i) =>
          [...columns].flatMap(([title, one]) => simple(`${name}.${i + 1}.${title}`, one)),
        );
    default:
      return [];
  }
}

function simple(name: string, value: Value | null): readonly NamedText[] {
  const plain = value && counted(value);
  return plain && ["quantity", "text", "boolean", "word"].includes(plain.kind)
    ? [{ name, text: textOf(plain) }]
    : [];
}

/** Text of a value as `show` prints it, where ratios have fewer digits than a quantity alone. */
function textOf(value: Value): string {
  return value.kind === "quantity" && value.unit === "%" && !("draws" in value && value.draws)
    ? printed(value.value, "1", "%")
    : textOfValue(value);
}
