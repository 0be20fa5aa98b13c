import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createWorld } from "../../src/host/index.ts";
import {
  createSession,
  piecesOf,
  programOf,
  sealLesson,
  variantOf,
  variantProblems,
  withVariant,
} from "../../src/session/index.ts";

const folder = join(import.meta.dirname, "../../notebooks/course");
const read = (...path: readonly string[]) => readFileSync(join(folder, ...path), "utf8");
const run = (text: string) => createSession(createWorld(folder)).run(text, { name: "x", mode: "file" });
const pieces = (text: string) => piecesOf([{ name: "x", text }]);

/** Students whose variants are drawn. */
const STUDENTS = 1_000;
const students = Array.from({ length: STUDENTS }, (_, at) => `student-${at}@example.org`);

const varied = readdirSync(join(folder, "keys")).filter((name) => /^control/m.test(read("keys", name)));

/**
 * Variants of lessons whose keys have `control` statements: each student gets values of their own, and each variant has an
 * answer that the solution's method finds and no other variant shares.
 */
describe.each(varied)("variants of %s", (name) => {
  const lesson = pieces(read(name));
  const key = pieces(read("keys", name));
  const stem = name.replace(".dtp", "");
  const drawn = students.map((student) => variantOf(key, stem, student));
  const different = new Map(drawn.map((variant) => [JSON.stringify([...variant]), variant]));

  test("are the same for a student everywhere, and spread over all values", () => {
    expect(variantProblems(key, lesson)).toEqual([]);
    expect(variantOf(key, stem, " Student-7@example.org ")).toEqual(drawn[7]);
    for (const [one, values] of key.controls) {
      expect(new Set(values).size).toBe(values.length);
      for (const value of values) {
        const share = drawn.filter((variant) => variant.get(one) === value).length / STUDENTS;
        // Fair draws are within a third of their share in all but one class of ten thousand.
        expect(share * values.length, `${one} = ${value}`).toBeGreaterThan(2 / 3);
        expect(share * values.length, `${one} = ${value}`).toBeLessThan(4 / 3);
      }
    }
  });

  test("have answers of their own, which the solution's method finds", () => {
    // Exercises that read a varied name: only these differ.
    const own = [...key.exercises.values()].filter(({ reads }) =>
      [...key.controls.keys()].some((one) => reads.has(one)),
    );
    expect(own.length).toBeGreaterThan(0);
    // Each of them reads one varied name, so a value stands for a variant below.
    for (const one of own)
      expect([...key.controls.keys()].filter((each) => one.reads.has(each))).toHaveLength(1);
    const names = new Set(own.map((one) => one.name));
    const small = { ...lesson, exercises: new Map([...lesson.exercises].filter(([one]) => names.has(one))) };
    const keyed = { ...key, exercises: new Map([...key.exercises].filter(([one]) => names.has(one))) };
    const seals = new Map<string, Map<string, string>>();
    for (const [values, variant] of different) {
      const mine = withVariant(small, variant);
      const { exercises, problems, definitions } = sealLesson(mine, keyed, stem, run);
      expect(problems, values).toEqual([]);
      const asked = exercises.map(({ name, fields }) => {
        const answer = key.exercises.get(name);
        return {
          name,
          fields: new Map([...fields, ["answer", answer?.fields.get("answer") ?? "none"]]),
          reads: answer?.reads ?? new Set<string>(),
        };
      });
      const { expectations } = run(programOf(definitions, asked));
      expect(
        expectations.map(({ judged }) => judged?.state),
        values,
      ).toEqual(exercises.map(() => "right"));
      for (const { name, fields } of exercises) {
        const [varies = ""] = [...key.controls.keys()].filter((one) =>
          key.exercises.get(name)?.reads.has(one),
        );
        const by = seals.get(name) ?? new Map<string, string>();
        by.set(variant.get(varies) ?? "", fields.get("seal") ?? "");
        seals.set(name, by);
      }
    }
    // A neighbour's answer is wrong: each value has a seal of its own.
    for (const [one, by] of seals) expect(new Set(by.values()).size, one).toBe(by.size);
    for (const one of own) {
      const fields = new Map(lesson.exercises.get(one.name)?.fields ?? []);
      const by = [...(seals.get(one.name) ?? [])];
      const [varies = ""] = [...key.controls.keys()].filter((each) => one.reads.has(each));
      for (const [value] of by)
        for (const [other, seal] of by) {
          const definitions = withVariant(lesson, new Map([[varies, value]])).definitions;
          const asked = {
            name: one.name,
            fields: new Map([...fields, ["seal", seal], ["answer", one.fields.get("answer") ?? ""]]),
            reads: one.reads,
          };
          const state = run(programOf(definitions, [asked])).expectations[0]?.judged?.state;
          expect(state, `${one.name}: the answer for ${value} where ${other} is asked`).toBe(
            value === other ? "right" : "wrong",
          );
        }
    }
  });
});

test("some lesson has variants", () => {
  expect(varied.length).toBeGreaterThan(0);
});
