import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { kindRow } from "../../../src/dsl/schema/index.ts";
import { notModelled } from "../../../src/engine/core/limit.ts";
import { limits } from "../../../src/engine/refusals/limits.ts";
import { limitsMarkdown } from "../../../src/engine/refusals/limitsMarkdown.ts";
import { gpt, plan, scenario, selene } from "../support/scenarios.ts";

const engine = join(import.meta.dirname, "../../../src/engine");

describe("what is not modelled", () => {
  test("is said by a limit, so that the page lists all of it", () => {
    const saying = readdirSync(engine, { recursive: true, encoding: "utf8" })
      .filter(
        (path) =>
          path.endsWith(".ts") && /error\(\s*"not-modelled"/.test(readFileSync(join(engine, path), "utf8")),
      )
      .map((path) => path.replaceAll("\\", "/"));
    expect(saying).toEqual(["core/limit.ts"]);
    const rowed = readdirSync(engine, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .flatMap((path) => [
        ...readFileSync(join(engine, path), "utf8").matchAll(/export const (\w+): Limits =/g),
      ]);
    expect(limits).toHaveLength(rowed.length);
  });

  test("has a reason, something instead, and fields that the language has", () => {
    const page = limitsMarkdown();
    for (const { of, limits: rows } of limits) {
      expect(page).toContain(`### ${of}\n`);
      for (const { what, why, instead, fields } of rows) {
        expect(page).toContain(` | ${why} | ${instead} | `);
        expect(instead, what).toMatch(/^[a-z`]/);
        for (const field of fields) {
          const [kind = "", name] = field.split(".");
          expect(
            kindRow(kind as "plan").fields.map((row) => row.name),
            field,
          ).toContain(name);
        }
      }
    }
  });

  test("is not said to an ordinary plan", () => {
    const plain = scenario(gpt(8, 1024, 16), selene(1), plan({ dp: 8, globalBatch: 64 }));
    for (const group of limits) expect(notModelled(group, plain), group.of).toEqual([]);
  });
});
