import { createHash } from "node:crypto";
import { engineVersion, stdVersion } from "../../host/index.ts";
import { toCsv } from "../../report/render/toCsv.ts";
import type { GradedLesson } from "./gradedLesson.ts";
import { safeName } from "./safeName.ts";

/** Stars of a lesson: its points, so that an exercise with three goals and three points gives a star a goal. */
const starsOf = ({ score }: GradedLesson): number => Math.round(score * 100) / 100;

/**
 * Leaderboard of a class or of friends: a row a player, the most stars first, players with as many on the same rank; and a
 * result for each lesson, which is a program: handed in again, it is judged again.
 */
export function leaderboard(
  graded: readonly GradedLesson[],
  students: readonly string[],
): Readonly<Record<string, string>> {
  const rows = students
    .map((student) => {
      const own = graded.filter((one) => one.student === student);
      const stars = own.reduce((sum, one) => sum + starsOf(one), 0);
      const complete = own.filter(({ score, points }) => points > 0 && score === points).length;
      return { student, stars, complete, tried: own.filter(({ score }) => score > 0).length };
    })
    .sort((a, b) => b.stars - a.stars || b.complete - a.complete || (a.student < b.student ? -1 : 1));
  const rankOf = (row: (typeof rows)[number]): number =>
    1 +
    rows.filter(
      ({ stars, complete }) => stars > row.stars || (stars === row.stars && complete > row.complete),
    ).length;
  const board = rows.map((row) => [
    ...[rankOf(row), guarded(row.student), row.stars, row.complete, row.tried].map(String),
  ]);
  const results = graded
    .filter(({ score }) => score > 0)
    .map((one) => [`results/${safeName(one.student)}/${safeName(one.lesson)}.dtp`, resultText(one)] as const);
  return {
    "leaderboard.csv": toCsv([["rank", "player", "stars", "complete", "with stars"], ...board]),
    ...Object.fromEntries(results),
  };
}

const guarded = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

const HEAD = /^# dtp result: (\{.*\})\n/m;

/** Claim of a result about itself. Only a new run says whether it is so. */
export interface Claim {
  readonly player: string;
  readonly lesson: string;
  readonly stars: number;
  readonly of: number;
  readonly engine: string;
  readonly std: string;
  readonly sha256: string;
}

/** Result of a lesson as a program: the answers with the definitions that they read, below a line that says what they got. */
export function resultText(one: GradedLesson): string {
  const facts = {
    player: oneLine(one.student),
    lesson: one.lesson,
    stars: starsOf(one),
    of: one.points,
    engine: engineVersion(),
    std: stdVersion(),
  };
  const program = one.answers.trim();
  const claim: Claim = { ...facts, sha256: checksum(facts, program) };
  return `# dtp result: ${JSON.stringify(claim)}\n${program}\n`;
}

/** Checksum over what a result says and its program. It finds accidents; whoever writes a result can compute it anew. */
const checksum = (facts: Omit<Claim, "sha256">, program: string): string =>
  createHash("sha256")
    .update(
      JSON.stringify([facts.player, facts.lesson, facts.stars, facts.of, facts.engine, facts.std, program]),
    )
    .digest("hex");

/** Problems of a submission that is a result: its text was changed, or a new run gives fewer stars. Empty for other texts. */
export function problemsOfResult(text: string, judged: Omit<GradedLesson, "answers">): readonly string[] {
  const [head, json] = HEAD.exec(text) ?? [];
  if (head === undefined || json === undefined) return [];
  const claim = readClaim(json);
  if (claim === null) return ["its line of results cannot be read"];
  const { sha256, ...facts } = claim;
  const program = text.slice(text.indexOf(head) + head.length).trim();
  const own = starsOf({ ...judged, answers: "" });
  return [
    ...(checksum(facts, program) === sha256 ? [] : ["its checksum does not fit: the text was changed"]),
    ...(claim.stars <= own
      ? []
      : [
          `it claims ${claim.stars} of ${claim.of} stars with dtp ${claim.engine}, and a run with dtp ${engineVersion()} gives ${own}`,
        ]),
  ];
}

function readClaim(json: string): Claim | null {
  try {
    const { player, lesson, stars, of, engine, std, sha256 } = JSON.parse(json) as Partial<Claim>;
    const texts = [player, lesson, engine, std, sha256].every((one) => typeof one === "string");
    return texts && typeof stars === "number" && typeof of === "number"
      ? ({ player, lesson, stars, of, engine, std, sha256 } as Claim)
      : null;
  } catch {
    return null;
  }
}
