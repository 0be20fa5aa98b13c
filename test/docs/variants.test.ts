import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createWorld } from "../../src/host/index.ts";
import type { ToSeal } from "../../src/session/exercise/seal.ts";
import {
  createSession,
  type Pieces,
  piecesOf,
  programOf,
  sealLesson,
  type Variant,
  variantOf,
  variantProblems,
  withVariant,
} from "../../src/session/index.ts";

const folder = join(import.meta.dirname, "../../notebooks/course");
const read = (...path: readonly string[]) => readFileSync(join(folder, ...path), "utf8");
/** Runs a program as if it were a file of the course, or of one of its folders. */
const run = (text: string, inside = "") =>
  createSession(createWorld(join(folder, inside), folder)).run(text, { name: "x", mode: "file" });
const pieces = (text: string) => piecesOf([{ name: "x", text }]);

/** Students whose variants are drawn. */
const STUDENTS = 1_000;
const students = Array.from({ length: STUDENTS }, (_, at) => `student-${at}@example.org`);

/** Lessons with fewer than three exercises of eight variants: 22 reads five traces, and 23 is a project. */
const FEWER = new Set(["22", "23"]);
const [EXERCISES, VARIANTS] = [3, 8];

/** Exercises whose answer is a row of a short table: several variants share it. */
const FROM_A_TABLE = new Set(["nodes_for_limit"]);

const varied = readdirSync(join(folder, "keys")).filter(
  (name) => name.endsWith(".dtp") && (!FEWER.has(name.slice(0, 2)) || /^control/m.test(read("keys", name))),
);

/** Controls of a key that an expression reads, directly or through definitions. */
function controlsOf(reads: Iterable<string>, definitions: Pieces["definitions"], key: Pieces): string[] {
  const seen = new Set<string>();
  const visit = (names: Iterable<string>): void => {
    for (const name of names) {
      if (seen.has(name)) continue;
      seen.add(name);
      visit(definitions.get(name)?.reads ?? []);
    }
  };
  visit(reads);
  return [...key.controls.keys()].filter((one) => seen.has(one));
}

/** Every choice of one value for each name. */
const combinations = (names: readonly string[], key: Pieces): Variant[] =>
  names.reduce<Variant[]>(
    (all, name) =>
      all.flatMap((one) => (key.controls.get(name) ?? []).map((value) => new Map([...one, [name, value]]))),
    [new Map()],
  );

const id = (variant: Variant, names: readonly string[]): string =>
  names.map((name) => `${name} = ${variant.get(name)}`).join(", ");

/** How far apart two answers are, relative to the second. */
const apart = (one: number | string, other: number | string): number =>
  typeof one === "string" || typeof other === "string"
    ? Number(one !== other)
    : one === other
      ? 0
      : Math.abs(one - other) / Math.abs(other || 1);

/**
 * Variants of lessons whose keys have `control` statements: each student gets values of their own, and each variant has an
 * answer that the solution's method finds and no other variant shares. What a student draws is one of few combinations,
 * so that each combination is evaluated once, and students are counted.
 */
describe.each(varied)("variants of %s", (name) => {
  const lesson = pieces(read(name));
  const key = pieces(read("keys", name));
  const solution = pieces(read("solutions", name));
  const stem = name.replace(".dtp", "");
  const drawn = students.map((student) => variantOf(key, stem, student));

  const definitions = new Map([...lesson.definitions, ...key.definitions]);
  /** Exercises that read a varied name, with all their variants. */
  const own = [...key.exercises.values()].flatMap((exercise) => {
    const names = controlsOf(exercise.reads, definitions, key);
    return names.length === 0
      ? []
      : [{ name: exercise.name, names, variants: combinations(names, key), reads: exercise.reads }];
  });

  test("are the same for a student everywhere, and spread over all values", () => {
    expect(variantProblems(key, lesson)).toEqual([]);
    expect(variantOf(key, stem, " Student-7@example.org ")).toEqual(drawn[7]);
    for (const [one, values] of key.controls) {
      expect(new Set(values).size).toBe(values.length);
      expect(values, one).toContain(lesson.definitions.get(one)?.text.replace(/^let \w+ = /, ""));
      for (const value of values) {
        const share = drawn.filter((variant) => variant.get(one) === value).length / STUDENTS;
        // Fair draws are within half of their share in all but one class of a million.
        expect(share * values.length, `${one} = ${value}`).toBeGreaterThan(1 / 2);
        expect(share * values.length, `${one} = ${value}`).toBeLessThan(3 / 2);
      }
    }
    const all = new Set(own.flatMap(({ names }) => names));
    expect([...key.controls.keys()].filter((one) => !all.has(one))).toEqual([]);
  });

  test.skipIf(FEWER.has(name.slice(0, 2)))("are many, in at least three exercises", () => {
    const many = own.filter(({ variants }) => variants.length >= VARIANTS);
    expect(many.length).toBeGreaterThanOrEqual(EXERCISES);
  });

  test("are named in the questions, by names that the lesson and its solution define alike", () => {
    for (const one of own) {
      const text = read(name);
      const before = text.slice(0, text.search(new RegExp(`^exercise ${one.name} \\{`, "m")));
      const question = before.slice(before.search(/^# #+ Exercise [^\n]*\n(?![\s\S]*^# #+ Exercise )/m));
      for (const varies of one.names) {
        expect(question, `${one.name} names \`${varies}\``).toContain(`\`${varies}\``);
        const given = lesson.definitions.get(varies)?.text;
        expect(solution.definitions.get(varies)?.text, `the solution's \`${varies}\``).toBe(given);
      }
    }
  });

  test("have answers of their own, which the solution's method finds", () => {
    const names = new Set(own.map((one) => one.name));
    const small = { ...lesson, exercises: new Map([...lesson.exercises].filter(([one]) => names.has(one))) };
    const keyed = { ...key, exercises: new Map([...key.exercises].filter(([one]) => names.has(one))) };
    const answers = new Map(own.map((one) => [one.name, new Map<string, ToSeal>()]));
    // A round evaluates the next variant of every exercise in one program.
    const rounds = Math.max(...own.map(({ variants }) => variants.length));
    for (let round = 0; round < rounds; round++) {
      const variant = new Map<string, string>();
      for (const { variants } of own)
        for (const [one, value] of variants[round % variants.length] ?? []) {
          // Two exercises that share a varied name go through its values in step.
          expect(variant.get(one) ?? value, one).toBe(value);
          variant.set(one, value);
        }
      const shown = id(variant, [...variant.keys()]);
      const { exercises, problems } = sealLesson(withVariant(small, variant), keyed, stem, (text) => {
        const result = run(text);
        for (const { data } of result.outputs)
          if ((data as { kind?: unknown }).kind === "key") {
            const { name, toSeal } = data as { name: string; toSeal: ToSeal };
            const { names } = own.find((one) => one.name === name) ?? { names: [] };
            answers.get(name)?.set(id(variant, names), toSeal);
          }
        return result;
      });
      expect(problems, shown).toEqual([]);
      const theirs = withVariant(solution, variant).definitions;
      const asked = exercises.map(({ name, fields }) => {
        const piece = theirs.get(name);
        return {
          name,
          fields: new Map([...fields, ["answer", piece?.text.replace(/^let \w+ =/, "") ?? "none"]]),
          reads: piece?.reads ?? new Set<string>(),
        };
      });
      const { expectations } = run(programOf(theirs, asked), "solutions");
      expect(
        expectations.map(({ judged }) => [judged?.name, judged?.state]),
        shown,
      ).toEqual(exercises.map(({ name }) => [name, "right"]));
    }
    for (const one of own) {
      const found = [...(answers.get(one.name) ?? [])];
      expect(found).toHaveLength(one.variants.length);
      for (const [at, { right, mistakes, tolerance }] of found) {
        // A known mistake is wrong, and has words of its own.
        for (const [place, { answer, says }] of mistakes.entries()) {
          expect(apart(answer, right.answer), `${one.name}, ${at}: ${says}`).toBeGreaterThan(tolerance);
          for (const other of mistakes.slice(0, place))
            expect(apart(answer, other.answer), `${one.name}, ${at}: ${says}; ${other.says}`).toBeGreaterThan(
              tolerance,
            );
        }
      }
      const values = found.map(([at, { right, tolerance }]) => ({ at, answer: right.answer, tolerance }));
      if (FROM_A_TABLE.has(one.name)) {
        expect(new Set(values.map(({ answer }) => answer)).size).toBeGreaterThanOrEqual(4);
        continue;
      }
      // A neighbour's answer is wrong, and none is right for two variants.
      for (const [place, { at, answer, tolerance }] of values.entries())
        for (const other of values.slice(0, place))
          expect(
            apart(answer, other.answer),
            `${one.name}: ${at} is ${answer}, ${other.at} is ${other.answer}`,
          ).toBeGreaterThan(2 * tolerance);
    }
    // Every student has drawn variants that were evaluated, and every variant has its students.
    for (const { name, names, variants } of own) {
      const count = new Map<string, number>();
      for (const variant of drawn) {
        const one = id(variant, names);
        count.set(one, (count.get(one) ?? 0) + 1);
      }
      expect([...count.keys()].filter((one) => !answers.get(name)?.has(one))).toEqual([]);
      for (const variant of variants) {
        const share = (count.get(id(variant, names)) ?? 0) / STUDENTS;
        expect(share * variants.length, `${name}, ${id(variant, names)}`).toBeGreaterThan(1 / 2);
      }
    }
  });
});

test("some lesson has variants", () => {
  expect(varied.length).toBeGreaterThan(0);
});
