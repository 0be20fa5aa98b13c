import { beforeAll, describe, expect, test } from "vitest";
import { estimate as ask, timeline } from "../../../../src/engine/index.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import {
  documentOf,
  type Figure,
  figureSvg,
  loadFigures,
  rankTimes,
  timelineFigure,
  timelineTable,
  toText,
} from "../../../../src/report/index.ts";
import { korthikanti, plan } from "../../../engine/support/scenarios.ts";
import { matchGolden } from "../../../support/matchGolden.ts";
import { sampleEstimate } from "../../../support/sampleEstimate.ts";

/** An estimate with round times, so that a picture can be checked by eye: a forward takes 1 s, a backward 2 s. */
const sample = sampleEstimate();
const step = { name: "time.step", label: "step", unit: "s", value: 250, parts: [] };
const round = { ...sample, comm: [], time: { step, forward: 1, backward: 2 } };
const drawn = (p: Plan): Figure => timelineFigure(timeline(p, round), p, round);

const small = plan({ pp: 4, globalBatch: 8 });
const large: Readonly<Record<string, Plan>> = {
  "pp 16, vpp 3, 192 micro-batches": plan({
    pp: 16,
    vpp: 3,
    globalBatch: 192,
    schedule: "interleaved_1f1b",
  }),
  "pp 64, 256 micro-batches": plan({ pp: 64, globalBatch: 256 }),
  "pp 64, vpp 2, 256 micro-batches": plan({
    pp: 64,
    vpp: 2,
    globalBatch: 256,
    schedule: "interleaved_1f1b",
  }),
  "GPipe, pp 64, 256 micro-batches": plan({ pp: 64, globalBatch: 256, schedule: "gpipe" }),
  "pp 1, 1,024 micro-batches": plan({ globalBatch: 1_024 }),
};

interface Trace {
  readonly name: string;
  readonly xaxis?: string;
  readonly x: readonly (number | null)[];
  readonly base?: readonly number[];
  readonly y: readonly number[];
  readonly text?: readonly string[];
}

/** Bars of a figure by rank, in order of time. */
function barsOf(
  figure: Figure,
): ReadonlyMap<number, readonly { start: number; end: number; name: string }[]> {
  const bars = new Map<number, { start: number; end: number; name: string }[]>();
  for (const { name, x, y, base = [] } of figure.data as unknown as readonly Trace[]) {
    x.forEach((length, at) => {
      const start = base[at];
      if (start === undefined || length === null) return;
      const rank = y[at] ?? -1;
      bars.set(rank, [...(bars.get(rank) ?? []), { start, end: start + length, name }]);
    });
  }
  for (const list of bars.values()) list.sort((a, b) => a.start - b.start);
  return bars;
}

describe("a short step", () => {
  test("is drawn pass by pass, each with its number, and is busy m(F + B) on every rank", () => {
    const figure = drawn(small);
    const bars = barsOf(figure);
    expect(bars.size).toBe(4);
    for (const list of bars.values()) {
      expect(list.length).toBe(16);
      expect(list.reduce((sum, bar) => sum + bar.end - bar.start, 0)).toBeCloseTo(8 * 3, 6);
      list.forEach((bar, at) => {
        expect(bar.start).toBeGreaterThanOrEqual((list[at - 1]?.end ?? 0) - 1e-6);
      });
    }
    const texts = (figure.data as unknown as readonly Trace[]).flatMap((trace) => trace.text ?? []);
    expect(texts.filter((text) => text === "7").length).toBe(2 * 4);
  });

  test("looks as reviewed in a terminal", () => {
    const interleaved = plan({ pp: 4, vpp: 2, globalBatch: 8, schedule: "interleaved_1f1b" });
    const document = documentOf(
      timelineTable(timeline(small, round), small, round.time.step.value),
      drawn(small),
      drawn(interleaved),
      drawn(plan({ pp: 8, globalBatch: 64 })),
    );
    matchGolden("report/golden/timeline.txt", toText(document, { width: 100 }));
  });

  test("splits recomputation from the backward it belongs to", () => {
    const recompute = { ...step, name: "time.recompute", value: 4 };
    const estimate = { ...round, time: { ...round.time, step: { ...step, parts: [recompute] } } };
    const figure = timelineFigure(timeline(small, estimate), small, estimate);
    const list = barsOf(figure).get(3) ?? [];
    const lengths = (name: string) =>
      list.filter((bar) => bar.name === name).map((bar) => Number((bar.end - bar.start).toFixed(5)));
    expect(lengths("recomputation")).toEqual(new Array(8).fill(0.5));
    expect(lengths("backward")).toEqual(new Array(8).fill(1.5));
  });
});

describe("a long step", () => {
  beforeAll(() => loadFigures());

  test.each(Object.keys(large))("%s stays small", (name) => {
    const p = large[name] ?? small;
    const figure = drawn(p);
    expect(barsOf(figure).size).toBe(p.pp);
    expect((figureSvg(figure) ?? "").length).toBeGreaterThan(4_000);
    expect((figureSvg(figure) ?? "").length).toBeLessThan(150_000);
    expect(JSON.stringify([figure.data, figure.layout]).length).toBeLessThan(80_000);
  });

  test("shows both ends to one scale, and says what is left out", () => {
    const p = plan({ pp: 8, globalBatch: 64 });
    const figure = drawn(p);
    const { xaxis, xaxis2 } = figure.layout as Record<string, { range: [number, number] }>;
    const length = (range: [number, number] = [0, 0]) => range[1] - range[0];
    expect(length(xaxis?.range)).toBeCloseTo(length(xaxis2?.range), 4);
    expect(xaxis?.range[0]).toBe(0);
    expect(xaxis2?.range[1]).toBeCloseTo(64 * 3 + 7 * 3, 4);
    // Every rank has begun its first backward in the first part, and its last forward ended in the second.
    expect(xaxis?.range[1]).toBeGreaterThan(8 + 7 * 2);
    expect(figure.caption).toContain("left out");
    for (const trace of figure.data as unknown as readonly Trace[]) {
      trace.base?.forEach((start, at) => {
        const [from, to] = (trace.xaxis === "x2" ? xaxis2 : xaxis)?.range ?? [0, 0];
        expect(start).toBeGreaterThanOrEqual(from - 1e-4);
        expect(start + (trace.x[at] ?? 0)).toBeLessThanOrEqual(to + 1e-4);
      });
    }
  });

  test("is drawn the same twice", () => {
    const figure = drawn(plan({ pp: 8, globalBatch: 64 }));
    expect(figureSvg(figure)).toBe(figureSvg(structuredClone(figure)));
  });
});

describe("below the rows", () => {
  const scenario = korthikanti({ vpp: 1, schedule: "1f1b", globalBatch: 16 });
  const answer = ask(scenario);
  if (!answer.ok) throw new Error("refused");
  const { estimate } = answer;
  const passes = timeline(scenario.plan, estimate);
  interface Curve extends Trace {
    readonly yaxis?: string;
    readonly line?: { readonly color?: string };
  }
  const curves = (figure: Figure): readonly Curve[] =>
    (figure.data as unknown as readonly Curve[]).filter((trace) => trace.yaxis === "y2");

  test("memory rises to the estimate's peak on the first and the last rank, and falls again", () => {
    const found = curves(timelineFigure(passes, scenario.plan, estimate));
    expect(found.map(({ name }) => name)).toEqual(["memory of rank 0", "memory of rank 7"]);
    for (const [at, stage] of [
      [0, 0],
      [1, 7],
    ] as const) {
      const levels = found[at]?.y ?? [];
      const peak = (estimate.memory.stages[stage]?.value ?? 0) / 2 ** 30;
      expect(Math.max(...levels)).toBeCloseTo(peak, 2);
      expect(levels.at(-1)).toBeLessThan(peak);
    }
  });

  test("a rank has one colour, whichever is the fullest", () => {
    const colors = (peakStage: number) =>
      new Map(
        curves(
          timelineFigure(passes, scenario.plan, { ...estimate, memory: { ...estimate.memory, peakStage } }),
        ).map(({ name, line }) => [name, line?.color]),
      );
    expect(colors(7)).toEqual(colors(0));
    expect(colors(0).get("memory of rank 0")).not.toBe(colors(0).get("memory of rank 7"));
  });

  test("a part of a long step is drawn pass by pass, with its sends in lanes", () => {
    const [from, until] = [0.4 * passes.seconds, 0.45 * passes.seconds];
    const figure = timelineFigure(passes, scenario.plan, estimate, { from, until });
    const { xaxis } = figure.layout as Record<string, { range: [number, number] }>;
    expect((xaxis?.range[1] ?? 0) / (xaxis?.range[0] ?? 1)).toBeCloseTo(0.45 / 0.4, 4);
    const names = (figure.data as unknown as readonly Trace[]).map(({ name }) => name);
    expect(new Set(names)).toEqual(
      new Set(["forward", "backward", "send", "memory of rank 0", "memory of rank 7"]),
    );
    expect(figure.caption).toContain("Drawn: ");
  });

  test("what is exposed of sends is no bubble", () => {
    expect(passes.sendsExposed).toBe(true);
    const each = (passes.sends[0]?.end ?? 0) - (passes.sends[0]?.start ?? 0);
    // A rank between two others sends each micro-batch on and its gradient back.
    expect(rankTimes(passes)[3]?.sending).toBeCloseTo(2 * 16 * each, 9);
    expect(rankTimes(passes)[0]?.sending).toBeCloseTo(16 * each, 9);
  });
});

describe("the ranks of an estimate", () => {
  for (const change of [{ vpp: 1, schedule: "1f1b" as const }, {}]) {
    const scenario = korthikanti(change);
    const answer = ask(scenario);
    if (!answer.ok) throw new Error("refused");
    const { time } = answer.estimate;
    const find = (name: string) =>
      time.step.parts
        .flatMap((one) => [one, ...one.parts])
        .filter((one) => one.name === `time.${name}`)
        .reduce((sum, one) => sum + one.value, 0);
    const passes = timeline(scenario.plan, answer.estimate);
    const ranks = rankTimes(passes);

    test(`are busy as the estimate says: vpp ${scenario.plan.vpp}`, () => {
      expect(Math.max(...ranks.map((one) => one.busy))).toBeCloseTo(find("compute") + find("tp"), 6);
    });

    test(`wait as long as it says: vpp ${scenario.plan.vpp}`, () => {
      const least = Math.min(...ranks.map((one) => one.bubble));
      expect(Math.abs(least / find("bubble") - 1)).toBeLessThan(0.1);
      for (const one of ranks) expect(one.busy + one.bubble).toBeCloseTo(passes.seconds - one.sending, 9);
    });
  }
});
