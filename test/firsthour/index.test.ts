import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const rows = [
  ...readFileSync(join(import.meta.dirname, "README.md"), "utf8").matchAll(
    /^\| (.+?) \| .+ \| (\S+) \| (.+?) \|$/gm,
  ),
].flatMap(([, finding = "", file = "", name = ""]) =>
  finding === "finding" ? [] : [{ finding, file, name }],
);

test.each(rows)("$finding: $file has the test that the index quotes", ({ file, name }) => {
  expect(readFileSync(join(import.meta.dirname, file), "utf8")).toContain(name);
});

test("the index has a row for each finding", () => {
  const of = (letter: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${letter}${at + 1}`);
  const wanted = [...of("D", 14), ...of("N", 16), ...of("C", 10), ...of("H", 10)];
  const known = new Set(
    rows.flatMap(({ finding }) => {
      const [first = "", last = first] = finding.split(" to ");
      const from = wanted.indexOf(first);
      return from < 0 ? [] : wanted.slice(from, wanted.indexOf(last) + 1);
    }),
  );
  expect(wanted.filter((one) => !known.has(one))).toEqual([]);
});
