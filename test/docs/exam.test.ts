import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createWorld } from "../../src/host/index.ts";
import type { ToSeal } from "../../src/session/exercise/seal.ts";
import {
  createSession,
  piecesOf,
  programOf,
  sealLesson,
  variantProblems,
  withVariant,
} from "../../src/session/index.ts";
import { parseUnit } from "../../src/units/index.ts";

const folder = join(import.meta.dirname, "../../notebooks/course/exam");
const papers = readdirSync(folder).filter((name) => name.endsWith(".dtp"));
const read = (...path: readonly string[]) => readFileSync(join(folder, ...path), "utf8");
const run = (text: string) => createSession(createWorld(folder)).run(text, { name: "x", mode: "file" });
const pieces = (text: string) => piecesOf([{ name: "x", text }]);

/** Factors from the right answer to wrong ones, all beyond every tolerance. */
const WRONG = [0.31, 0.87, 1.06, 7.7];

test("the exam has a hundred questions, whose names are unlike", () => {
  const names = papers.flatMap((name) => [...pieces(read(name)).exercises.keys()]);
  expect(names).toHaveLength(100);
  expect(new Set(names).size).toBe(100);
  const numbers = papers.flatMap((name) => [
    ...read(name).matchAll(/^# ### Question (\d+) · lesson (\d+)b?$/gm),
  ]);
  expect(numbers.map(([, number]) => Number(number))).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
  // Every lesson of the five parts: not 22, which came later, and not the capstone, which is judged by its project.
  expect(new Set(numbers.map(([, , lesson]) => Number(lesson)))).toEqual(
    new Set(Array.from({ length: 21 }, (_, at) => at + 1)),
  );
});

describe.each(papers)("exam %s", (name) => {
  const paper = pieces(read(name));
  const key = pieces(read("keys", name));
  const stem = name.replace(".dtp", "");

  /** Exercises sealed for the values at a place of each control, and what was sealed. Null is the paper as it is. */
  function sealed(at: number | null) {
    const variant = new Map(
      at === null ? [] : [...key.controls].map(([one, values]) => [one, values[at % values.length] ?? ""]),
    );
    const keys = new Map<string, ToSeal>();
    const { exercises, problems } = sealLesson(withVariant(paper, variant), key, stem, (text) => {
      const result = run(text);
      for (const { data } of result.outputs)
        if ((data as { kind?: unknown }).kind === "key") {
          const { name, toSeal } = data as { name: string; toSeal: ToSeal };
          keys.set(name, toSeal);
        }
      return result;
    });
    expect(problems).toEqual([]);
    return { exercises, keys };
  }

  /** Number in base units as an answer in the exercise's unit. */
  function written(exercise: string, value: number): string {
    const unit = paper.exercises.get(exercise)?.fields.get("unit");
    const bare = unit === undefined ? null : (JSON.parse(unit) as string).replace(/^[KMGTPEB]i? /, "");
    const inUnit = value / (bare === null ? 1 : (parseUnit(bare)?.factor ?? 1));
    const power = Math.floor(Math.log10(Math.abs(inUnit) || 1));
    const number = `${inUnit / 10 ** power} * 10 ^ ${power < 0 ? `(${power})` : power}`;
    return bare === null ? number : `${number} * 1 ${bare}`;
  }

  /** Verdicts on answers, in base units. */
  function judge(exercises: ReturnType<typeof sealed>["exercises"], answers: ReadonlyMap<string, number>) {
    const asked = exercises.flatMap(({ name, fields }) => {
      const value = answers.get(name);
      return value === undefined
        ? []
        : [
            {
              name,
              fields: new Map([...fields, ["answer", written(name, value)]]),
              reads: new Set<string>(),
            },
          ];
    });
    return run(programOf(new Map(), asked)).expectations.flatMap(({ judged }) => judged ?? []);
  }

  test("has the seals of its key, a hint and a unit or a plain number in each question", () => {
    const { exercises } = sealed(null);
    expect(variantProblems(key, paper)).toEqual([]);
    expect(exercises).toHaveLength(20);
    for (const { name, fields } of exercises) {
      expect(paper.exercises.get(name)?.fields.get("seal"), name).toBe(fields.get("seal"));
      expect((fields.get("hints") ?? "").length, name).toBeGreaterThan(20);
      expect(key.exercises.get(name)?.fields.has("misconceptions"), name).toBe(true);
    }
    expect(run(read(name)).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test("names in its questions the value that differs between students", () => {
    const text = read(name)
      .split(/^# ### Question /m)
      .slice(1);
    expect(text).toHaveLength(20);
    for (const one of text) {
      const [, varied = "?"] = /^let (\w+) =/m.exec(one) ?? [];
      expect(one).toContain(`\`${varied}\``);
      const values = key.controls.get(varied) ?? [];
      expect(new Set(values).size, varied).toBeGreaterThan(3);
      expect(values, varied).toContain(paper.definitions.get(varied)?.text.replace(/^let \w+ = /, ""));
    }
  });

  test("accepts the right answer of every variant, and refuses its known mistakes and other numbers", () => {
    const most = Math.max(...[...key.controls.values()].map((values) => values.length));
    const variants = Array.from({ length: most }, (_, at) => sealed(at));
    for (const { exercises, keys } of variants) {
      const right = new Map([...keys].map(([one, { right }]) => [one, right.answer as number]));
      for (const { name, state } of judge(exercises, right)) expect(state, name).toBe("right");
      const edge = new Map(
        [...keys].map(([one, { right, tolerance }]) => [one, Number(right.answer) * (1 + 0.9 * tolerance)]),
      );
      for (const { name, state } of judge(exercises, edge)) expect(state, name).toBe("right");
      for (const factor of WRONG) {
        const wrong = new Map([...right].map(([one, value]) => [one, value * factor]));
        for (const { name, state } of judge(exercises, wrong))
          expect(state, `${name} × ${factor}`).toBe("wrong");
      }
      for (let at = 0; at < 3; at++) {
        const mistaken = new Map(
          [...keys].flatMap(([one, { mistakes }]) => {
            const mistake = mistakes[at];
            return mistake ? [[one, mistake.answer as number] as const] : [];
          }),
        );
        for (const { name, state, mistake } of judge(exercises, mistaken)) {
          expect(state, `${name}: ${mistaken.get(name)}`).toBe("wrong");
          expect(mistake, name).not.toBeNull();
        }
      }
    }
    // A neighbour's answer is wrong: no two values have the same one.
    for (const one of key.exercises.keys()) {
      const [varied = ""] = [...key.controls.keys()].filter((each) =>
        key.exercises.get(one)?.reads.has(each),
      );
      const count = key.controls.get(varied)?.length ?? 0;
      const answers = variants.slice(0, count).map(({ keys }) => Number(keys.get(one)?.right.answer));
      const tolerance = variants[0]?.keys.get(one)?.tolerance ?? 0;
      answers.forEach((answer, at) => {
        for (const other of answers.slice(at + 1))
          expect(Math.abs(answer / other - 1), `${one}: ${answer}, ${other}`).toBeGreaterThan(2 * tolerance);
      });
    }
  });
});
