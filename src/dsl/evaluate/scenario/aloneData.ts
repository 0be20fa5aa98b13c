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
 * Makes a memoised function that converts a definition to the engine's data, for definitions that read nothing of their
 * scenario. A sweep over plans thus converts its model and cluster once. The function returns null for a definition
 * that reads its scenario or has errors. The memo's key is the map of fields, so a copy for another scenario shares the
 * entry and a copy with changes does not.
 */
export function aloneData<T extends Model | Cluster | Device>(
  memo: WeakMap<Fields, T | "scenario">,
  convert: (read: Reader, record: RecordValue, context: Context) => T | null,
): (context: Context, record: RecordValue) => T | null {
  return (context, record) => {
    let known = memo.get(record.fields);
    if (known === undefined) {
      const warnings: Diagnostic[] = [];
      const trying: Context = { ...context, warn: (warning) => void warnings.push(warning) };
      const read = new Reader(trying);
      const data = convert(read, rebind(record, null, null), trying);
      known = read.failed || data === null ? "scenario" : data;
      // Definitions with warnings are not memoised, so that each scenario gives the warnings again.
      if (warnings.length === 0) memo.set(record.fields, known);
      if (known !== "scenario") for (const warning of warnings) context.warn(warning);
    }
    if (known === "scenario") return null;
    return known.name === record.name ? known : { ...known, name: record.name };
  };
}
