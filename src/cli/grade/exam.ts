import { dirname, join } from "node:path";
import {
  type Pieces,
  piecesOf,
  type SealedExercise,
  sealLesson,
  variantOf,
  variantProblems,
  withVariant,
} from "../../session/index.ts";
import type { Io } from "../io/io.ts";
import { readRunnable } from "../programs/readRunnable.ts";
import { evaluated } from "./evaluated.ts";
import { partsOf } from "./partsOf.ts";

/** Lesson with its exercises, as they are judged. */
export interface Exam {
  /** Name of the lesson: `01-memory-wall`. */
  readonly name: string;
  readonly exercises: readonly SealedExercise[];
  /** Definitions of the lesson and its key, on which goals are judged. */
  readonly definitions: Pieces["definitions"];
  readonly folder: string;
  /** Exam of a student's variant. Students who have the same values share it. */
  variant(student: string): Exam;
}

/**
 * Exam of a lesson and its key. Without `lessons` the lesson is beside the key or in the folder above it, under the same
 * name.
 */
export async function readExam(
  name: string,
  keyPath: string,
  lessons: string | undefined,
  io: Io,
): Promise<{ readonly exam: Exam } | { readonly problem: string }> {
  const key = await readRunnable(keyPath, io);
  if ("problem" in key) return key;
  const folders = lessons === undefined ? [dirname(keyPath), dirname(dirname(keyPath))] : [lessons];
  const paths = folders
    .flatMap((folder) => [join(folder, `${name}.dtp`), join(folder, `${name}.ipynb`)])
    .filter((path) => path !== keyPath);
  if (lessons !== undefined && /\.(?:dtp|ipynb)$/.test(lessons)) paths.unshift(lessons);
  for (const path of paths) {
    const lesson = await readRunnable(path, io);
    if ("problem" in lesson) continue;
    const { folder, root } = lesson;
    const [asked, keyed] = [piecesOf(partsOf(lesson)), piecesOf(partsOf(key))];
    const sealed = (pieces: Pieces) =>
      sealLesson(pieces, keyed, name, (text) => evaluated({ name: `key of ${name}`, text, folder, root }));
    const { exercises, definitions, problems } = sealed(asked);
    const all = [...problems, ...variantProblems(keyed, asked)];
    if (all.length > 0) return { problem: `${keyPath}: ${all.join("; ")}` };
    const made = new Map<string, Exam>();
    const exam: Exam = {
      ...{ name, exercises, definitions, folder },
      variant(student) {
        const variant = variantOf(keyed, name, student);
        const values = JSON.stringify([...variant.values()]);
        const known = made.get(values);
        if (known) return known;
        const own = sealed(withVariant(asked, variant));
        const fresh = { ...exam, exercises: own.exercises, definitions: own.definitions };
        made.set(values, fresh);
        return fresh;
      },
    };
    return { exam };
  }
  return {
    problem: `${keyPath}: its lesson ${name}.dtp is neither in its folder nor in the one above; see --lessons`,
  };
}
