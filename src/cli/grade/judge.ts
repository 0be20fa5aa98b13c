import type { Judged } from "../../report/index.ts";
import { type Asked, type Piece, type Pieces, piecesOf, programOf } from "../../session/index.ts";
import type { Io } from "../io/io.ts";
import { readRunnable } from "../programs/readRunnable.ts";
import { evaluated } from "./evaluated.ts";
import type { Exam } from "./exam.ts";
import type { GradedLesson } from "./gradedLesson.ts";
import { problemsOfResult } from "./leaderboard.ts";
import { partsOf } from "./partsOf.ts";
import type { Submission } from "./submissions.ts";

/** Folder for imports where there is none of the student's own: nothing is below it. */
const NOWHERE = "/dev/null";

/**
 * Grades a submission. Only its answers count, with the definitions that they read: the checks, the units and the goals
 * are those of the exam. Whatever is wrong with a file is a verdict, and never an error.
 */
export async function gradeSubmission(
  submission: Submission,
  exams: readonly Exam[],
  { limit, variants }: { readonly limit: number; readonly variants: boolean },
  io: Io,
): Promise<GradedLesson | { readonly problem: string }> {
  const { student, path, folder, account, assignment } = submission;
  let pieces: Pieces = { definitions: new Map(), exercises: new Map(), controls: new Map(), errors: [] };
  let problem: string | null = null;
  let text = "";
  try {
    const file = submission.isEmpty
      ? { problem: `${student} has handed in no .ipynb or .dtp file` }
      : await readRunnable(path, io);
    if ("problem" in file) problem = file.problem;
    else {
      pieces = piecesOf(partsOf(file));
      text = file.text;
    }
  } catch (error) {
    problem = `${path} cannot be read: ${reason(error)}`;
  }
  const found = examOf(path, pieces, exams);
  const exam = found && variants ? found.variant(student) : found;
  if (exam === null) return { problem: problem ?? `${path} has no exercise of a lesson with a key` };
  const verdicts = exam.exercises.map((exercise): Judged => {
    const broken = pieces.errors.find((one) => one.exercise === exercise.name);
    if (!broken && problem === null) return openVerdict(exercise);
    return { ...openVerdict(exercise), state: "unreadable", notes: [broken?.message ?? problem ?? ""] };
  });
  const judged = judgeAnswers(exam, pieces, folder ?? NOWHERE, limit);
  const all = verdicts.map((one) => (one.state === "unreadable" ? one : (judged.get(one.name) ?? one)));
  const stray = pieces.errors.find(({ exercise }) => exercise === null)?.message;
  const graded = {
    ...{ student, path, lesson: exam.name, verdicts: all },
    ...(account ? { account } : {}),
    ...(assignment === undefined ? {} : { assignment }),
    problem: problem ?? (stray === undefined ? null : `a cell cannot be read: ${stray}`),
    score: sum(all.map(({ score, points }) => score * points)),
    points: sum(all.map(({ points }) => points)),
  };
  const [wrongResult] = problemsOfResult(text, graded);
  return {
    ...graded,
    problem: graded.problem ?? wrongResult ?? null,
    answers: programOf(pieces.definitions, answersOf(exam, pieces)),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Verdict on an exercise that nobody answered. */
export const openVerdict = ({ name, points, fields }: Exam["exercises"][number]): Judged => ({
  ...{ name, points, state: "open", score: 0, answer: null, mistake: null, notes: [] },
  hints: hintsIn(fields.get("hints")),
});

function hintsIn(text: string | undefined): readonly string[] {
  return [...(text ?? "").matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([quoted]) => JSON.parse(quoted) as string);
}

/** Exam whose exercises a file has, or whose name is in the file's; null where there is none. */
function examOf(
  path: string,
  { exercises, definitions, errors }: Pieces,
  exams: readonly Exam[],
): Exam | null {
  const broken = new Set(errors.map(({ exercise }) => exercise));
  const shared = exams.map(
    (exam) =>
      exam.exercises.filter(({ name }) => exercises.has(name) || definitions.has(name) || broken.has(name))
        .length,
  );
  const most = Math.max(0, ...shared);
  if (most > 0) return exams[shared.indexOf(most)] ?? null;
  const named = exams.find(({ name }) => path.includes(name));
  return named ?? (exams.length === 1 ? (exams[0] ?? null) : null);
}

function judgeAnswers(
  exam: Exam,
  pieces: Pieces,
  folder: string,
  limit: number,
): ReadonlyMap<string, Judged> {
  const asked = exam.exercises.flatMap(({ name, fields }): Asked[] => {
    const answer = answerOf(pieces, name);
    return answer
      ? [{ name, fields: new Map([...fields, ["answer", answer.text]]), reads: answer.reads }]
      : [];
  });
  const found = new Map<string, Judged>();
  const sealed = asked.filter(({ fields }) => !fields.has("goals"));
  const byGoals = asked.filter(({ fields }) => fields.has("goals"));
  judgeAll(pieces.definitions, sealed, folder, limit, found);
  // Goals are judged on the lesson's own definitions, to which the student's others are added.
  if (byGoals.length > 0) {
    const definitions = new Map<string, Piece>([...pieces.definitions, ...exam.definitions]);
    judgeAll(
      definitions,
      byGoals.map((one) => withGoalNames(one, exam)),
      folder,
      limit,
      found,
    );
  }
  return found;
}

/** Exercise that also reads the names in its goals. */
function withGoalNames(asked: Asked, exam: Exam): Asked {
  const goals = asked.fields.get("goals") ?? "";
  const words = new Set(goals.match(/[A-Za-z_]\w*/g) ?? []);
  return {
    ...asked,
    reads: new Set([...asked.reads, ...[...exam.definitions.keys()].filter((one) => words.has(one))]),
  };
}

/** Answer of a student: that of the exercise, or of a `let` that was written in its place. */
function answerOf(
  { exercises, definitions }: Pieces,
  name: string,
): { text: string; reads: ReadonlySet<string> } | null {
  const exercise = exercises.get(name);
  const text = exercise?.fields.get("answer");
  if (exercise && text !== undefined) return { text, reads: exercise.reads };
  const piece = definitions.get(name);
  const [, value] = /^let\s+\w+\s*=([\s\S]*)$/.exec(piece?.text ?? "") ?? [];
  return piece && value !== undefined ? { text: value, reads: piece.reads } : null;
}

/** Answers that a student gave, without goals, seals and units, and with the names that the answers alone read. */
const answersOf = (exam: Exam, pieces: Pieces): readonly Asked[] =>
  exam.exercises.flatMap(({ name }): Asked[] => {
    const text = answerOf(pieces, name)?.text.trim();
    if (text === undefined) return [];
    const alone = piecesOf([{ name: "answer", text: `let ${name} = ${text}` }]);
    const reads = alone.definitions.get(name)?.reads ?? new Set<string>();
    return [{ name, fields: new Map([["answer", text]]), reads }];
  });

/** Judges exercises in one run; where that takes too long, each by itself, so that one answer takes no other along. */
function judgeAll(
  definitions: ReadonlyMap<string, Piece>,
  asked: readonly Asked[],
  folder: string,
  limit: number,
  into: Map<string, Judged>,
): void {
  if (asked.length === 0) return;
  let why = `the answer takes longer than ${limit / 1_000} s`;
  try {
    const text = programOf(definitions, asked);
    const { expectations, interrupted } = evaluated({
      name: "submission",
      text,
      folder,
      root: folder,
      limit,
    });
    const all = expectations.flatMap(({ judged }) => judged ?? []);
    if (!interrupted && all.length === asked.length) {
      for (const one of all) into.set(one.name, one);
      return;
    }
    if (!interrupted) why = "the answer cannot be judged";
  } catch (error) {
    why = `the answer cannot be judged: ${reason(error)}`;
  }
  if (asked.length > 1) {
    for (const one of asked) judgeAll(definitions, [one], folder, limit / 4, into);
    return;
  }
  const [only] = asked;
  if (only)
    into.set(only.name, {
      ...openVerdict({
        name: only.name,
        points: Number(only.fields.get("points") ?? 1),
        fields: only.fields,
      }),
      ...{ state: "unreadable", notes: [why] },
    });
}
