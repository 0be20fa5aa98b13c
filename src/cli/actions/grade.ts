import { mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { counted, type Document } from "../../report/index.ts";
import { htmlPage } from "../../report/render/htmlPage.ts";
import { type Exam, readExam } from "../grade/exam.ts";
import { gradebooks, gradeFiles } from "../grade/gradebooks.ts";
import type { GradedLesson } from "../grade/gradedLesson.ts";
import { classReport, studentReport } from "../grade/gradeReports.ts";
import { itemStatistics } from "../grade/itemStatistics.ts";
import { gradeSubmission } from "../grade/judge.ts";
import { keysAt } from "../grade/readKeys.ts";
import { safeName } from "../grade/safeName.ts";
import { type Submission, submissionsIn } from "../grade/submissions.ts";
import type { Arguments } from "../io/arguments.ts";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";
import { replaceFile } from "../write/replaceFile.ts";

const LIMIT_SECONDS = 10;

/** Command `dtp grade`: judges the answers of a class by a key. No submission ends it, whatever is in the file. */
export async function grade({ operands, flags }: Arguments, io: Io): Promise<number> {
  const say = (problem: string): number => {
    io.err(`dtp: ${problem}\n`);
    return 2;
  };
  const [folder = "."] = operands;
  const asked = flags.get("--gradebook") ?? [];
  const unknown = asked.find((name) => !(name in gradebooks));
  if (unknown !== undefined)
    return say(`there is no gradebook “${unknown}”; there are ${Object.keys(gradebooks).join(", ")}`);
  const [pass, limit] = [numberOf(flags, "--pass", 0), numberOf(flags, "--limit", LIMIT_SECONDS)];
  if (pass === null || limit === null || limit <= 0) return say("--pass and --limit want numbers");
  const exams = await examsOf(flags, io);
  if ("problem" in exams) return say(exams.problem);
  if (folder.endsWith(".zip")) return say(`${folder} is packed: unpack it, and name the folder`);
  let submissions: readonly Submission[];
  try {
    const found = await submissionsIn(folder, io);
    if ("problem" in found) return say(`${folder}: ${found.problem}`);
    submissions = found;
  } catch (error) {
    return say(fileProblem(folder, error));
  }
  if (submissions.length === 0)
    return say(`${folder} has no submission: no folder, .ipynb or .dtp file is in it`);
  const how = { limit: limit * 1_000, variants: flags.has("--variants") };
  const { graded, problems } = await gradeAll(submissions, exams.exams, how, io);
  for (const problem of problems) io.err(`dtp: ${problem}\n`);
  if (graded.length === 0) return say("nothing was graded");
  if (flags.has("--json"))
    io.out(`${JSON.stringify({ graded, items: itemStatistics(graded), problems }, null, 2)}\n`);
  else {
    const out = flags.get("--out")?.[0] ?? "grades";
    const failed = await write(out, graded, problems, asked, io);
    if (failed !== null) return say(failed);
  }
  const broken = graded.filter(({ problem }) => problem !== null).length + problems.length;
  const below = graded.filter(({ score, points }) => score < (pass / 100) * points).length;
  if (!flags.has("--json")) io.out(`${summary(graded, broken, pass > 0 ? below : 0)}\n`);
  return broken > 0 || below > 0 ? 1 : 0;
}

function numberOf(flags: Arguments["flags"], name: string, otherwise: number): number | null {
  const text = flags.get(name)?.[0];
  if (text === undefined) return otherwise;
  const value = Number(text.replace(/\s*%$/, ""));
  return text.trim() === "" || !Number.isFinite(value) ? null : value;
}

async function examsOf(
  flags: Arguments["flags"],
  io: Io,
): Promise<{ readonly exams: readonly Exam[] } | { readonly problem: string }> {
  const given = flags.get("--key")?.[0];
  if (given === undefined) return { problem: "`dtp grade` needs the key: --key KEY" };
  const found = await keysAt(given, io);
  if ("problem" in found) return found;
  const exams: Exam[] = [];
  for (const [name, path] of found.keys) {
    const read = await readExam(name, path, flags.get("--lessons")?.[0], io);
    if ("problem" in read) return read;
    exams.push(read.exam);
  }
  return { exams };
}

async function gradeAll(
  submissions: readonly Submission[],
  exams: readonly Exam[],
  how: Parameters<typeof gradeSubmission>[2],
  io: Io,
): Promise<{ readonly graded: readonly GradedLesson[]; readonly problems: readonly string[] }> {
  const graded = new Map<string, GradedLesson>();
  const problems: string[] = [];
  for (const [at, submission] of submissions.entries()) {
    if (io.stderr.isTerminal) io.err(`\r${at + 1} of ${submissions.length}`);
    const one = await gradeSubmission(submission, exams, how, io);
    if (!("lesson" in one)) {
      problems.push(one.problem);
      continue;
    }
    const key = JSON.stringify([one.student, one.lesson]);
    const other = graded.get(key);
    if (other) {
      const kept = one.score > other.score ? one : other;
      problems.push(`${one.student} has two files for ${one.lesson}: ${kept.path} counts, the better one`);
      graded.set(key, kept);
    } else graded.set(key, one);
  }
  if (io.stderr.isTerminal) io.err("\r\x1b[K");
  return { graded: [...graded.values()], problems };
}

/** Writes all files below a folder. Returns a problem as a sentence, or null. */
async function write(
  out: string,
  graded: readonly GradedLesson[],
  problems: readonly string[],
  asked: readonly string[],
  io: Io,
): Promise<string | null> {
  const items = itemStatistics(graded);
  const students = [...new Set(graded.map(({ student }) => student))];
  const files: [string, string][] = Object.entries(gradeFiles(graded, items));
  for (const name of asked) files.push(...Object.entries(gradebooks[name]?.(graded, students) ?? {}));
  files.push(["class.html", page("Grades", classReport(graded, items, problems))]);
  for (const one of graded)
    files.push([
      // Below the assignment, from where `nbgrader release_feedback` takes it.
      join("feedback", safeName(one.student), safeName(one.assignment ?? ""), `${one.lesson}.html`),
      page(`${one.lesson}: ${one.student}`, studentReport(one)),
    ]);
  for (const [name, text] of files) {
    const path = resolve(io.cwd, out, name);
    try {
      await mkdir(dirname(path), { recursive: true });
      await replaceFile(path, text);
    } catch (error) {
      return fileProblem(join(out, name), error);
    }
  }
  io.err(
    `Wrote ${files
      .filter(([name]) => !/^(?:feedback|results|gradescope)[\\/]/.test(name))
      .map(([name]) => name)
      .join(", ")} and feedback for ${counted(students.length, "student")} into ${out}.\n`,
  );
  return null;
}

const page = (title: string, document: Document): string => htmlPage([document], { title, plotlyJs: "" });

function summary(graded: readonly GradedLesson[], broken: number, below: number): string {
  const shares = graded.map(({ score, points }) => (points === 0 ? 0 : score / points));
  const mean = shares.reduce((all, one) => all + one, 0) / shares.length;
  return [
    `${counted(graded.length, "submission")} graded: mean ${Math.round(mean * 100)} % of the points`,
    ...(broken > 0 ? [`${counted(broken, "file")} with problems`] : []),
    ...(below > 0 ? [`${below} below the pass mark`] : []),
  ].join("; ");
}
