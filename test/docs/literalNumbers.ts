import type { BinaryExpr, Expect, Expr, NumberExpr } from "../../src/dsl/ast/ast.ts";
import { childrenOf } from "../../src/dsl/syntax/format/walk.ts";
import { parse, readNumber } from "../../src/dsl/syntax/index.ts";
import { isCountedUnit, parseUnit, scaleFactor } from "../../src/units/index.ts";
import type { NotebookProgram } from "./notebookPrograms.ts";

/** An amount in base units: a share and a factor are bare numbers. */
interface Amount {
  readonly value: number;
  readonly dimension: string;
  /** What one unit of its last written digit is worth. */
  readonly digit?: number;
}

/** A result in a text cell that no code cell says, as it is written. */
export interface LooseNumber {
  readonly text: string;
  readonly sentence: string;
}

/**
 * Results that a notebook's text cells state by hand. An amount (a share, a factor, bytes, seconds, a rate, money, energy) in a text cell
 * must stand as a literal in a code cell, where it is an input or the right side of a two-sided expectation (`~=` within 10% at most, `==`);
 * factors and fractions must be of the second kind. A sentence that names its source says what the source says. Code in
 * backquotes, statements in italics, formulas set off as quotations and counts (devices, layers, tokens) are not looked at, nor
 * are half and twice.
 */
export function looseNumbers({ name, cells }: NotebookProgram): readonly LooseNumber[] {
  const code = cells.filter(({ kind }) => kind === "code").map(({ source }) => source);
  const { inputs, tied } = literalsOf(name, code);
  return cells
    .filter(({ kind }) => kind === "markdown")
    .flatMap(({ source }) => sentencesOf(source))
    .filter((sentence) => !SOURCED.test(sentence))
    .flatMap((sentence) =>
      statedIn(sentence)
        .filter(
          ({ amount, result }) => !(result ? tied : [...inputs, ...tied]).some((one) => same(one, amount)),
        )
        .map(({ text }) => ({ text, sentence })),
    );
}

const SOURCED = /arXiv:|\]\(https?:|\b(?:table|figure|section|equation|appendix)s? [\dA-D]|§|OSDI|JPDC/i;

const same = (one: Amount, other: Amount): boolean =>
  one.dimension === other.dimension && Math.abs(one.value - other.value) <= 1e-9 * Math.abs(other.value);

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

const WORDS = [
  ...[
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
  ],
];
const TENS: Readonly<Record<string, number>> = {
  ...{
    fifteen: 15,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
    seventy: 70,
    eighty: 80,
    ninety: 90,
  },
  ...{ hundred: 100 },
};
const PARTS: Readonly<Record<string, number>> = {
  ...{ third: 3, quarter: 4, fifth: 5, sixth: 6, seventh: 7, eighth: 8, ninth: 9, tenth: 10, twentieth: 20 },
};
const wordNumber = (word: string): number => {
  const at = WORDS.indexOf(word.toLowerCase());
  return at < 0 ? (TENS[word.toLowerCase()] ?? Number.NaN) : at;
};
const NUMBER_WORD = [...WORDS.slice(1), ...Object.keys(TENS)].join("|");
const DIGITS = String.raw`\d[\d,]*(?:\.\d+)?`;
const FACTOR = new RegExp(
  String.raw`\b(?:(${DIGITS})|(${NUMBER_WORD})) ?(?:×|times(?! (?:a|an|the|each|per) (?:year|day|step|micro)))(?! \d)|(${DIGITS})×`,
  "gi",
);
const PERCENT = new RegExp(
  String.raw`\b(?:(${DIGITS})|(${NUMBER_WORD}))(?: (?:to|and|or) (${DIGITS}))? ?(?:%|percent\b)`,
  "gi",
);
const PART = new RegExp(
  String.raw`\b(a|an|one|two|three|four|five|nine) (${Object.keys(PARTS).join("|")})s?\b(?= (?:of|more|less|longer|shorter|faster|slower)|[.,;:)]|$)`,
  "gi",
);
const AMOUNT = new RegExp(
  String.raw`(?<![\w.-])(\$?${DIGITS})(?: to (\$?${DIGITS}))?(?: (thousand|million|billion|trillion))?(?: ?([KMGTP]i?)?([A-Za-zµ$][\w/µ$-]*))?`,
  "g",
);
/** `three hours`, as `3 hours`. */
const WORD_BEFORE_UNIT = new RegExp(
  String.raw`\b(${NUMBER_WORD}) (?=(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|million|billion|percent)\b)`,
  "gi",
);
const SCALES: Readonly<Record<string, string>> = { thousand: "K", million: "M", billion: "G", trillion: "T" };
const SPELT: Readonly<Record<string, string>> = {
  ...{ second: "s", seconds: "s", minute: "min", minutes: "min", hour: "h", hours: "h", day: "days" },
  ...{
    month: "months",
    week: "weeks",
    year: "years",
    millisecond: "ms",
    milliseconds: "ms",
    microseconds: "us",
  },
};

interface Stated {
  readonly text: string;
  readonly amount: Amount;
  /** Whether only an expectation can hold it. */
  readonly result: boolean;
}

function statedIn(written: string): readonly Stated[] {
  const sentence = written.replace(WORD_BEFORE_UNIT, (_, word: string) => `${wordNumber(word)} `);
  const found: Stated[] = [];
  const bare = (text: string, value: number, result: boolean) => {
    if (Number.isFinite(value)) found.push({ text, amount: { value, dimension: "1" }, result });
  };
  for (const [text, digits, word, tight] of sentence.matchAll(FACTOR))
    bare(text, (digits ?? tight) ? plain(digits ?? tight ?? "") : wordNumber(word ?? ""), true);
  for (const [text, digits, word, upper] of sentence.matchAll(PERCENT)) {
    bare(text, (digits ? plain(digits) : wordNumber(word ?? "")) / 100, false);
    if (upper) bare(text, plain(upper) / 100, false);
  }
  for (const [text, count, part] of sentence.matchAll(PART)) {
    const whole = /^an?$/i.test(count ?? "") ? 1 : wordNumber(count ?? "");
    bare(text, whole / (PARTS[(part ?? "").toLowerCase()] ?? Number.NaN), true);
  }
  for (const [text, low = "", high, word = "", letter = "", unit = ""] of sentence.matchAll(AMOUNT)) {
    const scale = SCALES[word] ?? letter;
    for (const digits of high ? [low, high] : [low]) {
      const money = digits.startsWith("$");
      const amount = money
        ? amountOf(`$${plain(digits.slice(1))}${scale === "" && /^[KMBT]$/.test(unit) ? unit : scale}`)
        : unit === "" || isCount(letter + unit) || isCountedUnit(unit)
          ? null
          : amountOf(
              `${plain(digits)} ${SPELT[unit] ?? `${word === "" ? letter : ""}${unit}`}`,
              SCALES[word],
            );
      if (amount) found.push({ text: text.trim(), amount, result: false });
    }
  }
  return found;
}

/** What is counted (devices, tokens, parameters: `7B`), and the widths of formats (`16 bits`, `2 bytes`, `6 FLOP`). */
const isCount = (unit: string): boolean =>
  isCountedUnit(unit) || /^(?:B|bits?|bytes?|FLOP|[A-Z]?PUs?|m)$/.test(unit);

const plain = (digits: string): number => Number(digits.replace(/,/g, ""));

/** A text such as `135.6 GiB` by the language's own numbers; null for what is none of its quantities. */
function amountOf(text: string, scale?: string): Amount | null {
  const read = readNumber(text, 0);
  if (!read || read.problem || read.unit === undefined || read.end !== text.length) return null;
  return quantity(read, scale);
}

function quantity(
  read: { readonly value: number; readonly scale?: string; readonly unit?: string },
  scale?: string,
): Amount | null {
  const by = (read.scale ? scaleFactor(read.scale) : 1) ?? 1;
  const more = (scale ? scaleFactor(scale) : 1) ?? 1;
  const unit = read.unit === undefined ? undefined : parseUnit(read.unit);
  if (unit === null) return null;
  const factor = by * more * (unit?.factor ?? 1);
  const decimals = /\.(\d+)/.exec(String(read.value))?.[1]?.length ?? 0;
  return {
    value: read.value * factor,
    dimension: unit?.dimension.key ?? "1",
    digit: factor / 10 ** decimals,
  };
}

/** The literals of a notebook's code: what it is given, and what a two-sided expectation holds. */
function literalsOf(
  name: string,
  code: readonly string[],
): { readonly inputs: readonly Amount[]; readonly tied: readonly Amount[] } {
  const inputs: Amount[] = [];
  const tied: Amount[] = [];
  for (const source of code) {
    const { file } = parse({ name, text: source }, "cell");
    const bounds: { readonly start: number; readonly end: number }[] = [];
    for (const item of file.items)
      if (item.kind === "expect")
        for (const check of item.checks) {
          bounds.push(check.span);
          tied.push(...tiedBy(item, check));
          if (check.hint) inputs.push(...amountsIn(check.condition));
        }
    for (const match of source.matchAll(/(?<![\w.])\$?\d/g)) {
      const at = match.index;
      if (bounds.some(({ start, end }) => start <= at && at < end)) continue;
      const read = readNumber(source, at);
      if (read && !read.problem) inputs.push(...readings(read));
    }
  }
  return { inputs, tied };
}

/** The widest tolerance, relative to the number, under which it is still the one in the text. One of its last digit is allowed too. */
const WIDEST = 0.1;

function tiedBy(
  { within: whole }: Expect,
  { condition, within }: Expect["checks"][number],
): readonly Amount[] {
  const compared = unwrapped(condition);
  if (compared.kind !== "binary" || (compared.op !== "~=" && compared.op !== "==")) return [];
  const tolerance = (within ?? whole)?.value;
  if (tolerance === undefined) return amountsIn(compared.right);
  const [reach] = readings(tolerance);
  const share = tolerance.unit === "%";
  return amountsIn(compared.right).filter(({ value, digit = 0 }) => {
    const widest = share ? WIDEST : Math.max(WIDEST * Math.abs(value), digit);
    return (reach?.value ?? 0) <= widest * (1 + 1e-9);
  });
}

function unwrapped(expr: Expr): Expr {
  return expr.kind === "paren" ? unwrapped(expr.inner) : expr;
}

/** The literals of an expression, and its quotients of two of them (`1 / 3`). */
function amountsIn(expr: Expr): readonly Amount[] {
  const quotients = expr.kind === "binary" ? quotient(expr) : null;
  const own = expr.kind === "number" ? readings(expr) : quotients ? [quotients] : [];
  return [...own, ...childrenOf(expr).flatMap(amountsIn)];
}

/** A literal as it is written, and without its last `per`: `$2.50/GPU-hour` is $2.50 in a text that says for what. */
function readings(read: {
  readonly value: number;
  readonly scale?: string;
  readonly unit?: string;
}): readonly Amount[] {
  const shorter = read.unit?.replace(/\/[^/]*$/, "");
  const all = shorter === undefined || shorter === read.unit ? [read] : [read, { ...read, unit: shorter }];
  return all.map((one) => quantity(one)).filter((one) => one !== null);
}

function quotient({ op, left, right }: BinaryExpr): Amount | null {
  const bare = (one: Expr): one is NumberExpr => one.kind === "number" && one.unit === undefined;
  return op === "/" && bare(left) && bare(right) ? { value: left.value / right.value, dimension: "1" } : null;
}
