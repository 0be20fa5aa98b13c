import type { Breakdown } from "./breakdown.ts";
import type { Estimate } from "./estimate.ts";
import type { Output } from "./output.ts";
import { partOf } from "./partOf.ts";

/**
 * Makes an output row for a number of the estimate. `read` returns null where the scenario lacks a field of
 * `needs`.
 */
export const numberOutput = (
  path: string,
  unit: string,
  doc: string,
  read: <N>(estimate: Estimate<N>) => N | null,
  ...needs: readonly string[]
): Output => ({ kind: "number", path, unit, doc, read, ...(needs.length === 0 ? {} : { needs }) });

/** Makes output rows for named parts of a breakdown, such as `cost.devices` and `cost.storage` of `cost`. */
export const partOutputs = (
  of: string,
  unit: string,
  named: readonly (readonly [name: string, doc: string])[],
  tree: <N>(estimate: Estimate<N>) => Breakdown<N> | null | undefined,
  ...needs: readonly string[]
): readonly Output[] =>
  named.map(([name, doc]) =>
    numberOutput(
      `${of}.${name}`,
      unit,
      doc,
      (e) => {
        const whole = tree(e);
        return whole ? (partOf(whole, `${of}.${name}`)?.value ?? null) : null;
      },
      ...needs,
    ),
  );
