import type { Block, Document } from "../document/document.ts";
import { documentOf } from "../document/documentOf.ts";

/** Verdict on an exercise: its state, its score, and what its reader is told. */
export interface Judged {
  readonly name: string;
  /** `unreadable`: an answer that cannot be compared, such as a time where memory is asked for. */
  readonly state: "right" | "wrong" | "open" | "unreadable";
  /** From 0 to 1. Between them for an exercise of which some goals are met. */
  readonly score: number;
  readonly points: number;
  /** The reader's answer as text; null where it is open or unreadable. */
  readonly answer: string | null;
  /** Words for a known mistake; null for any other answer. */
  readonly mistake: string | null;
  readonly hints: readonly string[];
  /** Sentences without a capital and a full stop: how the answer was read, why it was not, which goals it meets. */
  readonly notes: readonly string[];
}

/** Document of a verdict on an exercise. It tells hints and never the right answer. */
export function exerciseVerdict(judged: Judged): Document {
  const { state, answer, mistake, hints, notes } = judged;
  const verdict = (tone: "good" | "warning" | "bad", text: string): Block => ({
    kind: "verdict",
    tone,
    text,
  });
  const said = notes.map((note): Block => ({ kind: "paragraph", text: sentence(note) }));
  switch (state) {
    case "right":
      return documentOf(verdict("good", `right: ${answer}`), ...said);
    case "open": {
      const open = verdict("warning", "exercise not answered yet: write your answer in place of `none`");
      return documentOf(notes.length === 0 ? open : verdict("warning", `exercise ${judged.name}`), ...said);
    }
    case "unreadable":
      return documentOf(verdict("warning", "this answer cannot be read"), ...said, ...hintBlocks(hints));
    case "wrong": {
      const share = judged.score > 0 ? ` (${Math.round(judged.score * 100)} % of the goals)` : "";
      const known: Block[] = mistake === null ? [] : [{ kind: "paragraph", text: sentence(mistake) }];
      return documentOf(
        verdict("bad", `not right: ${answer}${share}`),
        ...said,
        ...known,
        ...hintBlocks(hints),
      );
    }
  }
}

function hintBlocks(hints: readonly string[]): readonly Block[] {
  return hints.map((hint, at) => ({
    kind: "paragraph",
    text: `Hint${hints.length > 1 ? ` ${at + 1}` : ""}: ${hint}`,
  }));
}

/** A text as a sentence: with a full stop, and a capital where it begins with a word. */
function sentence(text: string): string {
  const ended = /[.!?]$/.test(text) ? text : `${text}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}
