import { literalsOf, type Tie } from "./literalNumbersOfCode.ts";
import { type Stated, statedIn } from "./literalNumbersOfText.ts";
import type { NotebookProgram } from "./notebookPrograms.ts";

/** A result in a text cell that no code cell says, as it is written. */
export interface LooseNumber {
  readonly text: string;
  readonly sentence: string;
}

/**
 * Results that a notebook's text cells state by hand. An amount (a share, a factor, bytes, seconds, GPU-hours, a rate, money, energy) in
 * a text cell must be an input, a literal of a code cell, or be held by a two-sided expectation (`~=`, `==`); factors and
 * fractions must be held. A decimal without a unit ("and 8.4 on H100s") may be any of these, or a count. A number is held where
 * all values that an expectation lets pass round to the digits that the text writes, so that a reader finds them in the output beside it: `2.6 times` needs a value from 2.55 to 2.65. "About 80%", "three times"
 * and "a third" may be 5% off. "More than 60%" may be up to 15% more, or be held by `> 60%`; "at most" likewise.
 *
 * A sentence that names its source says what the source says. Code in backquotes, statements in italics, formulas set off as
 * quotations and counts (devices, layers, tokens) are not looked at, nor are half and twice.
 */
export function looseNumbers({ name, cells }: NotebookProgram): readonly LooseNumber[] {
  const code = cells.filter(({ kind }) => kind === "code").map(({ source }) => source);
  const { inputs, ties } = literalsOf(name, code);
  return cells
    .filter(({ kind }) => kind === "markdown")
    .flatMap(({ source }) => sentencesOf(source))
    .filter((sentence) => !SOURCED.test(sentence))
    .flatMap((sentence) =>
      statedIn(sentence)
        .filter(
          (one) =>
            !ties.some((tie) => isHeld(one, tie)) &&
            (one.result ||
              !inputs.some(
                ({ value, dimension }) => dimension === one.dimension && near(value, one.value, 1e-9),
              )),
        )
        .map(({ text }) => ({ text, sentence })),
    );
}

const SOURCED = /arXiv:|\]\(https?:|\b(?:table|figure|section|equation|appendix)s? [\dA-D]|§|OSDI|JPDC/i;

const near = (one: number, other: number, share: number): boolean =>
  Math.abs(one - other) <= share * Math.abs(other);

/** How far beyond "more than 60%" or below "at most 60%" the value may be for the sentence to inform. */
const BEYOND = 0.15;

function isHeld({ value, dimension, slack, bound }: Stated, tie: Tie): boolean {
  if (tie.dimension !== dimension) return false;
  if (tie.op !== "=")
    return tie.op === bound && tie.value * (bound === ">" ? 1 : -1) >= value * (bound === ">" ? 1 : -1);
  const beyond = Math.max(slack, BEYOND * Math.abs(value));
  const rounding = 1e-9 * Math.abs(value);
  const low = value - (bound === "<" ? beyond : slack) - rounding;
  const high = value + (bound === ">" ? beyond : slack) + rounding;
  return low <= tie.value - tie.reach && tie.value + tie.reach <= high;
}

/** Sentences of a text cell, and the rows of its tables. */
function sentencesOf(markdown: string): readonly string[] {
  const kept = markdown
    .replace(/```[\s\S]*?```/g, " ")
    .replace(/`[^`]*`/g, "…")
    .replace(/^>.*$/gm, "")
    .replace(/<[^>]+>/g, "")
    .replace(/(?<![*\w])\*(?![*\s])[^*]+\*(?!\*)/g, "…")
    .replace(/\]\((?!https?:)[^)]*\)/g, "]")
    .replace(/\\\$/g, "$");
  return kept
    .split(/\n\s*\n|\n(?=[-|#] ?)/)
    .flatMap((paragraph) => paragraph.replace(/\s+/g, " ").split(/(?<=[.:;?!]\)?) (?=[A-Z*(_$\d])/))
    .map((sentence) => sentence.trim());
}
