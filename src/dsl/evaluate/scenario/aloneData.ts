import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { Device } from "../../../engine/scenario/device.ts";
import type { Model } from "../../../engine/scenario/model.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { rebind } from "../expressions/record.ts";
import type { Context } from "../values/context.ts";
import type { Binding, RecordValue } from "../values/value.ts";
import { Reader } from "./read.ts";

type Fields = ReadonlyMap<string, Binding>;

/**
 * The engine's data of a definition that reads nothing of its scenario, made once however many scenarios it stands in:
 * a sweep over plans does not look at its model and cluster again. Null when it needs its scenario, or is broken.
 * Kept by the fields' map, which a definition shares with its bound copies and never with a changed one.
 */
export function aloneData<T extends Model | Cluster | Device>(
  kept: WeakMap<Fields, T | "scenario">,
  convert: (read: Reader, record: RecordValue, context: Context) => T | null,
): (context: Context, record: RecordValue) => T | null {
  return (context, record) => {
    let known = kept.get(record.fields);
    if (known === undefined) {
      const warnings: Diagnostic[] = [];
      const trying: Context = { ...context, warn: (warning) => void warnings.push(warning) };
      const read = new Reader(trying);
      const data = convert(read, rebind(record, null, null), trying);
      known = read.failed || data === null ? "scenario" : data;
      // What is warned of is looked at anew, to warn of it wherever it stands.
      if (warnings.length === 0) kept.set(record.fields, known);
      if (known !== "scenario") for (const warning of warnings) context.warn(warning);
    }
    if (known === "scenario") return null;
    return known.name === record.name ? known : { ...known, name: record.name };
  };
}
