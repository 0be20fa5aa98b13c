import { describe, expect, it } from "vitest";
import {
  fieldRow,
  implausible,
  isRequired,
  kindRow,
  kindRows,
  plotRow,
  tagRow,
  tagRows,
  tagsOf,
} from "../../../src/dsl/schema/index.ts";
import type { FieldRow, RecordRow } from "../../../src/dsl/schema/notation/row.ts";
import { fieldPages } from "../../../src/dsl/schema/reference/fieldPages.ts";
import { parse } from "../../../src/dsl/syntax/index.ts";
import { dimension, parseUnit, quantity } from "../../../src/units/index.ts";

const records: readonly RecordRow[] = [...kindRows, ...tagRows, plotRow];
const every = records.flatMap((record) =>
  record.fields.map((field) => [`${record.name}.${field.name}`, field] as const),
);
/** Rows by record. A row that several records share, as stacks do, is listed under the first alone. */
const seen = new Set<FieldRow>();
const own = records.map(({ name, fields }) => {
  const rows = fields.filter((row) => !seen.has(row));
  for (const row of rows) seen.add(row);
  return [name, rows] as const;
});

const field = (record: RecordRow | null, name: string): FieldRow => {
  const found = record && fieldRow(record, name);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};

describe.each(own.filter(([, rows]) => rows.length > 0))("fields of %s", (_, rows) => {
  it("have a name of the language, a sentence, a known unit of their own dimension", () => {
    for (const row of rows) {
      expect(row.name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(row.doc, row.name).toMatch(/^\S.*[.]$/s);
      for (const key of row.accepts.numbers ?? []) expect(dimension(key).key, row.name).toBe(key);
      if (row.unit) expect(row.accepts.numbers, row.name).toContain(parseUnit(row.unit)?.dimension.key);
      for (const tag of tagsOf(row.accepts)) expect(tagRow(tag), `${row.name}: ${tag}`).not.toBeNull();
    }
  });

  it("have defaults and examples that parse", () => {
    const texts = rows.flatMap((row) => [row.default, row.example]).filter((text) => text !== undefined);
    // One statement each: a diagnostic shows the line of its text.
    const text = [...new Set(texts)].map((value, i) => `let x${i} = ${value}`).join("\n");
    expect(parse({ name: "schema", text }, "file").diagnostics).toEqual([]);
  });

  it("have their usual values among the allowed ones", () => {
    for (const { name, range, plausible } of rows) {
      const [least, most] = range ?? [null, null];
      if (least !== null && most !== null) expect(least, name).toBeLessThanOrEqual(most);
      if (plausible?.least !== undefined && least !== null)
        expect(plausible.least, name).toBeGreaterThanOrEqual(least);
      if (plausible?.most !== undefined && most !== null)
        expect(plausible.most, name).toBeLessThanOrEqual(most);
    }
  });
});

describe("the schema", () => {
  it("has no name twice", () => {
    for (const record of records) {
      const names = record.fields.map((f) => f.name);
      expect(new Set(names).size, record.name).toBe(names.length);
      if (record.positional) expect(names).toContain(record.positional);
    }
    const tags = tagRows.map((tag) => tag.name);
    expect(new Set(tags).size).toBe(tags.length);
  });

  it("reaches every tag from some field", () => {
    const used = new Set(every.flatMap(([, row]) => tagsOf(row.accepts)));
    for (const tag of tagRows) expect(used, tag.name).toContain(tag.name);
  });

  it("requires only what no default can stand for", () => {
    const required = kindRows.map((kind) => kind.fields.filter(isRequired).map((f) => f.name));
    expect(required).toEqual([
      ["layers", "d_model", "attention", "mlp", "vocab"],
      ["memory", "memory_bandwidth", "peak"],
      ["device"],
      ["seq_len", "global_batch"],
      ["cluster", "jobs"],
      ["scenario", "phases"],
    ]);
  });
});

describe("implausible values", () => {
  const nic = field(tagRow("fat_tree"), "nic");
  it("asks about a NIC in bytes", () => {
    expect(implausible(nic, quantity(400, "GB/s"))).toEqual({
      sentence: "a NIC of 400 GB/s is 4 times an 800 Gb/s one",
      label: "bytes; NICs are sold in bits",
      help: "did you mean `400 Gb/s` (50 GB/s)?",
    });
    expect(implausible(nic, quantity(400, "Gb/s"))).toBeNull();
    expect(implausible(nic, quantity(50, "GB/s"))).toBeNull();
  });

  it("says what is usual otherwise", () => {
    expect(implausible(field(kindRow("device"), "memory"), quantity(80, "MB"))).toEqual({
      sentence: "`memory` = 80 MB is far from usual",
      label: "accelerators have 16 to 288 GB",
      help: "usual values are 1 GiB to 1,024 GiB",
    });
    expect(implausible(field(kindRow("device"), "memory"), quantity(80, "GiB"))).toBeNull();
    expect(implausible(field(kindRow("model"), "layers"), quantity(5))).toBeNull();
  });
});

describe("pages of fields", () => {
  const pages = fieldPages();
  const texts = Object.values(pages);
  it("have every field, in rows with as many cells as their heading", () => {
    const text = texts.join("\n");
    const names = new Set(every.map(([, row]) => row.name));
    expect([...names].filter((name) => !text.includes(`| \`${name}\` |`))).toEqual([]);
    let cells = 0;
    for (const line of text.split("\n").filter((l) => l.startsWith("|"))) {
      const here = line.match(/(?<!\\)\|/g)?.length ?? 0;
      if (line.startsWith("|---")) cells = here;
      else if (line.startsWith("| `")) expect(here, line).toBe(cells);
    }
  });
  it("name each tag in one heading", () => {
    const headings = texts.flatMap((text) =>
      [...text.matchAll(/^#{3,4} `(\w+)`$/gm)].map(([, name]) => name),
    );
    expect(headings.toSorted()).toEqual(tagRows.map(({ name }) => name).toSorted());
  });
  it("print fields that a family of tags shares once, and each default that differs", () => {
    const stacks = pages["docs/reference/fields/frameworks.md"] ?? "";
    expect(stacks.match(/^\| `collective_wait` \| time/gm)).toHaveLength(1);
    expect(stacks).toMatch(/^\| `zero` \| `0` \| .*`3`: [^;]*torchtitan/m);
  });
});
