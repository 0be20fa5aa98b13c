import { documentOf } from "../../report/document/documentOf.ts";
import { type Block, counted, type Document, exerciseVerdict } from "../../report/index.ts";
import type { GradedLesson } from "./gradedLesson.ts";
import type { ItemStatistics } from "./itemStatistics.ts";

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const number = (value: number): string => String(Math.round(value * 100) / 100);

/** Feedback for one student on one lesson: each exercise with its verdict, hints, and never a right answer. */
export function studentReport({ student, verdicts, problem, score, points }: GradedLesson): Document {
  const blocks: Block[] = [
    { kind: "paragraph", text: `${student}: ${number(score)} of ${number(points)} points` },
    ...(problem === null ? [] : [{ kind: "verdict", tone: "bad", text: problem } as const]),
  ];
  for (const one of verdicts) {
    blocks.push({
      kind: "heading",
      level: 2,
      text: `${one.name} (${number(one.score * one.points)} of ${one.points})`,
    });
    if (one.state === "open") blocks.push({ kind: "verdict", tone: "warning", text: "not answered" });
    else blocks.push(...exerciseVerdict(one).blocks);
  }
  return documentOf(...blocks);
}

/** Report on a class: its scores, its exercises, and the files that could not be read. */
export function classReport(
  graded: readonly GradedLesson[],
  items: readonly ItemStatistics[],
  problems: readonly string[],
): Document {
  const shares = graded.map(({ score, points }) => (points === 0 ? 0 : score / points)).sort((a, b) => a - b);
  const students = new Set(graded.map(({ student }) => student)).size;
  const broken = graded.filter(({ problem }) => problem !== null);
  const middle = shares[Math.floor(shares.length / 2)] ?? 0;
  const mean = shares.reduce((all, one) => all + one, 0) / Math.max(1, shares.length);
  return documentOf(
    {
      kind: "paragraph",
      text: `${counted(students, "student")}, ${counted(graded.length, "submission")}. Mean ${percent(mean)}, median ${percent(middle)} of the points.`,
    },
    ...(broken.length + problems.length === 0
      ? []
      : [
          {
            kind: "verdict",
            tone: "warning",
            text: `${counted(broken.length + problems.length, "file")} with problems`,
          } as const,
        ]),
    distribution(shares),
    { kind: "heading", level: 2, text: "Exercises" },
    {
      kind: "table",
      caption:
        "Shares of all submissions. Discrimination is the correlation of the exercise with the sum of the others.",
      columns: [
        { title: "exercise", align: "left" },
        ...["right", "wrong", "open", "unreadable", "discrimination"].map(
          (title) => ({ title, align: "right" }) as const,
        ),
        { title: "most frequent mistake", align: "left" },
      ],
      rows: items.map((one) => [
        { text: `${one.lesson}: ${one.exercise}` },
        ...[one.right, one.wrong, one.open, one.unreadable].map((share) => ({
          text: percent(share),
          value: share,
        })),
        { text: one.discrimination === null ? "–" : one.discrimination.toFixed(2) },
        { text: one.mistake === null ? "" : `${one.mistake.says} (${one.mistake.count})` },
      ]),
    },
    { kind: "heading", level: 2, text: "Students" },
    {
      kind: "table",
      columns: [
        { title: "student", align: "left" },
        { title: "lesson", align: "left" },
        { title: "points", align: "right" },
        { title: "of", align: "right" },
        { title: "problem", align: "left" },
      ],
      rows: graded.map(({ student, lesson, score, points, problem }) => [
        { text: student },
        { text: lesson },
        { text: number(score), value: score },
        { text: number(points), value: points },
        { text: problem ?? "" },
      ]),
    },
    ...(problems.length === 0 ? [] : [{ kind: "heading", level: 2, text: "Not graded" } as const]),
    ...problems.map((text): Block => ({ kind: "paragraph", text })),
  );
}

const TENTHS = 10;

/** Table of how many submissions have which share of the points. */
function distribution(shares: readonly number[]): Block {
  const counts = Array.from({ length: TENTHS }, () => 0);
  for (const share of shares) {
    const at = Math.min(TENTHS - 1, Math.floor(share * TENTHS));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const most = Math.max(1, ...counts);
  return {
    kind: "table",
    caption: "Submissions by their share of the points.",
    columns: [
      { title: "points", align: "left" },
      { title: "submissions", align: "right" },
      { title: "", align: "left" },
    ],
    rows: counts.map((count, at) => [
      { text: `${at * TENTHS} to ${(at + 1) * TENTHS} %` },
      { text: String(count), value: count },
      { text: "█".repeat(Math.round((count / most) * 30)) },
    ]),
  };
}
