import type { Device, Model } from "../../engine/scenario.ts";
import type { Context } from "./context.ts";
import { Reader } from "./read.ts";
import { rebind } from "./record.ts";
import type { Binding, RecordValue } from "./value.ts";

type Fields = ReadonlyMap<string, Binding>;

/**
 * The engine's data of a definition that reads nothing of its scenario, made once however many scenarios it stands in:
 * a sweep over nodes does not look at its model and device again. Null when it needs its scenario, or is broken.
 * Kept by the fields' map, which a definition shares with its bound copies and never with a changed one.
 */
export function aloneData<T extends Model | Device>(
  kept: WeakMap<Fields, T | "scenario">,
  convert: (read: Reader, record: RecordValue) => T,
): (context: Context, record: RecordValue) => T | null {
  return (context, record) => {
    let known = kept.get(record.fields);
    if (known === undefined) {
      const read = new Reader(context);
      const data = convert(read, rebind(record, null, null));
      known = read.failed ? "scenario" : data;
      kept.set(record.fields, known);
    }
    if (known === "scenario") return null;
    return known.name === record.name ? known : { ...known, name: record.name };
  };
}
