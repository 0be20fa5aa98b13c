import { isCountedUnit } from "../../src/units/index.ts";
import { type Amount, amountOf, UNSAID } from "./literalNumbersAsAmounts.ts";

/** An amount that a text states. */
export interface Stated extends Amount {
  readonly text: string;
  /** Whether only an expectation can hold it. */
  readonly result: boolean;
  /** How far a value may be from it and still be what the text says. */
  readonly slack: number;
  /** The side on which the value is: "more than", "at most". */
  readonly bound?: "<" | ">";
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
/** The first of two: `4.1% to 5.6%`, `1.3 and 1.6 times`, but not `24% with 16 and 9%`. */
const LOWER = String.raw`(?:(?:\b(${DIGITS})%?(?: to |–)|\b(${DIGITS}%|\d+\.\d+)(?: and | or )))?`;
const FACTOR = new RegExp(
  String.raw`${LOWER}\b(?:(${DIGITS})|(${NUMBER_WORD})) ?(?:×|times(?! (?:a|an|the|each|per) (?:year|day|step|micro)))(?! \d)|(${DIGITS})×|\bfactors? of (${DIGITS})`,
  "gi",
);
const PERCENT = new RegExp(String.raw`${LOWER}(-?\b${DIGITS}|\b(?:${NUMBER_WORD})) ?(?:%|percent\b)`, "gi");
const PART = new RegExp(
  String.raw`\b(a|an|one|two|three|four|five|nine) (${Object.keys(PARTS).join("|")})s?\b(?= (?:of|more|less|longer|shorter|faster|slower)|[.,;:)]|$)`,
  "gi",
);
const AMOUNT = new RegExp(
  String.raw`(?<![\w.-])(\$?${DIGITS})(?:(?: to |–)(\$?${DIGITS}))?(?: (thousand|million|billion|trillion)|([KMBT])(?= [A-Za-z]))?(?: ?([A-Za-zµ$][\w/µ$-]*))?`,
  "g",
);
/** A number with decimals that nothing follows: not a version, a section or a model's name. */
const DECIMAL =
  /(?<![\w.,$-]|Llama |Qwen )\d+\.\d+(?! ?(?:·|[KMBT]\b|thousand|million|billion|trillion)|[\w.]*-|\.?\d|[A-Za-z])/g;
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

/** How far off a number in words ("three times", "a third") and a rounded one ("about 80%") may be. */
const ROUNDED = 0.05;
const ROUGHLY = /\b(?:about|some|roughly|nearly|almost|around|close to) $/i;
const MORE = /\b(?:more than|over|above|beyond|at least) $/i;
const LESS = /\b(?:less than|fewer than|under|below|at most|up to|within) $/i;

/** Half of the last digit as it is written: 0.05 for `2.6`. */
const halfDigit = (digits: string): number => 0.5 / 10 ** (/\.(\d+)/.exec(digits)?.[1]?.length ?? 0);

/** The amounts of a sentence, each with how exactly it says them. */
export function statedIn(written: string): readonly Stated[] {
  const sentence = written.replace(WORD_BEFORE_UNIT, (_, word: string) => `${wordNumber(word)} `);
  const found: Stated[] = [];
  const add = (
    { 0: text, index }: RegExpMatchArray,
    digits: string | undefined,
    amount: Amount | null,
    result: boolean,
  ) => {
    if (!amount || !Number.isFinite(amount.value)) return;
    const before = sentence.slice(0, index);
    const half = digits === undefined ? 0 : (halfDigit(digits) / plain(digits)) * Math.abs(amount.value);
    const rounded = digits === undefined || ROUGHLY.test(before) ? ROUNDED * Math.abs(amount.value) : 0;
    const bound = MORE.test(before) ? (">" as const) : LESS.test(before) ? ("<" as const) : undefined;
    const slack = Math.max(half, rounded);
    found.push({ ...amount, text: text.trim(), result, slack, ...(bound && { bound }) });
  };
  const bare = (value: number, dimension = "1"): Amount => ({ value, dimension, written: value });
  for (const match of sentence.matchAll(FACTOR)) {
    const [, from, or, digits, word, tight, factor] = match;
    const lower = from ?? or;
    if (lower) add(match, lower, bare(plain(lower)), true);
    const upper = digits ?? tight ?? factor;
    add(match, upper, bare(upper ? plain(upper) : wordNumber(word ?? "")), true);
  }
  for (const match of sentence.matchAll(PERCENT)) {
    const [, from, or, upper = ""] = match;
    const lower = (from ?? or)?.replace("%", "");
    if (lower) add(match, lower, bare(plain(lower) / 100), false);
    const digits = /\d/.test(upper) ? upper : undefined;
    add(match, digits, bare((digits ? plain(digits) : wordNumber(upper)) / 100), false);
  }
  for (const match of sentence.matchAll(PART)) {
    const [, count = "", part = ""] = match;
    const whole = /^an?$/i.test(count) ? 1 : wordNumber(count);
    add(match, undefined, bare(whole / (PARTS[part.toLowerCase()] ?? Number.NaN)), true);
  }
  for (const match of sentence.matchAll(AMOUNT)) {
    const [, low = "", high, word = "", letter = "", unit = ""] = match;
    for (const digits of high ? [low, high] : [low])
      add(match, digits.replace("$", ""), measured(digits, SCALES[word] ?? letter, unit), false);
  }
  for (const match of sentence.matchAll(DECIMAL))
    if (!found.some(({ text }) => text.includes(match[0])))
      add(match, match[0], bare(plain(match[0]), UNSAID), false);
  return found;
}

/** Digits with a scale and a unit, or with a dollar; null for a count and for a bare number. */
function measured(digits: string, scale: string, unit: string): Amount | null {
  if (digits.startsWith("$")) {
    const letter = scale === "" && /^[KMBT]$/.test(unit) ? unit : scale;
    return amountOf(`$${plain(digits.slice(1))}${letter}`);
  }
  return unit === "" || isCount(unit) ? null : amountOf(`${plain(digits)} ${SPELT[unit] ?? unit}`, scale);
}

/**
 * What is counted (devices, tokens, parameters: `7B`), and the widths of formats (`16 bits`, `2 bytes`, `6 FLOP`). GPU-hours are measured.
 * A `b` is a lesson's, such as `3b`.
 */
const isCount = (unit: string): boolean =>
  (isCountedUnit(unit) && !/^[A-Z]+-hours$/.test(unit)) ||
  /^(?:B|b|bits?|bytes?|FLOP|[A-Z]?PUs?|m)$/.test(unit);

const plain = (digits: string): number => Number(digits.replace(/,/g, ""));
