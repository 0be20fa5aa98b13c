import { expect, test } from "vitest";
import { kindRow } from "../../../src/dsl/schema/index.ts";
import type { Algebra } from "../../../src/engine/core/algebra.ts";
import { numbers } from "../../../src/engine/core/numbers.ts";
import { type FieldRow, placeOf } from "../../../src/engine/scenario/fieldRow.ts";
import { stepFields } from "../../../src/engine/scenario/fieldRows.ts";
import { scenarioInputs } from "../../../src/engine/trainingStep/inputs/inputs.ts";
import { settingsOf } from "../../../src/launch/carry/settingsOf.ts";
import { korthikanti } from "../support/scenarios.ts";

const rows: readonly (readonly [name: string, row: FieldRow])[] = Object.entries(stepFields);
const scenario = korthikanti({ cp: 2, seqLen: 4096 });

/** The value at a place of a scenario: `plan.framework.bucketBytes`. */
const valueAt = (place: string): unknown =>
  place.split(".").reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], scenario);

test("a row's place is the field that it reads", () => {
  expect(placeOf(stepFields.upLatency)).toBe("cluster.scaleUp.latencySeconds");
  for (const [, row] of rows) {
    const value = valueAt(placeOf(row));
    if (value !== undefined) expect(value, row.path).toBe(row.read(scenario));
  }
  expect(rows.filter(([, row]) => valueAt(placeOf(row)) === undefined).length).toBeLessThan(7);
});

test("a row's path begins with a field of the language, and no two rows have one path", () => {
  const paths = rows.map(([, { path }]) => path);
  expect(new Set(paths).size).toBe(paths.length);
  for (const path of paths) {
    const [kind = "", name] = path.split(".");
    expect(
      kindRow(kind as "plan" | "cluster").fields.map((one) => one.name),
      path,
    ).toContain(name);
  }
});

test("a step's inputs are the rows' fields, under the rows' names, paths and units", () => {
  const asked = new Map<string, readonly [value: number, unit: string]>();
  const recording: Algebra<number> = {
    ...numbers,
    input(path, value, unit) {
      asked.set(path, [value, unit]);
      return value;
    },
  };
  const inputs = scenarioInputs(recording, scenario) as unknown as Readonly<Record<string, number>>;
  for (const [name, { path, unit, read }] of rows) {
    expect(inputs[name], name).toBe(read(scenario));
    expect(asked.get(path), path).toEqual([read(scenario), unit]);
  }
});

test("what launchers are told of a number is what a step reads", () => {
  const settings = settingsOf(scenario);
  const told = rows.filter(([, { path }]) => typeof settings[path] === "number");
  expect(told.length).toBeGreaterThan(6);
  for (const [, { path, read }] of told) expect(settings[path], path).toBe(read(scenario));
});
