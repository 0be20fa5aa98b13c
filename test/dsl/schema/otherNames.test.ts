import { expect, test } from "vitest";
import { fieldRow, otherName, otherNames, recordRow } from "../../../src/dsl/schema/index.ts";

test.each(otherNames)("%s: `%s` is called `%s` here, and is no field itself", (record, name, field) => {
  const row = recordRow(record);
  expect(row && fieldRow(row, field)).not.toBeNull();
  expect(row && fieldRow(row, name)).toBeNull();
  expect(otherName(record, name)).toBe(field);
});

test("names of the host object are no names", () => {
  expect(otherName("plan", "constructor")).toBeNull();
  expect(otherName("toString", "x")).toBeNull();
});
