import { describe, expect, test } from "vitest";
import { choices, kindRow, otherWord, otherWords, recordRow } from "../../../src/dsl/schema/index.ts";

const rows = [...kindRow("plan").fields, ...kindRow("cluster").fields, ...(recordRow("fp8")?.fields ?? [])];

describe("values by the words of others", () => {
  test.each(otherWords)("%s: %s is %s", (field, word, value) => {
    const row = rows.find(({ name }) => name === field);
    if (!row) throw new Error(`no field ${field}`);
    const known = choices(row).map((one) => one.word);
    expect(known).toContain(value.replace(/\(.*/, ""));
    expect(known).not.toContain(word);
    expect(otherWord(field, word)).toBe(value);
  });

  test("others are unknown", () => {
    expect(otherWord("precision", "bf16")).toBeNull();
    expect(otherWord("constructor", "toString")).toBeNull();
    expect(otherWord("precision", "constructor")).toBeNull();
  });
});
