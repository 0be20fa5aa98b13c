import { print } from "../../../units/index.ts";
import { isPoison, type Poison, type Quantity, type SolvedCurve } from "../values/value.ts";
import type { Answer } from "./answer.ts";
import { type Asked, type Reading, readingOf } from "./conditions.ts";
import { gridOf, type Knob } from "./knobs.ts";
import type { Probes } from "./probes.ts";
import { boundaryBetween, type Found, zerosOf } from "./roots.ts";

/** Numbers of a range at which the statement is read first; from this many on, a compiled estimate answers. */
const SAMPLES = 257;

/** The conditions of a statement read at one number of its knob; null where the engine has no answer there. */
interface Sample {
  readonly x: number;
  readonly readings: readonly Reading[] | null;
}

/** Answers a `solve` statement with one knob and no objective: where its conditions hold. */
export function solveOne(probes: Probes, knob: Knob, asked: readonly Asked[]): Answer | Poison {
  const { context } = probes;
  const read = (
    scope: Parameters<typeof readingOf>[2],
  ): { readonly readings: readonly Reading[] } | Poison => {
    const readings: Reading[] = [];
    for (const one of asked) {
      const reading = readingOf(context, one, scope);
      if (reading.kind === "poison") return reading;
      readings.push(reading);
    }
    return { readings };
  };
  const xs = gridOf(knob, knob.whole ? knob.high - knob.low + 1 : SAMPLES);
  const rows = probes.grid([xs], read);
  if (isPoison(rows)) return rows;
  const samples = rows.map((row, i): Sample => ({ x: xs[i] ?? knob.low, readings: row?.readings ?? null }));
  let mistake: Poison | null = null;
  const known = new Map(samples.map(({ x, readings }) => [x, readings]));
  const at = (x: number): readonly Reading[] | null => {
    const before = known.get(x);
    if (before !== undefined) return before;
    const found = mistake ? null : probes.at([x], read);
    if (isPoison(found)) mistake = found;
    const readings = found === null || isPoison(found) ? null : found.readings;
    known.set(x, readings);
    return readings;
  };
  const which = Math.max(
    0,
    asked.findIndex(({ op }) => op === "=="),
  );
  const main = asked[which];
  if (!main) return { kind: "answer", rows: [], words: [], none: null, curve: null };
  const line = lineOf(samples, knob, main, which);
  const answer =
    main.op === "==" && line !== null
      ? equal({ probes, knob, asked, which, samples, at, line })
      : holding({ probes, knob, asked, which, samples, at, line });
  return mistake ?? answer;
}

interface Search {
  readonly probes: Probes;
  readonly knob: Knob;
  readonly asked: readonly Asked[];
  /** Index of the condition that the answer is about. */
  readonly which: number;
  readonly samples: readonly Sample[];
  at(x: number): readonly Reading[] | null;
  readonly line: SolvedCurve | null;
}

/** Numbers at which an equality holds, and the other conditions too. */
function equal({ probes, knob, asked, which, samples, at, line }: Search): Answer {
  const main = asked[which] as Asked;
  const difference = (readings: readonly Reading[] | null): number | null => {
    const { left, right } = readings?.[which] ?? { left: null, right: null };
    return left && right ? left.value - right.value : null;
  };
  const points = samples.map(({ x, readings }) => [x, difference(readings)] as const);
  const scale = Math.max(...samples.map(({ readings }) => Math.abs(readings?.[which]?.right?.value ?? 0)));
  const found: readonly Found[] = knob.whole
    ? samples.flatMap(({ x, readings }): readonly Found[] =>
        readings?.[which]?.holds ? [{ kind: "root", x }] : [],
      )
    : zerosOf(points, (x) => difference(at(x)), scale);
  const others = (x: number): Asked | undefined =>
    asked.find((_, i) => i !== which && at(x)?.[i]?.holds !== true);
  const kept = found.filter((one) => one.kind !== "jump" && !others(one.kind === "flat" ? one.from : one.x));
  const lost = found.length - found.filter(({ kind }) => kind === "jump").length - kept.length;
  const jumps = found.flatMap((one) =>
    one.kind === "jump" && line
      ? [
          `${main.subject} jumps from ${sideText(at, which, knob, one, -1)} to ${sideText(at, which, knob, one, 1)} at ${print(knob.value(one.x))}, past ${line.targetText}.`,
        ]
      : [],
  );
  const other = lost > 0 ? asked.find((_, i) => i !== which) : undefined;
  const aside = other ? [`${lost === 1 ? "One more does" : `${lost} more do`} not meet ${other.text}.`] : [];
  if (kept.length === 0) {
    const none = [nearest(probes, knob, main, which, samples, at, points), ...jumps, ...aside].join(" ");
    return { kind: "answer", rows: [], words: [none], none, curve: line };
  }
  const places = kept.map((one) =>
    one.kind === "flat"
      ? `from ${print(knob.value(one.from))} to ${print(knob.value(one.to))}`
      : print(knob.value(one.kind === "root" ? one.x : knob.low)),
  );
  const whole = knob.whole ? ", of whole numbers" : "";
  const words = [`${main.text} at ${knob.path} = ${listed(places)}${whole}.`, ...jumps, ...aside];
  return {
    kind: "answer",
    rows: kept.map((one) => ["x" in one ? one.x : one.from]),
    words,
    none: null,
    curve: line,
  };
}

/** Value of the compared expression just below or above a jump. */
function sideText(
  at: Search["at"],
  which: number,
  knob: Knob,
  { x }: { readonly x: number },
  side: -1 | 1,
): string {
  const step = Math.max(Math.abs(x), knob.high - knob.low) * 1e-9;
  const left = at(Math.min(knob.high, Math.max(knob.low, x + side * step)))?.[which]?.left;
  return left ? print(left) : "no answer";
}

/** Intervals of a knob's range in which all conditions hold. */
function holding({ probes, knob, asked, which, samples: all, at, line }: Search): Answer {
  // Whole numbers that are not possible, such as nodes that no plan fills, divide no interval.
  const possible = all.filter(({ readings }) => readings !== null);
  const samples = knob.whole && possible.length > 0 ? possible : all;
  const main = asked[which] as Asked;
  const text = asked.map((one) => one.text).join(" and ");
  const holds = (readings: readonly Reading[] | null): boolean =>
    readings?.every((one) => one.holds) ?? false;
  const intervals: { from: number; to: number }[] = [];
  for (const [i, { x, readings }] of samples.entries()) {
    if (!holds(readings)) continue;
    const [before, after] = [samples[i - 1], samples[i + 1]];
    const edge = (other: Sample | undefined): number =>
      other === undefined ? x : boundaryBetween((one) => holds(at(one)), [x, other.x], knob.whole);
    if (!before || !holds(before.readings)) intervals.push({ from: edge(before), to: x });
    const last = intervals.at(-1);
    if (last) last.to = after && holds(after.readings) ? after.x : edge(after);
  }
  const name = (x: number): string => print(knob.value(x));
  if (intervals.length === 0) {
    const difference = (readings: readonly Reading[] | null): number | null => {
      const { left, right } = readings?.[which] ?? { left: null, right: null };
      return left && right ? left.value - right.value : null;
    };
    const points = samples.map(({ x, readings }) => [x, difference(readings)] as const);
    const none = nearest(probes, knob, { ...main, text }, which, samples, at, points);
    return { kind: "answer", rows: [], words: [none], none, curve: line };
  }
  const [first, last] = [samples[0]?.x ?? knob.low, samples.at(-1)?.x ?? knob.high];
  const phrases = intervals.map(({ from, to }) =>
    from === first && to === last
      ? `everywhere from ${name(from)} to ${name(to)}`
      : from === first
        ? `at most ${name(to)}`
        : to === last
          ? `at least ${name(from)}`
          : from === to
            ? name(from)
            : `from ${name(from)} to ${name(to)}`,
  );
  const ends = intervals.flatMap(({ from, to }) => [
    ...(from === first ? [] : [from]),
    ...(to === last || to === from ? [] : [to]),
  ]);
  const few = possible.length < all.length ? ` that are possible` : "";
  const whole = knob.whole ? `, of the ${samples.length} whole numbers${few}` : "";
  const everywhere = intervals.length === 1 && intervals[0]?.from === first && intervals[0].to === last;
  const words = [
    everywhere
      ? `${text} holds for ${knob.path} ${phrases.join("")}${whole}.`
      : `${text} holds for ${knob.path} of ${listed(phrases)}${whole}, looked for from ${name(first)} to ${name(last)}.`,
  ];
  return {
    kind: "answer",
    rows: (ends.length > 0 ? ends : [first]).map((x) => [x]),
    words,
    none: null,
    curve: line,
  };
}

/** Sentence on a condition that holds nowhere: how near its sides come, and where. */
function nearest(
  probes: Probes,
  knob: Knob,
  main: Asked,
  which: number,
  samples: readonly Sample[],
  at: Search["at"],
  points: readonly (readonly [x: number, y: number | null])[],
): string {
  const range = `${knob.path} from ${print(knob.value(knob.low))} to ${print(knob.value(knob.high))}`;
  const head = `No ${range} gives ${main.text}`;
  if (samples.every(({ readings }) => readings === null))
    return `${head}: no plan is possible there${probes.refused ? ` (${probes.refused.message})` : ""}.`;
  let best: readonly [x: number, size: number] | null = null;
  for (const [x, y] of points)
    if (y !== null && (best === null || Math.abs(y) < best[1])) best = [x, Math.abs(y)];
  const left = best && at(best[0])?.[which]?.left;
  if (!best || !left) return `${head}.`;
  return `${head}: the nearest ${main.subject} is ${print(like(left, at(best[0])?.[which]?.right))}, at ${print(knob.value(best[0]))}.`;
}

/** A number in the unit that another was written in. */
export const like = (value: Quantity, as: Quantity | null | undefined): Quantity =>
  as?.unit !== undefined && as.dimension === value.dimension ? { ...value, unit: as.unit } : value;

/** Sides of a condition over the knob's numbers; null where it compares no numbers. */
function lineOf(samples: readonly Sample[], knob: Knob, main: Asked, which: number): SolvedCurve | null {
  const some = samples.find(({ readings }) => readings?.[which]?.left && readings[which].right);
  const { left, right } = some?.readings?.[which] ?? { left: null, right: null };
  if (!left || !right) return null;
  const side = (of: "left" | "right") =>
    samples.map(({ x, readings }) => [x, readings?.[which]?.[of]?.value ?? null] as const);
  return {
    ...{ path: knob.path, subject: main.subject, points: side("left"), target: side("right") },
    ...{ x: knob.value(knob.low), y: like(left, right), targetText: print(right) },
  };
}

/** List in words: `a, b and c`. */
export function listed(texts: readonly string[]): string {
  const last = texts.at(-1) ?? "";
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(", ")} and ${last}`;
}
