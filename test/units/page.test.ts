import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseUnit, unitNames } from "../../src/units/index.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/errors/unknown-unit.md"), "utf8");
const rows = page.split("\n").filter((line) => /^\| [a-z]+ \| `/.test(line));
const listed = rows.flatMap((row) =>
  [...row.matchAll(/`([^`]+)`/g)].flatMap(([, units = ""]) => units.split(" ")),
);

it("the page of unknown-unit lists the units there are", () => {
  expect(listed.length).toBeGreaterThan(40);
  for (const unit of listed) expect(parseUnit(unit), unit).not.toBeNull();
  for (const unit of unitNames()) {
    if (!unit.quiet && !unit.compound) expect(listed, unit.spelling).toContain(unit.spelling);
  }
});
