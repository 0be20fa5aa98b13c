import { describe, expect, test } from "vitest";
import { estimate } from "../../../src/engine/index.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";
import { type Candidates, type Point, placeOf, pointAt } from "../../../src/engine/search/candidates.ts";
import { resultRanges } from "../../../src/engine/search/resultRanges.ts";
import type { Aim, Fitting } from "../../../src/engine/search/search.ts";
import { searchPlans } from "../../../src/engine/search/searchPlans.ts";
import { samePlacement } from "../../../src/engine/trainingStep/fabric/placement.ts";
import { EXACT, fitOf } from "../../../src/engine/trainingStep/memory/fit.ts";
import { generic, gpt, llama, plan, scenario, selene } from "../support/scenarios.ts";
import { candidatesOf } from "./candidatesOf.ts";

const mixture = {
  ...llama(4, 1024, 8, 4, 2048, 32_000),
  mlp: {
    ...({ kind: "moe", experts: 4, shared: 0, sharedDff: 0, topK: 2, groups: 1, topGroups: 1 } as const),
    ...{ denseLayers: 0, every: 1, dense: null },
    expert: { kind: "swiglu", dFf: 1024 } as const,
  },
};
const small = { seqLen: 1024, globalBatch: 8, microBatch: 1 };
const tight = { ...selene(1).device, usableBytes: 4 * 2 ** 30 };

const cases: Readonly<Record<string, Scenario>> = {
  "a dense model on a node": scenario(gpt(4, 1024, 8), selene(1), plan(small)),
  "with little memory": scenario(llama(4, 2048, 16, 8, 8192, 32_000), selene(1, tight), plan(small)),
  "with memory that the plan sets": scenario(
    llama(4, 2048, 16, 8, 8192, 32_000),
    selene(1, tight),
    plan({ ...small, memory: { activations: 1e9, optimizer: 1.5e9, reserved: 2e8 } }),
  ),
  "experts over two nodes": scenario(mixture, selene(2), plan({ ...small, globalBatch: 16 })),
  "shards that are copied": scenario(
    llama(4, 2048, 16, 8, 8192, 32_000),
    selene(1, tight),
    plan({ ...small, framework: { ...generic, shardCopies: "all" } }),
  ),
  "layers that do not divide": scenario(
    gpt(6, 768, 12),
    selene(2),
    plan({ ...small, globalBatch: 48, split: "uneven" }),
  ),
};

const step: Aim = { bound: "step_time", value: (_, __, { time }) => time.step.value };
const memory: Aim = { bound: "memory", value: (_, __, { memory }) => memory.peak };
const bubble: Aim = { bound: null, value: (_, __, { bubbleRatio }) => bubbleRatio };

const energy = (candidates: Candidates): Aim => {
  const range = resultRanges(candidates)("energy.step");
  if (range === null) throw new Error("the energy of a step has a bound");
  return {
    bound: "step_time",
    least: (...step) => range(...step).least,
    value: (_, __, { energy }) => energy.step,
  };
};

/** Candidates that differ in nothing but their last choice, the order of ranks, from the first on to a point. */
const ordersUntil = (candidates: Candidates, point: Point): readonly Scenario[] =>
  Array.from({ length: (point.at(-1) ?? 0) + 1 }, (_, order) => {
    const of = candidates.at(Int32Array.from([...point.slice(0, -1), order]));
    if ("unmade" in of) throw new Error("every point is a scenario");
    return of;
  });

/** All candidates, each estimated; of orders that put the groups on the same links the first. */
function byForce(
  candidates: Candidates,
  aims: readonly Aim[],
  wants: (of: Scenario) => boolean,
  { sure, ends }: Pick<Fitting, "sure" | "ends"> = { sure: true, ends: () => EXACT },
) {
  const { sizes } = candidates;
  const places = sizes.reduce((product, size) => product * size, 1);
  const fitting: { place: number; values: readonly number[] }[] = [];
  let refused = 0;
  let total = 0;
  for (let place = 0; place < places; place++) {
    const [of, ...before] = ordersUntil(candidates, pointAt(sizes, place)).toReversed();
    if (!of) throw new Error("a point is its own last order");
    const answer = estimate(of);
    if (before.some((one) => !answer.ok || samePlacement(one.plan, of.plan, of.cluster))) continue;
    total++;
    if (!answer.ok) refused++;
    else if (wants(of)) {
      const fit = fitOf(answer.estimate.memory, ends(of));
      if (fit === "no" || (sure && fit === "maybe")) continue;
      const values = aims.map((aim) => aim.value(place, of, answer.estimate) ?? 0);
      fitting.push({ place, values });
    }
  }
  return { total, refused, fitting };
}

const plain = (
  candidates: Candidates,
  aims: readonly Aim[],
  keep: number,
  wants = (_: Scenario) => true,
  fitting?: Fitting,
) =>
  searchPlans({
    ...{ candidates, aims, keep },
    ...(fitting ? { fitting } : {}),
    unmet: (_, of) => (wants(of) ? null : "not wanted"),
    interrupted: () => false,
    progress() {},
  });

const runs = Object.entries(cases).flatMap(([name, base]) =>
  [1, 2, 3].map((seed) => [`${name}, ${seed}`, base, seed] as const),
);

describe.each(runs)("the best of all plans is found without estimating them all: %s", (_, base, seed) => {
  const candidates = candidatesOf(base, seed);

  test.each([
    ["the shortest step", step, 7],
    ["the least energy", energy(candidates), 4],
    ["the least memory", memory, 3],
    ["an objective without a bound", bubble, 5],
  ] as const)("%s", (_, aim, keep) => {
    const all = byForce(candidates, [aim], () => true);
    const found = plain(candidates, [aim], keep);
    const best = [...all.fitting].sort(
      (a, b) => (a.values[0] ?? 0) - (b.values[0] ?? 0) || a.place - b.place,
    );
    expect(found.best).toEqual(best.slice(0, keep));
    expect(found.total).toBe(all.total);
    expect(found.decided).toBe(all.total);
    const counted = (kind: string) =>
      found.reasons.filter(({ example }) => example.kind === kind).reduce((sum, { count }) => sum + count, 0);
    expect(found.reasons.reduce((sum, { count }) => sum + count, found.feasible)).toBe(all.total);
    if (aim.bound === null) {
      expect(counted("refused")).toBe(all.refused);
      expect(found.feasible).toBe(all.fitting.length);
    } else expect(found.estimated).toBeLessThanOrEqual(all.total - all.refused);
  });

  test("a front of time and memory, of those that are wanted", () => {
    const wants = ({ plan }: Scenario): boolean => plan.zero !== 1;
    const all = byForce(candidates, [step, memory], wants);
    const covers = (a: readonly number[], b: readonly number[]) =>
      a.every((value, i) => value <= (b[i] ?? 0));
    const front = all.fitting.filter(
      (one) =>
        !all.fitting.some(
          (other) =>
            covers(other.values, one.values) &&
            (!covers(one.values, other.values) || other.place < one.place),
        ),
    );
    const found = plain(candidates, [step, memory], 1, wants);
    expect([...found.best].sort((a, b) => a.place - b.place)).toEqual(front);
  });
});

/** As far off as measured runs of such plans may say: further with stages, and with state in parts. */
const uncertain = (sure: boolean): Fitting => ({
  sure,
  reads: ["pp", "zero"],
  ends: ({ plan }) => ({ low: plan.zero === 3 ? 0.5 : 0.9, high: plan.pp > 1 ? 1.6 : 1.1 }),
});

describe.each([
  ["for sure", true],
  ["or may fit", false],
] as const)("the best of the plans that fit %s are those that estimates of all plans give", (_, sure) => {
  test.each([
    ["the shortest step", step],
    ["the least memory", memory],
    ["an objective without a bound", bubble],
  ] as const)("%s", (_, aim) => {
    const candidates = candidatesOf(cases["with little memory"] as Scenario, 2);
    const all = byForce(candidates, [aim], () => true, uncertain(sure));
    const best = [...all.fitting].sort(
      (a, b) => (a.values[0] ?? 0) - (b.values[0] ?? 0) || a.place - b.place,
    );
    const found = plain(candidates, [aim], 5, () => true, uncertain(sure));
    expect(found.best).toEqual(best.slice(0, 5));
    const aside = found.reasons.filter(({ example }) => example.kind === "may not fit");
    expect(aside.length).toBe(sure ? 1 : 0);
    const either = byForce(candidates, [aim], () => true, uncertain(false));
    expect(either.fitting.length).toBeGreaterThan(0);
    if (sure) expect(either.fitting.length).toBeGreaterThan(all.fitting.length);
  });
});

test("plans that a bound or a setting turns away are not estimated, and no other is lost", () => {
  const candidates = candidatesOf(scenario(gpt(4, 1024, 8), selene(1), plan(small)), 1, 1_000);
  const most = 3 * 2 ** 30;
  const wants = ({ plan }: Scenario): boolean => plan.zero === 3;
  const search = (ahead: boolean) =>
    searchPlans({
      ...{ candidates, aims: [step], keep: 5 },
      unwanted: (point, { bytes }) => {
        const of = candidates.at(point);
        return ahead && (bytes > most || "unmade" in of || !wants(of)) ? "not wanted" : null;
      },
      unmet: (_, of, { memory }) => (memory.peak <= most && wants(of) ? null : "not wanted"),
      interrupted: () => false,
      progress() {},
    });
  const [known, late] = [search(true), search(false)];
  expect(known.best).toHaveLength(5);
  expect(known.best).toEqual(late.best);
  expect(known.estimated).toBeLessThan(late.estimated / 4);
});

test("the order in which choices are written is nothing to what is found, and places are of that order", () => {
  const candidates = candidatesOf(cases["a dense model on a node"] as Scenario, 2);
  const last = candidates.sizes.length - 1;
  const back = (point: Point): Point => point.slice().reverse();
  const reversed: Candidates = {
    ...candidates,
    sizes: [...candidates.sizes].reverse(),
    settings: candidates.settings.map((one) => ({ ...one, choice: last - one.choice })),
    at: (point) => candidates.at(back(point)),
    field: (field, point) => candidates.field(field, back(point)),
  };
  const all = byForce(reversed, [step], () => true).fitting;
  const best = all.sort((a, b) => (a.values[0] ?? 0) - (b.values[0] ?? 0) || a.place - b.place);
  const [own, other] = [plain(reversed, [step], 9), plain(candidates, [step], 9)];
  expect(own.best).toEqual(best.slice(0, 9));
  expect([own.estimated, own.feasible]).toEqual([other.estimated, other.feasible]);
  for (const { place, example } of own.reasons)
    if (example.kind === "refused") {
      const of = reversed.at(pointAt(reversed.sizes, place));
      expect("unmade" in of || estimate(of).ok).toBe(false);
    }
});

test("most plans of a whole space are decided without an estimate", () => {
  const found = plain(candidatesOf(scenario(gpt(4, 1024, 8), selene(1), plan(small)), 1, 1_000), [step], 1);
  expect(found.decided).toBe(found.total);
  expect(found.estimated).toBeLessThan(found.total / 50);
});

test("a point and its place say the same", () => {
  const sizes = [3, 1, 4, 2];
  for (let place = 0; place < 24; place++) expect(placeOf(sizes, pointAt(sizes, place))).toBe(place);
});
