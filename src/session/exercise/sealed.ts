import type { RunResult } from "../world/runResult.ts";
import { type Asked, type Pieces, programOf } from "./pieces.ts";
import type { KeyData } from "./runExercise.ts";
import { makeSeal } from "./seal.ts";

/** Exercise with its seal, as a student gets it: its fields as texts, without an answer. */
export interface SealedExercise {
  readonly name: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly points: number;
  readonly doc?: string;
}

export interface SealedLesson {
  readonly exercises: readonly SealedExercise[];
  /** Definitions of the lesson and of its key, on which goals are judged. */
  readonly definitions: Pieces["definitions"];
  /** Sentences about what is wrong with the lesson or its key. */
  readonly problems: readonly string[];
}

/** Fields that only a key has. */
const KEY_ONLY: ReadonlySet<string> = new Set(["answer", "within", "misconceptions", "says", "seal"]);

/**
 * Exercises of a lesson, sealed with a teacher's key. `run` evaluates a program. The key has an exercise for each of the
 * lesson's, whose `answer` may read whatever the lesson or the key defines.
 */
export function sealLesson(
  lesson: Pieces,
  key: Pieces,
  salt: string,
  run: (program: string) => RunResult,
): SealedLesson {
  const problems = [...lesson.errors, ...key.errors].map(({ message }) => message);
  const definitions = new Map([...lesson.definitions, ...key.definitions]);
  for (const name of key.exercises.keys())
    if (!lesson.exercises.has(name)) problems.push(`the lesson has no exercise \`${name}\``);
  const asked: Asked[] = [];
  for (const { name, fields, reads } of lesson.exercises.values()) {
    const own = key.exercises.get(name);
    if (!own?.fields.has("answer")) {
      problems.push(`the key has no answer to \`${name}\``);
      continue;
    }
    const given = [...fields].filter(([field]) => !KEY_ONLY.has(field));
    asked.push({
      name,
      fields: new Map([...given, ...own.fields]),
      reads: new Set([...reads, ...own.reads]),
    });
  }
  const { outputs, diagnostics, expectations } = run(programOf(definitions, asked));
  for (const { severity, message, place } of diagnostics)
    if (severity === "error") problems.push(`${message} (${place?.source.name ?? "key"})`);
  const keys = new Map(
    outputs.flatMap(({ data }) => (isKey(data) ? [[data.name, data.toSeal] as const] : [])),
  );
  const exercises = asked.flatMap(({ name, fields }): SealedExercise[] => {
    const { doc, fields: written } = lesson.exercises.get(name) ?? { fields: new Map<string, string>() };
    const judged = expectations.find(({ judged }) => judged?.name === name)?.judged;
    const given = new Map([...written].filter(([field]) => !KEY_ONLY.has(field)));
    const about = { name, points: judged?.points ?? 1, ...(doc === undefined ? {} : { doc }) };
    if (fields.has("goals")) {
      if (judged?.state === "right") return [{ ...about, fields: given }];
      problems.push(`the key's answer to \`${name}\` does not meet its goals`);
      return [];
    }
    const toSeal = keys.get(name);
    if (!toSeal) {
      problems.push(
        `the key's answer to \`${name}\` cannot be sealed: ${judged?.notes.join("; ") ?? "an error"}`,
      );
      return [];
    }
    return [{ ...about, fields: new Map([...given, ["seal", JSON.stringify(makeSeal(toSeal, salt))]]) }];
  });
  return { exercises, definitions, problems };
}

const isKey = (data: unknown): data is KeyData =>
  typeof data === "object" && data !== null && (data as { kind?: unknown }).kind === "key";
