import { exerciseVerdict } from "../../report/index.ts";
import { toCsv } from "../../report/render/toCsv.ts";
import { toText } from "../../report/render/toText.ts";
import type { GradedLesson } from "./gradedLesson.ts";
import type { ItemStatistics } from "./itemStatistics.ts";
import { leaderboard } from "./leaderboard.ts";
import type { Account } from "./platforms.ts";
import { safeName } from "./safeName.ts";

/** Texts of CSV files by name. */
export type Files = Readonly<Record<string, string>>;

const number = (value: number): string => String(Math.round(value * 1e6) / 1e6);

/** Text that a spreadsheet must not take for a formula. Dashes alone are none. */
const guarded = (text: string): string => (/^(?!-+$)[=+\-@\t\r]/.test(text) ? `'${text}` : text);

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
> = { canvas, gradescope, leaderboard, moodle, nbgrader, otter };

const lessonsOf = (graded: readonly GradedLesson[]): readonly string[] =>
  [...new Set(graded.map(({ lesson }) => lesson))].sort();

const pointsOf = (graded: readonly GradedLesson[], lesson: string): number =>
  graded.find((one) => one.lesson === lesson)?.points ?? 0;

/** Platform's number of a student, where the names of the files tell it. */
const numberOf = (
  graded: readonly GradedLesson[],
  student: string,
  platform: Account["platform"],
): string | undefined =>
  graded.find((one) => one.student === student && one.account?.platform === platform)?.account?.number;

/**
 * Gradebook for Canvas: a row a student, a column a lesson. Canvas wants these five columns before the assignments, and the points in a
 * row that says so. It finds a student by `ID`, its own number, by `SIS Login ID`, here the name of the submission, or else by the name
 * (`process_student` in Canvas' `lib/gradebook_importer.rb`).
 */
function canvas(graded: readonly GradedLesson[], students: readonly string[]): Files {
  const lessons = lessonsOf(graded);
  const empty = ["", "", "", ""];
  return {
    "canvas.csv": csv([
      ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", ...lessons],
      ["    Points Possible", ...empty, ...lessons.map((lesson) => number(pointsOf(graded, lesson)))],
      ...students.map((student) => {
        const id = numberOf(graded, student, "canvas");
        const scores = lessons.map((lesson) => number(scoreOf(graded, student, lesson) ?? 0));
        return [student, id ?? "", "", id === undefined ? student : "", "", ...scores];
      }),
    ]),
  };
}

/**
 * Gradebook for Moodle's import of CSV files: a row a student, by identity number, a column a lesson with feedback. Feedback is
 * imported together with the grade, or the grade is lost (docs.moodle.org, "Grade import"). Students whose files have a participant's
 * number have a row in their lesson's marking worksheet instead, `moodle-LESSON.csv`: Moodle finds them by `Identifier` and wants the
 * columns `Grade` and `Last modified (grade)` (`mod/assign/feedback/offline/importgradeslib.php`).
 */
function moodle(graded: readonly GradedLesson[], students: readonly string[]): Files {
  const lessons = lessonsOf(graded);
  const known = students.filter((student) => numberOf(graded, student, "moodle") === undefined);
  const worksheets = lessons.flatMap((lesson): [string, string][] => {
    const rows = graded.flatMap((one) =>
      one.lesson === lesson && one.account?.platform === "moodle"
        ? [[`Participant ${one.account.number}`, one.student, number(one.score), "-", missedIn(one)]]
        : [],
    );
    const head = ["Identifier", "Full name", "Grade", "Last modified (grade)", "Feedback comments"];
    return rows.length === 0 ? [] : [[`moodle-${lesson}.csv`, csv([head, ...rows])]];
  });
  if (known.length === 0) return Object.fromEntries(worksheets);
  return {
    ...Object.fromEntries(worksheets),
    "moodle.csv": csv([
      ["ID number", ...lessons.flatMap((lesson) => [lesson, `${lesson} (feedback)`])],
      ...known.map((student) => [
        student,
        ...lessons.flatMap((lesson) => {
          const one = graded.find((each) => each.student === student && each.lesson === lesson);
          return [number(one?.score ?? 0), one ? missedIn(one) : "not handed in"];
        }),
      ]),
    ]),
  };
}

/** Exercises without all their points, in one line. */
const missedIn = ({ verdicts }: GradedLesson): string =>
  verdicts
    .filter(({ score }) => score < 1)
    .map(({ name, state }) => `${name}: ${state}`)
    .join("; ");

/**
 * Grades in the columns in which `nbgrader export` writes them: a row an assignment and student, with the points of all its notebooks.
 * A lesson that nbgrader has not collected is an assignment of its own.
 */
function nbgrader(graded: readonly GradedLesson[], students: readonly string[]): Files {
  const assignmentOf = ({ assignment, lesson }: GradedLesson): string => assignment ?? lesson;
  const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);
  return {
    "nbgrader.csv": csv([
      [
        ...["assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email"],
        ...["raw_score", "late_submission_penalty", "score", "max_score"],
      ],
      ...[...new Set(graded.map(assignmentOf))].sort().flatMap((assignment) => {
        const all = graded.filter((one) => assignmentOf(one) === assignment);
        const most = number(sum(new Map(all.map(({ lesson, points }) => [lesson, points])).values()));
        return students.map((student) => {
          const own = all.filter((one) => one.student === student);
          const score = number(sum(own.map(({ score }) => score)));
          return [assignment, "", "", student, "", "", "", score, "0", score, most];
        });
      }),
    ]),
  };
}

/**
 * Results as Gradescope reads them of an autograder (gradescope-autograders.readthedocs.io, "Output format"): `results.json` of the one
 * student whose submission it was given, otherwise a file a student.
 */
function gradescope(graded: readonly GradedLesson[], students: readonly string[]): Files {
  const files = students.map((student): [string, string] => {
    const own = graded.filter((one) => one.student === student);
    const tests = own.flatMap(({ lesson, verdicts }) =>
      verdicts.map((one) => ({
        name: own.length > 1 ? `${lesson}: ${one.name}` : one.name,
        ...{ score: Number(number(one.score * one.points)), max_score: one.points },
        status: one.state === "right" ? "passed" : "failed",
        output: toText(exerciseVerdict(one)),
        output_format: "text",
      })),
    );
    const problems = own.flatMap(({ problem }) => problem ?? []).join("\n");
    const score = Number(number(own.reduce((all, one) => all + one.score, 0)));
    const result = { score, ...(problems === "" ? {} : { output: problems }), tests };
    const name = students.length === 1 ? "results.json" : `gradescope/${safeName(student)}.json`;
    return [name, `${JSON.stringify(result, null, 2)}\n`];
  });
  return Object.fromEntries(files);
}

/**
 * Grades in the columns of Otter's `final_grades.csv` (version 7): a row a file, a column a question, below a row with the points. One
 * file a lesson.
 */
function otter(graded: readonly GradedLesson[]): Files {
  return Object.fromEntries(
    lessonsOf(graded).map((lesson) => {
      const of = graded.filter((one) => one.lesson === lesson);
      const questions = [...(of[0]?.verdicts ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));
      const rows = of.map(({ path, verdicts, score, points, problem }) => [
        path,
        ...questions.map(({ name }) => {
          const one = verdicts.find((verdict) => verdict.name === name);
          return number((one?.score ?? 0) * (one?.points ?? 0));
        }),
        ...[number(score), number(points === 0 ? 0 : score / points), problem ?? "Completed"],
      ]);
      const most = questions.map(({ points }) => number(points));
      return [
        `otter-${lesson}.csv`,
        csv([
          [
            "file",
            ...questions.map(({ name }) => name),
            "total_points_earned",
            "percent_correct",
            "grading_status",
          ],
          ["points-per-question", ...most, number(pointsOf(graded, lesson)), "1", "--"],
          ...rows,
        ]),
      ];
    }),
  );
}

function scoreOf(graded: readonly GradedLesson[], student: string, lesson: string): number | undefined {
  return graded.find((one) => one.student === student && one.lesson === lesson)?.score;
}
