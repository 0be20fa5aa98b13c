import type { Document } from "../document/document.ts";
import { documentOf } from "../document/documentOf.ts";
import { plain } from "../numbers/number.ts";

/** A reader's guess beside the value that it guesses. */
export interface Predicted {
  readonly name: string;
  /** The guess as text; null while it is open or cannot be read. */
  readonly guess: string | null;
  /** The value as text; null while the guess is. */
  readonly truth: string | null;
  /** Larger of the two numbers over the smaller, at least 1; null for words, and where one is 0 or the signs differ. */
  readonly factor: number | null;
  /** True where the guess is the larger number. */
  readonly above: boolean;
  /** Why the guess cannot be read, or how it was read: sentences without a capital and a full stop. */
  readonly notes: readonly string[];
}

/** Document of a guess. It has no mark: a guess is neither right nor wrong. */
export function predictionDocument({ guess, truth, factor, above, notes }: Predicted): Document {
  const said = notes.map((note) => paragraph(`${note.charAt(0).toUpperCase()}${note.slice(1)}.`));
  if (guess === null || truth === null)
    return documentOf(
      said.length === 0
        ? paragraph("Write your guess in place of `none`: the answer follows.")
        : paragraph("This guess cannot be read."),
      ...said,
    );
  return documentOf(
    paragraph(`Your guess: ${guess}. The answer: ${truth}.${between(factor, above)}`),
    ...said,
  );
}

/** Guesses within this factor of the value are called close. */
const CLOSE = 1.05;

function between(factor: number | null, above: boolean): string {
  if (factor === null) return "";
  if (factor <= CLOSE) return " They are within 5% of each other.";
  const times = `${plain(Number(factor.toPrecision(2)))}×`;
  return above ? ` The guess is ${times} the answer.` : ` The answer is ${times} the guess.`;
}

const paragraph = (text: string) => ({ kind: "paragraph" as const, text });
