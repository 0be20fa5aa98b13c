import { describe, expect, test } from "vitest";
import { placesOf } from "../../src/calibration/constants.ts";
import { kindRows, type RecordRow, tagRows } from "../../src/dsl/schema/index.ts";
import { programOf } from "../../src/validation/programs/program.ts";
import { scenarioReader } from "../../src/validation/programs/scenarioOf.ts";
import { rowOf } from "../../src/validation/rows/row.ts";
import { world } from "../validation/rows.ts";
import { cells } from "./synthetic.ts";

const program = programOf(rowOf({ ...cells[0], n_gpus: "16", dp: "16", iter_time_s: "1" }));
if (program.kind !== "program") throw new Error(program.reason);
const read = scenarioReader(world);
const scenarioOf = (text: string) => {
  const resolved = read(text, "probe");
  if (resolved.kind !== "scenario")
    throw new Error(resolved.diagnostics.map(({ message }) => message).join("; "));
  return resolved.scenario;
};

/** Every number of a scenario's cluster and plan by its path. */
function leaves(value: unknown, path = ""): readonly (readonly [string, number])[] {
  if (typeof value === "number") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
}

describe("calibrated fields", () => {
  const places = placesOf(scenarioOf(program.text));

  test("every field that the schema marks and this scenario holds has its place", () => {
    const marked = (row: RecordRow) => row.fields.filter((field) => field.calibrated).map(({ name }) => name);
    const held = ["device", "nvswitch", "fat_tree"].flatMap((name) =>
      [...kindRows, ...tagRows].filter((row) => row.name === name).flatMap(marked),
    );
    expect(held.length).toBeGreaterThan(5);
    const inCluster = places.filter(({ path }) => path.startsWith("cluster."));
    expect(inCluster.map(({ field }) => field.name).sort()).toEqual(held.sort());
  });

  test("limits are above 0 and hold the default", () => {
    for (const row of [...kindRows, ...tagRows])
      for (const { calibrated } of row.fields)
        if (calibrated) {
          expect(calibrated[0]).toBeGreaterThan(0);
          expect(calibrated[1]).toBeGreaterThan(calibrated[0]);
        }
  });

  // What the language changes in the scenario under a field's path is exactly the number that a fit would move.
  test.each(places.map(({ path, field, holder, key }) => ({ path, field, holder, key })))(
    "$path",
    ({ path, field, holder, key }) => {
      const before = scenarioOf(program.text);
      const value = (field.calibrated?.[1] ?? 1) / 2;
      const unit = field.accepts.numbers?.find((name) => name !== "1");
      const changed = scenarioOf(
        `${program.text.replace("let run = ", "let base = ").replace("show run", "")}
let run = base with { ${path} = ${value}${unit ? ` ${unit}` : ""} }\n`,
      );
      const was = new Map(leaves({ cluster: before.cluster, plan: before.plan }));
      const now = leaves({ cluster: changed.cluster, plan: changed.plan });
      // A field whose default is this field follows it: sends slow computation as other communication does.
      const follows = (where: string) => path.endsWith(".contention") && where.endsWith(".sendContention");
      const moved = now.filter(([where, number]) => was.get(where) !== number && !follows(where));
      expect(moved).toHaveLength(1);
      expect(moved[0]?.[0].endsWith(`.${key}`)).toBe(true);
      expect(moved[0]?.[1]).toBeCloseTo(value, 12);
      expect(holder[key]).toBe(was.get(moved[0]?.[0] ?? ""));
    },
  );
});
