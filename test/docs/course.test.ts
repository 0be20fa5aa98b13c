import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createWorld } from "../../src/host/index.ts";
import type { ToSeal } from "../../src/session/exercise/seal.ts";
import { createSession, piecesOf, programOf, sealLesson } from "../../src/session/index.ts";
import { parseUnit, unitNames } from "../../src/units/index.ts";

const folder = join(import.meta.dirname, "../../notebooks/course");
const keyed = readdirSync(join(folder, "keys"));
const lessons = readdirSync(folder).filter((name) => name.endsWith(".dtp") && keyed.includes(name));
const read = (...path: readonly string[]) => readFileSync(join(folder, ...path), "utf8");
const run = (name: string, text: string, below = "") =>
  createSession(createWorld(join(folder, below), folder)).run(text, { name, mode: "file" });
const pieces = (name: string, text: string) => piecesOf([{ name, text }]);

/** Pseudo-random numbers from 0 to 1, the same on every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Number as a text of the language. */
function exact(value: number): string {
  const power = Math.floor(Math.log10(Math.abs(value) || 1));
  return `${value / 10 ** power} * 10 ^ ${power < 0 ? `(${power})` : power}`;
}

/** Number of answers of each sort that each lesson is tried with. */
const ANSWERS = 200;

/**
 * Every lesson has exercises with seals, a key in `keys/` from which the seals are made, and a file of solutions that defines the same
 * names. Open, they are left to the reader; the solutions are right, other numbers wrong.
 */
describe.each(lessons)("lesson %s", (name) => {
  const lesson = pieces(name, read(name));
  const solution = pieces(name, read("solutions", name));
  const keys = new Map<string, ToSeal>();
  const sealed = sealLesson(lesson, pieces(name, read("keys", name)), name.replace(".dtp", ""), (text) => {
    const result = run("key", text);
    for (const { data } of result.outputs)
      if ((data as { kind?: unknown }).kind === "key") {
        const { name, toSeal } = data as { name: string; toSeal: ToSeal };
        keys.set(name, toSeal);
      }
    return result;
  });
  const { exercises } = sealed;
  const names = [...keys.keys()];
  const unitOf = (one: string) => {
    const text = lesson.exercises.get(one)?.fields.get("unit");
    return text === undefined ? null : (JSON.parse(text) as string).replace(/^[KMGTPEB]i? /, "");
  };

  /** States of the exercises, by name, with these answers. */
  function judge(answers: ReadonlyMap<string, string>, definitions = new Map<string, never>()) {
    const asked = exercises.map(({ name, fields }) => ({
      name,
      fields: new Map([...fields, ["answer", answers.get(name) ?? "none"]]),
      reads: new Set(definitions.keys()),
    }));
    const { expectations } = run(name, programOf(definitions, asked));
    return new Map(expectations.map(({ judged }) => [judged?.name ?? "", judged?.state]));
  }

  test("has the seals of its key", () => {
    expect(sealed.problems).toEqual([]);
    expect(exercises.length).toBeGreaterThan(2);
    for (const { name, fields } of exercises)
      if (fields.has("seal"))
        expect(lesson.exercises.get(name)?.fields.get("seal"), name).toBe(fields.get("seal"));
  });

  test("is left open, and nothing else is wrong with it", () => {
    const { diagnostics, expectations } = run(name, read(name));
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(expectations.filter(({ pass, judged }) => !pass && !judged)).toEqual([]);
    const judged = expectations.flatMap(({ judged }) => judged ?? []);
    expect(judged.map((one) => one.name)).toEqual(exercises.map((one) => one.name));
    expect(new Set(judged.map(({ state }) => state))).toEqual(new Set(["open"]));
  });

  test("is solved by its solutions", () => {
    expect(
      run(name, read("solutions", name), "solutions").diagnostics.filter(
        ({ severity }) => severity === "error",
      ),
    ).toEqual([]);
    // A solution imports its own files from a folder further up.
    const own = [...solution.definitions].filter(
      ([one, { text }]) => !(text.startsWith("import") && lesson.definitions.has(one)),
    );
    const definitions = new Map([...lesson.definitions, ...own]);
    const asked = exercises.map(({ name, fields }) => {
      const piece = solution.definitions.get(name);
      const answer = piece?.text.replace(/^let \w+ =/, "") ?? "none";
      const goals = fields.has("goals") ? (lesson.exercises.get(name)?.reads ?? []) : [];
      return {
        name,
        fields: new Map([...fields, ["answer", answer]]),
        reads: new Set([...(piece?.reads ?? []), ...goals]),
      };
    });
    const { expectations } = run(name, programOf(definitions, asked));
    expect(expectations.map(({ judged }) => [judged?.name, judged?.state])).toEqual(
      exercises.map((one) => [one.name, "right"]),
    );
  });

  test("judges alike as a program and as a notebook's cells", () => {
    const wrong = [...keys].map(([one, { right, mistakes }], at) => {
      const [answer] = at % 2 === 0 ? [right.answer] : mistakes.map(({ answer }) => answer);
      const unit = unitOf(one);
      const oneOf = unit === "$" ? "$1" : `1 ${unit}`;
      const base = unit === null ? "" : ` * (${oneOf} / ${parseUnit(unit)?.factor ?? 1})`;
      return [one, typeof answer === "number" ? `${exact(answer)}${base}` : "none"] as const;
    });
    const given = (text: string) =>
      wrong.reduce(
        (all, [one, answer]) =>
          all.replace(
            new RegExp(`(exercise ${one} \\{[^}]*?answer = )none`),
            (_, before: string) => before + answer,
          ),
        text,
      );
    const program = run(name, given(read(name)));
    const stored = JSON.parse(read(name.replace(".dtp", ".ipynb"))) as {
      cells: { cell_type: string; source: string | string[] }[];
    };
    const session = createSession(createWorld(folder));
    const cells = stored.cells
      .filter(({ cell_type }) => cell_type === "code")
      .map(({ source }, at) =>
        session.run(given([source].flat().join("")), { name: `cell [${at}]`, mode: "cell" }),
      );
    const verdicts = (results: readonly { expectations: typeof program.expectations }[]) =>
      results.flatMap(({ expectations }) => expectations.flatMap(({ judged }) => judged ?? []));
    expect(verdicts(cells)).toEqual(verdicts([program]));
    const states = new Set(verdicts([program]).map(({ state }) => state));
    expect(states.has("right") && states.has("wrong")).toBe(true);
    expect(verdicts([program]).some(({ mistake }) => mistake !== null)).toBe(true);
  });

  test("tells nobody its answers", () => {
    const text = read(name);
    // The right-hand sides that were there to copy.
    const copied = exercises.map(({ name }) => new RegExp(`^expect ${name} [~=]=`, "m").exec(text));
    expect(copied.filter((one) => one !== null)).toEqual([]);
    for (const one of exercises) {
      const { fields } = one;
      const hints = fields.get("hints") ?? "";
      expect(hints.length, one.name).toBeGreaterThan(20);
      // Whatever a hint, the unit or the seal quotes or counts, taken as the answer.
      const tried = [
        ...[...hints.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? ""),
        ...[...hints.matchAll(/(?<![\w.])\d[\d_,.]*/g)].map(([number]) =>
          number.replace(/[,.]+$/, "").replace(/,/g, "_"),
        ),
        ...[fields.get("unit"), fields.get("seal"), hints].filter((text) => text !== undefined),
      ];
      for (const answer of tried)
        expect(judge(new Map([[one.name, answer]])).get(one.name), answer).not.toBe("right");
    }
  });

  test("refuses wrong numbers, and accepts right ones in other units", () => {
    const next = random(names.length * 7_919 + name.length);
    const literal = (value: number, unit: string | null) => {
      const power = Math.floor(Math.log10(Math.abs(value) || 1));
      const number = `${value / 10 ** power} * 10 ^ ${power < 0 ? `(${power})` : power}`;
      return unit === null ? number : `${number} * 1 ${unit}`;
    };
    /** Answer in a unit of the same dimension, drawn at random, or in none. */
    const written = (one: string, value: number, none: boolean) => {
      const asked = unitOf(one);
      if (asked === null)
        return literal(value, none ? null : (["GPUs", "tokens", null][Math.floor(next() * 3)] ?? null));
      const dimension = parseUnit(asked)?.dimension;
      const units = unitNames().filter(({ spelling }) => parseUnit(spelling)?.dimension === dimension);
      const unit = none ? asked : (units[Math.floor(next() * units.length)]?.spelling ?? asked);
      return literal(value / (parseUnit(unit)?.factor ?? 1), none && unit !== "%" ? null : unit);
    };
    let [right, wrong] = [0, 0];
    while (right < ANSWERS || wrong < ANSWERS) {
      const good = new Map<string, string>();
      const bad = new Map<string, string>();
      for (const [one, { right, tolerance }] of keys) {
        const { answer } = right;
        if (typeof answer !== "number") {
          good.set(one, `"${answer}"`);
          bad.set(one, `"not ${answer}"`);
          continue;
        }
        const scale =
          unitOf(one) !== null && /^"[KMGTPEB]i? /.test(lesson.exercises.get(one)?.fields.get("unit") ?? "");
        good.set(one, written(one, answer * (1 + tolerance * (1.9 * next() - 0.95)), next() < 0.2 && !scale));
        const off = tolerance + 0.001 + next() ** 2 * 0.9;
        const away =
          next() < 0.5 ? 1 + off : next() < 0.5 ? 1 - Math.min(off, 0.99) : 10 ** (next() * 6 - 3.1);
        const far = Math.abs(away - 1) <= tolerance + 1e-3 ? 3 : away;
        bad.set(one, written(one, answer * far, false));
      }
      for (const [one, state] of judge(good))
        if (keys.has(one)) expect(state, `${one} = ${good.get(one)}`).toBe("right");
      for (const [one, state] of judge(bad))
        if (keys.has(one)) expect(state, `${one} = ${bad.get(one)}`).toBe("wrong");
      right += good.size;
      wrong += bad.size;
    }
  });
});
