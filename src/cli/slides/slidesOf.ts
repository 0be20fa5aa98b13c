import type { Document } from "../../report/index.ts";

/** Cell of a lesson: its text, or its code with what it shows. */
export type LessonCell =
  | { readonly kind: "markdown"; readonly source: string }
  | { readonly kind: "code"; readonly source: string; readonly documents: readonly Document[] };

/** Part of a slide. Texts are Markdown. */
export type SlidePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[]; readonly ordered: boolean }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "shown"; readonly documents: readonly Document[] };

export interface Slide {
  readonly title: string;
  /** Level of the heading. The first level is the lesson's. */
  readonly level: number;
  readonly parts: readonly SlidePart[];
  /** Paragraphs that the slide shortens, whole, for whoever speaks. */
  readonly notes: readonly string[];
}

interface Growing {
  title: string;
  level: number;
  parts: SlidePart[];
  notes: string[];
}

/** Headings under which a text is a question, and stays whole. */
const QUESTION = /^(?:exercise|question|übung|frage)\b/i;

/** Definitions of a question's cell that its text names, on a line each. */
const GIVEN = /^let \w+ = [^`{[(]+$/gm;

/**
 * Slides of a lesson: one for each heading, and another one under the same heading where text follows what a cell has shown, or
 * a figure would share it with a list or a table. Paragraphs are shortened; lists, tables, outputs and questions stay.
 */
export function slidesOf(cells: readonly LessonCell[]): readonly Slide[] {
  const slides: Growing[] = [];
  const begin = (title: string, level: number): Growing => {
    const slide = { title, level, parts: [], notes: [] };
    slides.push(slide);
    return slide;
  };
  for (const cell of cells) {
    if (cell.kind === "code") {
      const asked = slides.at(-1);
      const given = asked && QUESTION.test(asked.title) ? (cell.source.match(GIVEN) ?? []) : [];
      if (given.length > 0)
        asked?.parts.push({ kind: "text", text: given.map((line) => `\`${line}\``).join(" ") });
      if (cell.documents.length === 0) continue;
      const last = slides.at(-1) ?? begin("", 1);
      const slide =
        hasFigure(cell.documents) && last.parts.some(isTall) ? begin(last.title, last.level) : last;
      // The sentence before the figure is about it.
      if (slide !== last && last.parts.at(-1)?.kind === "text") slide.parts.push(...last.parts.splice(-1));
      slide.parts.push({ kind: "shown", documents: cell.documents });
      continue;
    }
    for (const block of blocksOf(cell.source)) {
      if (block.kind === "heading") {
        begin(block.text, block.level);
        continue;
      }
      const last = slides.at(-1) ?? begin("", 1);
      const slide = last.parts.some(({ kind }) => kind === "shown") ? begin(last.title, last.level) : last;
      if (block.kind !== "text" || QUESTION.test(slide.title)) {
        slide.parts.push(block);
        continue;
      }
      const short = shortened(block.text);
      slide.parts.push({ kind: "text", text: short });
      if (short !== block.text) slide.notes.push(block.text);
    }
  }
  return slides;
}

const isTall = ({ kind }: SlidePart): boolean => kind === "table" || kind === "list";
const hasFigure = (documents: readonly Document[]): boolean =>
  documents.some(({ blocks }) => blocks.some(({ kind }) => kind === "figure"));

type Block = SlidePart | { readonly kind: "heading"; readonly level: number; readonly text: string };

/** Blocks of a Markdown text: headings, lists, tables and paragraphs. */
function blocksOf(source: string): readonly Block[] {
  const lines = source.split("\n");
  const blocks: Block[] = [];
  let at = 0;
  /** Lines from the current one for which `goes` holds. */
  const take = (goes: (line: string) => boolean): readonly string[] => {
    const from = at;
    while (at < lines.length && goes(lines[at] ?? "")) at++;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const [, marks = "", heading = ""] = /^(#{1,6}) +(.+?) *#*$/.exec(line) ?? [];
    if (line.trim() === "") at++;
    else if (heading !== "") {
      blocks.push({ kind: "heading", level: marks.length, text: heading });
      at++;
    } else if (ITEM.test(line)) {
      const ordered = /^\s*\d/.test(line);
      const items: string[] = [];
      for (const one of take((next) => next.trim() !== "" && !HEADING.test(next)))
        if (ITEM.test(one)) items.push(one.replace(ITEM, "").trim());
        else items.push(`${items.pop() ?? ""} ${one.trim()}`);
      blocks.push({ kind: "list", items, ordered });
    } else if (line.startsWith("|")) {
      const rows = take((next) => next.startsWith("|")).filter((row) => !/^[|\s:-]+$/.test(row));
      blocks.push({ kind: "table", rows: rows.map(cellsOfRow) });
    } else {
      const text = take(
        (next) => next.trim() !== "" && !HEADING.test(next) && !ITEM.test(next) && !next.startsWith("|"),
      );
      blocks.push({ kind: "text", text: text.map((one) => one.trim()).join(" ") });
    }
  }
  return blocks;
}

const HEADING = /^#{1,6} /;
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/;

const cellsOfRow = (row: string): readonly string[] =>
  row
    .replace(/^\||\|\s*$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));

/** First sentence of a paragraph, and the last one where it leads to what follows: a list, a table or a figure. */
export function shortened(text: string): string {
  const first = firstSentence(text);
  if (first === text || /[.?!][*_)"”]*$/.test(text)) return first;
  let rest = text.slice(first.length).trim();
  for (let next = firstSentence(rest); next !== rest; next = firstSentence(rest))
    rest = rest.slice(next.length).trim();
  return `${first} ${rest}`;
}

/** First sentence of a paragraph: up to a mark that a capital, a number or a code follows, outside of code, brackets and emphasis. */
export function firstSentence(text: string): string {
  let depth = 0;
  let code = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (letter === "`") code = !code;
    else if (!code && (letter === "(" || letter === "[")) depth++;
    else if (!code && (letter === ")" || letter === "]")) depth = Math.max(0, depth - 1);
    else if (!code && depth === 0 && /[.?!]/.test(letter)) {
      const [marks = ""] = /^[.?!]+[*_)"]*/.exec(text.slice(at)) ?? [];
      const end = at + marks.length;
      if (end >= text.length) return text;
      if (/^\s+[\p{Lu}\d`*_([“"]/u.test(text.slice(end)) && isWhole(text.slice(0, end)))
        return text.slice(0, end);
    }
  }
  return text;
}

/** True where a beginning of a text can stand alone: it ends with no abbreviation, and all its emphasis is closed. */
const isWhole = (start: string): boolean =>
  !ABBREVIATION.test(start) && (start.replace(/`[^`]*`|\\\*/g, "").match(/\*/g)?.length ?? 0) % 2 === 0;

const ABBREVIATION = /\b(?:e\.g|i\.e|etc|vs|cf|Fig|Eq|Sec|z\. ?B|d\. ?h|bzw|vgl|Nr)\.$/;
