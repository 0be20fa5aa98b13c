import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cellsOfProgram } from "../src/cli/notebook/cellsOfProgram.ts";
import { parse } from "../src/dsl/syntax/index.ts";
import { piecesOf } from "../src/session/index.ts";

const FOLDER = "notebooks/course";
const README = `${FOLDER}/README.md`;
const NOTES = `${FOLDER}/keys/NOTES.md`;

/** Words of text a minute: the slow end for technical prose, since a lesson's cells are read with its text. */
const WORDS_A_MINUTE = 200;
/** Seconds for what a cell shows: a figure, a table, a tree. */
const SECONDS_A_FIGURE = 40;
const MINUTES_AN_EXERCISE = 3;
/** Lesson whose exercises are a project, not questions of three minutes. */
const CAPSTONE = "23-capstone";

/** Words, things shown and exercises of a lesson, counted in its program. */
export interface LessonCounts {
  /** Words of text, without code cells, code in backquotes and links. */
  readonly words: number;
  /** Statements that show something. */
  readonly figures: number;
  readonly exercises: number;
}

/** Generated pages of the course for its teacher. */
export function courseNotes(): Readonly<Record<string, () => string>> {
  return { [README]: timingsPage, [NOTES]: notesPage };
}

/** Counts of a lesson, by its program's text. */
export function countsOf(name: string, text: string): LessonCounts {
  const markdown = cellsOfProgram(name, text).filter(({ kind }) => kind === "markdown");
  const plain = markdown
    .map(({ source }) => source.replace(/\]\([^)]*\)/g, "]").replace(/`[^`]*`/g, "code"))
    .join("\n");
  const { items } = parse({ name, text }, "file").file;
  return {
    words: plain.match(/[\p{L}\p{N}][\p{L}\p{N}.,'’%/-]*/gu)?.length ?? 0,
    figures: items.filter(({ kind }) => SHOWN.has(kind)).length,
    exercises: items.filter(({ kind }) => kind === "exercise").length,
  };
}

const SHOWN: ReadonlySet<string> = new Set(["plot", "show", "compare", "explain", "diagnose"]);

/** Minutes of a walk through a lesson at reading speed. */
export function minutesOf({ words, figures, exercises }: LessonCounts): number {
  return words / WORDS_A_MINUTE + (figures * SECONDS_A_FIGURE) / 60 + exercises * MINUTES_AN_EXERCISE;
}

/** Lesson of the course, as a teacher chooses it. */
export interface CourseLesson {
  /** Name of its file: `01-memory-wall`. */
  readonly name: string;
  readonly title: string;
  /** Minutes of a walk at reading speed. */
  readonly minutes: number;
  readonly exercises: number;
}

/** All lessons, in order. */
export const courseLessons = (): readonly CourseLesson[] =>
  lessons().map((name) => {
    const counts = countsOf(name, programOf(`${name}.dtp`));
    return {
      name,
      title: titleOf(name),
      minutes: Math.round(minutesOf(counts)),
      exercises: counts.exercises,
    };
  });

const lessons = (): readonly string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".dtp"))
    .map((name) => name.replace(".dtp", ""))
    .sort();

const programOf = (...path: readonly string[]): string => readFileSync(join(FOLDER, ...path), "utf8");

const BEGIN = "<!-- timings, written by `npm run generate` -->\n";
const END = "<!-- end of timings -->\n";

function timingsPage(): string {
  const page = readFileSync(README, "utf8");
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${README} has no lines ${BEGIN} and ${END}`);
  return `${page.slice(0, from)}${BEGIN}\n${timings()}\n${page.slice(to)}`;
}

function timings(): string {
  const rows = lessons().map((name) => ({
    name,
    ...countsOf(name, programOf(`${name}.dtp`)),
    mistakes: mistakesOf(name).reduce((sum, { mistakes }) => sum + mistakes.length, 0),
  }));
  const total = (of: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  const minutes = (row: (typeof rows)[number]) => Math.round(minutesOf(row));
  return [
    `A walk at reading speed: ${WORDS_A_MINUTE} words a minute, ${SECONDS_A_FIGURE} seconds for each thing that a cell shows (a figure, a table, a tree),`,
    `${MINUTES_AN_EXERCISE} minutes an exercise. "Known mistakes" counts the wrong answers that the key has words for.`,
    `The capstone's minutes are its reading: its exercises are a project.`,
    "",
    "| lesson | words | shown | exercises | known mistakes | minutes |",
    "|---|---|---|---|---|---|",
    ...rows.map(
      (row) =>
        `| [${titleOf(row.name)}](${row.name}.ipynb) | ${row.words} | ${row.figures} | ${row.exercises} | ${row.mistakes} | ${minutes(row)}${row.name === CAPSTONE ? " and the project" : ""} |`,
    ),
    `| all | ${total((row) => row.words)} | ${total((row) => row.figures)} | ${total((row) => row.exercises)} | ${total((row) => row.mistakes)} | ${total(minutes)} |`,
    "",
  ].join("\n");
}

function titleOf(name: string): string {
  const [, title = name] = /^# # (.+)$/m.exec(programOf(`${name}.dtp`)) ?? [];
  return title;
}

interface ExerciseNotes {
  readonly name: string;
  readonly answer: string;
  readonly within: string;
  readonly says: string | null;
  readonly goals: string | null;
  readonly mistakes: readonly { readonly answer: string; readonly words: string }[];
}

/** Answers, sentences and known mistakes of each exercise in a lesson's key, in the lesson's order. */
function mistakesOf(name: string): readonly ExerciseNotes[] {
  const text = programOf("keys", `${name}.dtp`);
  const { items, source } = parse({ name, text }, "file").file;
  const cut = ({ start, end }: { readonly start: number; readonly end: number }) =>
    source.text.slice(start, end).replace(/\s+/g, " ");
  const asked = piecesOf([{ name, text: programOf(`${name}.dtp`) }]).exercises;
  const keyed = new Map(
    items.flatMap((item) => {
      if (item.kind !== "exercise") return [];
      const field = (wanted: string) =>
        item.body.fields.find(({ path }) => path.names[0]?.name === wanted)?.value;
      const answer = field("answer");
      const within = field("within");
      const says = field("says");
      const known = field("misconceptions");
      const pairs = known?.kind === "list" ? known.items : [];
      return [
        [
          item.name.name,
          {
            answer: answer ? cut(answer.span) : "",
            within: within ? cut(within.span) : "1%",
            says: says ? textOf(cut(says.span)) : null,
            mistakes: pairs.flatMap((pair) => {
              if (pair.kind !== "list") return [];
              const [wrong, words] = pair.items;
              return wrong && words ? [{ answer: cut(wrong.span), words: textOf(cut(words.span)) }] : [];
            }),
          },
        ] as const,
      ];
    }),
  );
  return [...asked.values()].flatMap(({ name, fields }) => {
    const own = keyed.get(name);
    return own ? [{ name, goals: fields.get("goals") ?? null, ...own }] : [];
  });
}

const textOf = (quoted: string): string => quoted.replace(/^"|"$/g, "").replace(/\\"/g, '"');
const cell = (text: string): string => text.replace(/\|/g, "\\|");

function notesPage(): string {
  const chapters = lessons().map((name) => {
    const notes = mistakesOf(name).map(({ name, answer, within, says, goals, mistakes }) => {
      const judged = goals
        ? `Judged by its goals. An answer that meets them: \`${answer}\`.`
        : `Right: \`${answer}\`${within === "0" ? ", exactly" : ` within ${within}`}.${says ? ` ${says}` : ""}`;
      const table =
        mistakes.length === 0
          ? []
          : [
              "",
              "| who answers | is told |",
              "|---|---|",
              ...mistakes.map(({ answer, words }) => `| \`${cell(answer)}\` | ${cell(words)} |`),
            ];
      return [`### \`${name}\``, "", judged, ...table, ""].join("\n");
    });
    return [`## ${titleOf(name)}`, "", ...notes].join("\n");
  });
  return [
    "# Notes for the teacher: what goes wrong in each exercise",
    "",
    "Written by `npm run generate` from the keys in this folder: leave it out of what students get. For each exercise it has the right answer",
    "as an expression over the lesson's names, and the wrong answers that show a known mistake.",
    "",
    ...chapters,
  ].join("\n");
}
