import { toCsv } from "../../report/render/toCsv.ts";
import type { GradedLesson } from "./gradedLesson.ts";
import type { ItemStatistics } from "./itemStatistics.ts";
import { leaderboard } from "./leaderboard.ts";

/** Texts of CSV files by name. */
export type Files = Readonly<Record<string, string>>;

const number = (value: number): string => String(Math.round(value * 1e6) / 1e6);

/** Text that a spreadsheet must not take for a formula. */
const guarded = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const csv = (rows: readonly (readonly string[])[]): string => toCsv(rows.map((row) => row.map(guarded)));

/** Answers and statistics of a class: a row an exercise and submission, and a row an exercise. */
export function gradeFiles(graded: readonly GradedLesson[], items: readonly ItemStatistics[]): Files {
  const answers = graded.flatMap(({ student, lesson, verdicts }) =>
    verdicts.map(({ name, state, score, points, answer, mistake }) => [
      ...[student, lesson, name, state, number(score * points), number(points)],
      ...[answer ?? "", mistake ?? ""],
    ]),
  );
  return {
    "grades.csv": csv([
      ["student", "lesson", "score", "points", "problem"],
      ...graded.map((one) => [
        ...[one.student, one.lesson, number(one.score), number(one.points), one.problem ?? ""],
      ]),
    ]),
    "answers.csv": csv([
      ["student", "lesson", "exercise", "state", "score", "points", "answer", "mistake"],
      ...answers,
    ]),
    "items.csv": csv([
      [
        "lesson",
        "exercise",
        "submissions",
        "right",
        "wrong",
        "open",
        "unreadable",
        "mean",
        "discrimination",
        "mistake",
      ],
      ...items.map((one) => [
        ...[one.lesson, one.exercise, String(one.submissions)],
        ...[one.right, one.wrong, one.open, one.unreadable, one.mean].map(number),
        one.discrimination === null ? "" : number(one.discrimination),
        one.mistake?.says ?? "",
      ]),
    ]),
  };
}

/** Gradebooks by the platform that imports them. */
export const gradebooks: Readonly<
  Record<string, (graded: readonly GradedLesson[], students: readonly string[]) => Files>
> = { canvas, leaderboard, moodle, nbgrader, otter };

const lessonsOf = (graded: readonly GradedLesson[]): readonly string[] =>
  [...new Set(graded.map(({ lesson }) => lesson))].sort();

const pointsOf = (graded: readonly GradedLesson[], lesson: string): number =>
  graded.find((one) => one.lesson === lesson)?.points ?? 0;

/**
 * Gradebook for Canvas: a row a student, a column a lesson. Students are matched by `SIS Login ID`, the name of their
 * submission.
 */
function canvas(graded: readonly GradedLesson[], students: readonly string[]): Files {
  const lessons = lessonsOf(graded);
  const empty = ["", "", "", ""];
  return {
    "canvas.csv": csv([
      ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", ...lessons],
      ["    Points Possible", ...empty, ...lessons.map((lesson) => number(pointsOf(graded, lesson)))],
      ...students.map((student) => [
        ...[student, "", "", student, ""],
        ...lessons.map((lesson) => number(scoreOf(graded, student, lesson) ?? 0)),
      ]),
    ]),
  };
}

/** Gradebook for Moodle's import of CSV files: a row a student, by identity number, a column a lesson with feedback. */
function moodle(graded: readonly GradedLesson[], students: readonly string[]): Files {
  const lessons = lessonsOf(graded);
  return {
    "moodle.csv": csv([
      ["ID number", ...lessons.flatMap((lesson) => [lesson, `${lesson} (feedback)`])],
      ...students.map((student) => [
        student,
        ...lessons.flatMap((lesson) => {
          const one = graded.find((each) => each.student === student && each.lesson === lesson);
          const missed = one?.verdicts
            .filter(({ score }) => score < 1)
            .map(({ name, state }) => `${name}: ${state}`);
          return [number(one?.score ?? 0), one ? (missed?.join("; ") ?? "") : "not handed in"];
        }),
      ]),
    ]),
  };
}

/** Grades in the columns in which nbgrader exports them. */
function nbgrader(graded: readonly GradedLesson[], students: readonly string[]): Files {
  return {
    "nbgrader.csv": csv([
      [
        ...["assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email"],
        ...["raw_score", "late_submission_penalty", "score", "max_score"],
      ],
      ...lessonsOf(graded).flatMap((lesson) =>
        students.map((student) => {
          const score = number(scoreOf(graded, student, lesson) ?? 0);
          return [lesson, "", "", student, "", "", "", score, "0", score, number(pointsOf(graded, lesson))];
        }),
      ),
    ]),
  };
}

/** Grades as Otter's `final_grades.csv`: a row a file, a column a question, and the share of all points. One file a lesson. */
function otter(graded: readonly GradedLesson[]): Files {
  return Object.fromEntries(
    lessonsOf(graded).map((lesson) => {
      const of = graded.filter((one) => one.lesson === lesson);
      const names = of[0]?.verdicts.map(({ name }) => name) ?? [];
      const rows = of.map(({ path, verdicts, score, points }) => [
        path,
        ...verdicts.map((one) => number(one.score * one.points)),
        number(points === 0 ? 0 : score / points),
      ]);
      return [`otter-${lesson}.csv`, csv([["file", ...names, "percent_correct"], ...rows])];
    }),
  );
}

function scoreOf(graded: readonly GradedLesson[], student: string, lesson: string): number | undefined {
  return graded.find((one) => one.student === student && one.lesson === lesson)?.score;
}
