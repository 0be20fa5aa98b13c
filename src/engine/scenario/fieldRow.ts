import type { Scenario } from "./scenario.ts";

/** Numeric input of formulas: a field of a scenario with its path, its unit and a function that reads it. */
export interface FieldRow {
  /**
   * Path of the field in the language, such as `plan.micro_batch`. `explain`, sweeps and compiled estimates
   * name the field by it.
   */
  readonly path: string;
  readonly unit: string;
  /**
   * Reads this field and no other field. `placeOf` and compiled estimates find the input by watching what the
   * function reads.
   */
  readonly read: (scenario: Scenario) => number;
  /**
   * True where one compiled estimate holds for all values of the field, so that sweeps over the field are fast.
   */
  readonly varies: boolean;
}

export const field = (path: string, unit: string, read: FieldRow["read"]): FieldRow => ({
  path,
  unit,
  read,
  varies: false,
});

/** Makes a row for a field that may vary within a compiled estimate. */
export const varying = (path: string, unit: string, read: FieldRow["read"]): FieldRow => ({
  ...field(path, unit, read),
  varies: true,
});

/**
 * Finds the place of a row's field in a `Scenario`, such as `cluster.scaleUp.latencySeconds`, by recording what
 * `read` accesses.
 */
export function placeOf({ read }: FieldRow): string {
  const keys: string[] = [];
  const reader: object = new Proxy(
    {},
    {
      get(_, key) {
        keys.push(String(key));
        return reader;
      },
    },
  );
  read(reader as Scenario);
  return keys.join(".");
}
