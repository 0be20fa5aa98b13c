import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The scenario with another number at a path such as `cluster.scaleOut.nicBytesPerSecond`; as it is where there is none. */
export function withValue(scenario: Scenario, at: string, change: (value: number) => number): Scenario {
  const changed = (of: unknown, [name = "", ...rest]: readonly string[]): unknown => {
    if (typeof of !== "object" || of === null) return of;
    const value = (of as Fields)[name];
    if (rest.length > 0) return { ...of, [name]: changed(value, rest) };
    return typeof value === "number" ? { ...of, [name]: change(value) } : of;
  };
  return changed(scenario, at.split(".")) as Scenario;
}
