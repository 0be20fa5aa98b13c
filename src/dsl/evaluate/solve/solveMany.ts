import { print } from "../../../units/index.ts";
import { counted } from "../expressions/arithmetic.ts";
import { evaluate } from "../expressions/evaluate.ts";
import { placeOf, textOf } from "../expressions/exprText.ts";
import { wrongType } from "../expressions/problem.ts";
import type { Aim } from "../tables/aims.ts";
import type { Scope } from "../values/scope.ts";
import { isPoison, type Poison, type Quantity } from "../values/value.ts";
import type { Answer } from "./answer.ts";
import { type Asked, type Reading, readingOf } from "./conditions.ts";
import { gridOf, type Knob } from "./knobs.ts";
import type { Probes } from "./probes.ts";
import { like, listed } from "./solveOne.ts";

/**
 * Numbers of a knob at which the statement is read first, by the number of knobs. A compiled estimate answers these
 * hundreds of combinations.
 */
const FIRST: readonly number[] = [0, 257, 25, 11];
/** Numbers of a knob in each narrower box, by the number of knobs. Few, so that none of these estimates is compiled. */
const NARROWER: readonly number[] = [0, 9, 7, 5];
/** Number of knobs that a `solve` statement with an objective may have. */
export const MAX_KNOBS = FIRST.length - 1;
/** Number of separate places from which boxes narrow, because the best of a coarse grid may be a worse valley. */
const STARTS = 2;
/** Width of a box, relative to its range, at which it counts as a point. */
const NARROW = 1e-7;
/** Largest violation of a condition, relative to its right side, that counts as rounding. */
const ROUNDING = 1e-12;

/** Verdict on memory that a plan needs: `yes`, or `maybe` where the statement sets its own margin. */
export type NeededFit = "yes" | "maybe";

interface Tried {
  readonly kind: "tried";
  readonly values: readonly number[];
  readonly value: Quantity;
  /** Largest relative violation of a condition; 0 where all hold. */
  readonly violation: number;
  readonly readings: readonly Reading[];
  /** True for settings that meet the conditions and do not fit their devices as they must. */
  readonly unfit?: true;
}

/**
 * Answers a `solve` statement with an objective: the best settings of up to three knobs under its conditions. A grid
 * over the ranges comes first, then ever narrower grids around its best points. The same numbers come out of every run.
 */
export function solveMany(
  probes: Probes,
  knobs: readonly Knob[],
  asked: readonly Asked[],
  { aim, fit }: { readonly aim: Aim; readonly fit: NeededFit },
): Answer | Poison {
  const { context, scope } = probes;
  const read = (at: Scope): Omit<Tried, "values"> | Poison => {
    const value = counted(evaluate(context, aim.expr, at, null));
    if (value.kind === "poison") return value;
    if (value.kind !== "quantity")
      return wrongType("an objective", "a number", value, placeOf(aim.expr, scope));
    const readings: Reading[] = [];
    for (const one of asked) {
      const reading = readingOf(context, one, at);
      if (reading.kind === "poison") return reading;
      readings.push(reading);
    }
    return { kind: "tried", value, violation: Math.max(0, ...readings.map(violationOf)), readings };
  };
  const better = (a: Tried, b: Tried): boolean =>
    a.violation !== b.violation
      ? a.violation < b.violation
      : aim.sign * a.value.value < aim.sign * b.value.value;
  /** Settings of a grid that have an answer, best first. */
  const onGrid = (values: readonly (readonly number[])[]): readonly Tried[] | Poison => {
    const rows = probes.grid(values, read);
    if (isPoison(rows)) return rows;
    const tried = rows.flatMap((row, place): Tried[] =>
      row ? [{ ...row, values: settingsAt(values, place) }] : [],
    );
    return tried.sort((a, b) => (better(a, b) ? -1 : better(b, a) ? 1 : 0));
  };
  const fits = fitting(probes, fit);
  const first = knobs.map((knob) => gridOf(knob, FIRST[knobs.length] ?? 7));
  const coarse = onGrid(first);
  if (isPoison(coarse)) return coarse;
  let best = bestOf(coarse, fits);
  for (const start of startsOf(coarse, first, fits)) {
    const found = narrowed(
      knobs,
      start,
      first,
      (values) => {
        const tried = onGrid(values);
        return isPoison(tried) ? tried : bestOf(tried, fits);
      },
      better,
    );
    if (isPoison(found)) return found;
    if (!best || better(found, best)) best = found;
  }
  return inWords(probes, knobs, asked, { aim, best });
}

/**
 * Test whether a plan fits its devices as it must. The verdict needs the interval of its memory, so it is asked of the
 * best settings alone.
 */
function fitting(probes: Probes, needed: NeededFit): (one: Tried) => boolean {
  const known = new Map<string, boolean>();
  return ({ values }) => {
    const key = values.join(" ");
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = probes.at(values, (_, scenario) => {
      const verdict = probes.context.outputs.fit(probes.context, scenario);
      return { fits: verdict === "yes" || verdict === needed };
    });
    const fits = found !== null && !isPoison(found) && found.fits;
    known.set(key, fits);
    return fits;
  };
}

/** The best of settings in order that fit their devices; where none does, the best of all. Null for no settings. */
function bestOf(tried: readonly Tried[], fits: (one: Tried) => boolean): Tried | null {
  const [first] = tried;
  if (!first || first.violation > 0) return first ?? null;
  return tried.find((one) => one.violation === 0 && fits(one)) ?? { ...first, violation: 1, unfit: true };
}

/** Largest relative amount by which a condition fails; 0 where it holds. */
function violationOf({ holds, left, right }: Reading): number {
  if (holds) return 0;
  if (!left || !right) return 1;
  const size = Math.max(Math.abs(right.value), Number.MIN_VALUE);
  const by = Math.abs(left.value - right.value) / size;
  return by <= ROUNDING ? 0 : by;
}

function settingsAt(values: readonly (readonly number[])[], place: number): readonly number[] {
  let rest = place;
  return values
    .toReversed()
    .map((steps) => {
      const at = rest % steps.length;
      rest = Math.floor(rest / steps.length);
      return steps[at] ?? 0;
    })
    .toReversed();
}

/** Best settings of a grid that are no neighbours of each other. */
function startsOf(
  tried: readonly Tried[],
  grid: readonly (readonly number[])[],
  fits: (one: Tried) => boolean,
): readonly Tried[] {
  const starts: Tried[] = [];
  for (const one of tried) {
    if (starts.length === STARTS) break;
    const near = starts.some((other) =>
      grid.every(
        (steps, i) => Math.abs(steps.indexOf(one.values[i] ?? 0) - steps.indexOf(other.values[i] ?? 0)) <= 1,
      ),
    );
    if (!near && (one.violation > 0 || fits(one))) starts.push(one);
  }
  return starts;
}

/** The best settings near others: on a grid between the neighbours of the best so far, until these are one point. */
function narrowed(
  knobs: readonly Knob[],
  start: Tried,
  grid: readonly (readonly number[])[],
  onGrid: (values: readonly (readonly number[])[]) => Tried | null | Poison,
  better: (a: Tried, b: Tried) => boolean,
): Tried | Poison {
  let best = start;
  let steps = grid;
  for (;;) {
    const boxes = steps.map((one, i): [number, number] => {
      const x = best.values[i] ?? 0;
      const at = one.indexOf(x);
      const [knob] = [knobs[i] as Knob];
      const [before, after] = [one[at - 1] ?? x, one[at + 1] ?? x];
      return [Math.max(knob.low, before), Math.min(knob.high, after)];
    });
    const isPoint = boxes.every(([a, b], i) => {
      const { low, high, whole } = knobs[i] as Knob;
      return whole ? b - a <= 2 : b - a <= NARROW * (high - low);
    });
    if (isPoint) return best;
    steps = boxes.map((box, i) => {
      const knob = knobs[i] as Knob;
      const found = new Set([...gridOf(knob, NARROWER[knobs.length] ?? 7, box), best.values[i] ?? 0]);
      return [...found].sort((a, b) => a - b);
    });
    const nearer = onGrid(steps);
    if (isPoison(nearer)) return nearer;
    if (!nearer) return best;
    if (better(nearer, best)) best = nearer;
  }
}

function inWords(
  probes: Probes,
  knobs: readonly Knob[],
  asked: readonly Asked[],
  { aim, best }: { readonly aim: Aim; readonly best: Tried | null },
): Answer {
  const places = (values: readonly number[]): string =>
    listed(knobs.map((knob, i) => `${knob.path} = ${print(knob.value(values[i] ?? knob.low))}`));
  const conditions = asked.map(({ text }) => text).join(" and ");
  const ranges = listed(
    knobs.map(({ path, low, high, value }) => `${path} from ${print(value(low))} to ${print(value(high))}`),
  );
  const subject = textOf(aim.expr, probes.scope);
  const failed = best && asked.findIndex((_, i) => violationOf(best.readings[i] as Reading) > 0);
  if (!best || best.violation > 0) {
    const head = `Nothing with ${ranges} meets ${conditions === "" ? "the memory of the devices" : conditions}`;
    const reading = best && failed !== null && failed >= 0 ? best.readings[failed] : undefined;
    const why = !best
      ? `: no plan is possible there${probes.refused ? ` (${probes.refused.message})` : ""}`
      : reading?.left
        ? `: the nearest ${asked[failed ?? 0]?.subject} is ${print(like(reading.left, reading.right))}, at ${places(best.values)}`
        : best.unfit
          ? `: no plan surely fits its devices; the nearest is at ${places(best.values)}`
          : "";
    const none = `${head}${why}.`;
    return { kind: "answer", rows: [], words: [none], none, curve: null };
  }
  const tight = asked.flatMap(({ subject: name, text }, i) => {
    const { left, right } = best.readings[i] ?? { left: null, right: null };
    const near = left && right && Math.abs(left.value - right.value) <= TIGHT * Math.abs(right.value);
    return near ? [text === name ? text : `${name} (${text})`] : [];
  });
  const ends = knobs.flatMap(({ path, low, high }, i) => {
    const x = best.values[i];
    const end = x === low ? "lower" : x === high ? "upper" : null;
    return end === null ? [] : [`${path} at the ${end} end of its range`];
  });
  const least = aim.sign === 1 ? "The least" : "The largest";
  const under = conditions === "" ? "" : ` with ${conditions}`;
  const words = [`${least} ${subject}${under} is ${print(best.value)}, at ${places(best.values)}.`];
  const notes = [...tight, ...ends];
  if (notes.length > 0) words.push(`What limits it: ${listed(notes)}.`);
  return { kind: "answer", rows: [best.values], words, none: null, curve: null };
}

/** Relative distance from a limit within which a number counts as at the limit. */
const TIGHT = 1e-4;
