import type { Scenario } from "./scenario.ts";

/** A number of a scenario that enters formulas: its name in the language, its place in a `Scenario`, its unit. */
export interface FieldRow {
  /** Path in the language's spelling, by which `explain`, sweeps and compiled estimates name it. */
  readonly path: string;
  readonly unit: string;
  /** Reads the field, and nothing besides: a compiled estimate takes the field that was read last for the input. */
  readonly read: (scenario: Scenario) => number;
  /** True where compiled estimates hold for all values of the field, so that sweeps over it are quick. */
  readonly varies: boolean;
}

export const field = (path: string, unit: string, read: FieldRow["read"]): FieldRow => ({
  path,
  unit,
  read,
  varies: false,
});

/** A field that may be a variable of compiled estimates. */
export const varying = (path: string, unit: string, read: FieldRow["read"]): FieldRow => ({
  ...field(path, unit, read),
  varies: true,
});

/** Place of a row's field in a `Scenario`, such as `cluster.scaleUp.latencySeconds`: what the row reads. */
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
