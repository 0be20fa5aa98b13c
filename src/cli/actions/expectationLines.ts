import { comparedNumbers } from "../../report/numbers/comparedNumbers.ts";
import type { Expectation } from "../../session/world/runResult.ts";
import type { Terminal } from "../io/io.ts";
import { claimedError, isOpen, percent } from "./summarise.ts";

const LONGEST_TEXT = 56;

/**
 * Terminal lines on a file's expectations: a heading with the file's name, then one aligned line for each.
 */
export function expectationLines(
  file: string,
  expectations: readonly Expectation[],
  { color, isTerminal, width }: Terminal,
): readonly string[] {
  if (expectations.length === 0) return [];
  const rows = expectations.map((each) => {
    const { actual, expected } = comparedNumbers(each);
    return {
      mark: markOf(each),
      feedback: feedbackOf(each),
      cells: [
        lineOf(each, file),
        shorten(each.text.replace(/\s+/g, " ")),
        actual ?? each.answer ?? "-",
        expected ?? each.wanted ?? "-",
        signed(claimedError(each)),
        each.within === null ? "" : `within ${each.within}`,
        each.cite ?? "",
      ],
    };
  });
  const titles = ["line", "expectation", "actual", "expected", "error", "", ""];
  const widths = titles.map((title, at) =>
    Math.max(title.length, ...rows.map(({ cells }) => (cells[at] ?? "").length)),
  );
  // Truncate to the terminal's width, so that an expectation takes one line. A pipe gets the whole text.
  const longest = isTerminal ? Math.max(40, width - 4) : Number.POSITIVE_INFINITY;
  const align = (cells: readonly string[]) =>
    cut(
      cells
        .map((cell, at) =>
          rightAligned.has(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
        )
        .join("  ")
        .trimEnd(),
      longest,
    );
  return [
    paint(file, "1", color),
    paint(`    ${align(titles)}`, "2", color),
    ...rows.flatMap(({ mark, cells, feedback }) => [
      `  ${paint(mark, MARKS[mark], color)} ${align(cells)}`,
      ...feedback.map((text) => `      ${paint(text, "2", color)}`),
    ]),
    "",
  ];
}

/** Place of an expectation as `17`, `cell [3]:2` in a notebook, or `other.dtp:17` in a file that `file` imports. */
function lineOf(each: Expectation, file: string): string {
  if (each.file === file) return String(each.line);
  const inside = each.file.startsWith(`${file}, `) ? each.file.slice(file.length + 2) : each.file;
  return `${inside}:${each.line}`;
}

const rightAligned = new Set([0, 2, 3, 4]);

/** Terminal colour codes of the marks: green for passed, yellow for open and unreadable, red for failed or wrong. */
const MARKS = { "✓": "32", "○": "33", "?": "33", "✗": "31" } as const;

function markOf({ pass, exercise, judged }: Expectation): keyof typeof MARKS {
  if (pass) return "✓";
  if (judged?.state === "unreadable") return "?";
  return exercise && isOpen(exercise) ? "○" : "✗";
}

/** Feedback to a learner on a wrong or an unreadable answer. */
function feedbackOf({ pass, exercise, judged }: Expectation): readonly string[] {
  if (judged) {
    const { state, notes, mistake, hints } = judged;
    const helps = state === "wrong" || state === "unreadable" ? hints.map((hint) => `hint: ${hint}`) : [];
    return [...notes, ...(mistake === null ? [] : [mistake]), ...helps];
  }
  if (pass || !exercise || isOpen(exercise)) return [];
  return [...(exercise.found ? [exercise.found] : []), `hint: ${exercise.hint}`];
}

function paint(text: string, code: string, color: boolean): string {
  return color ? `\x1b[${code}m${text}\x1b[0m` : text;
}

function signed(error: number | null): string {
  if (error === null) return "";
  const text = percent(error);
  return error > 0 && text !== "0%" ? `+${text}` : text;
}

/** Expectation's text shortened in the middle, because its end says which value is expected. */
function shorten(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  const kept = LONGEST_TEXT - 3;
  return `${text.slice(0, Math.floor(kept / 3))} … ${text.slice(text.length - Math.ceil((2 * kept) / 3))}`;
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
