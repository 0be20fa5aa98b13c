import { describe, expect, test } from "vitest";
import { BASE, cell, codes, memorySession, shown } from "../support/memorySession.ts";

/** What a `show` of an uncertain number gives as data. */
interface Uncertain {
  readonly value: number;
  readonly p10: number;
  readonly p50: number;
  readonly p90: number;
  readonly mean: number;
}

const Z90 = 1.2815515655446004;

function session(program = ""): ReturnType<typeof memorySession> {
  const s = memorySession();
  expect(codes(cell(s, program))).toEqual([]);
  return s;
}

const uncertain = (s: ReturnType<typeof memorySession>, expr: string): Uncertain =>
  cell(s, `show ${expr}`).outputs[0]?.data as Uncertain;
const text = (s: ReturnType<typeof memorySession>, expr: string): string => {
  const block = cell(s, `show ${expr}`).outputs[0]?.document.blocks[0];
  return block?.kind === "paragraph" ? block.text : "";
};
const table = (s: ReturnType<typeof memorySession>, program: string) =>
  cell(s, program).outputs[0]?.data as {
    readonly columns: readonly { readonly title: string }[];
    readonly rows: readonly (readonly unknown[])[];
  };

describe("a distribution", () => {
  test("is a number with the quantiles of its closed form", () => {
    const s = session(`let a = normal(400 Gb/s, 10%)
let b = lognormal(2 s, 0.5)
let c = uniform(0, 10)
let d = triangular(0, 2, 10)
let e = normal(10 s, 2 s)`);
    const a = uncertain(s, "a");
    expect(a.p50).toBeCloseTo(50e9, -3);
    expect(a.p10 / 50e9).toBeCloseTo(1 - 0.1 * Z90, 4);
    expect(a.p90 / 50e9).toBeCloseTo(1 + 0.1 * Z90, 4);
    expect(a.mean / 50e9).toBeCloseTo(1, 10);
    expect(uncertain(s, "b").p90).toBeCloseTo(2 * Math.exp(0.5 * Z90), 3);
    expect(uncertain(s, "c").p10).toBeCloseTo(1, 6);
    // P(X <= x) of a triangle on (0, 2, 10): x^2 / 20 up to the mode, 1 - (10 - x)^2 / 80 beyond it.
    expect(uncertain(s, "d").p10).toBeCloseTo(Math.sqrt(2), 3);
    expect(uncertain(s, "d").p90).toBeCloseTo(10 - Math.sqrt(8), 3);
    expect(uncertain(s, "e").p90).toBeCloseTo(10 + 2 * Z90, 3);
    expect(shown(s, "e.sd")).toBeCloseTo(2, 2);
    expect(text(s, "a")).toBe("a = 400 Gb/s (349 to 451)");
  });

  test("of measured numbers draws each equally often", () => {
    const s = session("let a = samples([1 s, 2 s, 3 s, 4 s, 10 s])");
    expect(uncertain(s, "a")).toMatchObject({ p10: 1, p50: 3, p90: 10 });
    expect(uncertain(s, "a").mean).toBeCloseTo(4, 2);
    expect(shown(s, "probability(a >= 4 s)")).toBeCloseTo(0.4, 3);
  });

  test("is one draw for all that read its name, and another for each call", () => {
    const s = session(`let one = normal(100, 10)
let same = one + one
let two = normal(100, 10) + normal(100, 10)
let none_left = one - one`);
    expect(shown(s, "same.sd")).toBeCloseTo(20, 1);
    expect(shown(s, "two.sd")).toBeCloseTo(10 * Math.SQRT2, 1);
    expect(shown(s, "none_left.sd")).toBe(0);
  });

  test("goes through arithmetic, functions, conditions and units", () => {
    const s = session(`let u = uniform(0, 1)
let v = uniform(0, 1)
let size = uniform(10 GiB, 20 GiB)`);
    // The sum of two uniforms has the triangle's quantiles: P(X <= x) = x^2 / 2 below 1.
    expect(uncertain(s, "u + v").p10).toBeCloseTo(Math.sqrt(0.2), 3);
    expect(uncertain(s, "max(u, v)").p50).toBeCloseTo(Math.SQRT1_2, 3);
    expect(uncertain(s, "sqrt(u)").p50).toBeCloseTo(Math.SQRT1_2, 3);
    expect(uncertain(s, "-u * 2").p10).toBeCloseTo(-1.8, 3);
    expect(uncertain(s, "if u < 25% then 0 else u").p10).toBe(0);
    expect(uncertain(s, "ceil(10 * u)").p50).toBeCloseTo(5.5, 0);
    expect(shown(s, "probability(u < v)")).toBeCloseTo(0.5, 3);
    expect(shown(s, "probability(u < 50% and v < 50%)")).toBeCloseTo(0.25, 3);
    expect(shown(s, "probability(u < 50% or v < 50%)")).toBeCloseTo(0.75, 3);
    expect(shown(s, "probability(not (u < 30%))")).toBeCloseTo(0.7, 3);
    expect(shown(s, "probability(1 < 2)")).toBe(1);
    expect(shown(s, "quantile(u, 25%)")).toBeCloseTo(0.25, 4);
    expect(text(s, "size as GiB")).toBe("size = 15 GiB (11 to 19)");
    expect(shown(s, "(3 s).p90")).toBe(3);
  });

  test("draws the same numbers in every session", () => {
    const program = "let a = lognormal(2 s, 0.5) * uniform(1, 2)";
    expect(uncertain(session(program), "a")).toEqual(uncertain(session(program), "a"));
  });
});

/** Scenario `t` on a schedule whose draws the compiled engine answers. */
const PLAIN = BASE.replace("  vpp = 3\n  schedule = interleaved_1f1b\n", "");

const PRICED = `${PLAIN}
let paid = normal($2/GPU-hour, 10%)
let rate = uniform(150 Gb/s, 250 Gb/s)
let certain = t with { plan.tokens = 300B tokens, cluster.price = $2/GPU-hour }
let base = certain with { cluster.price = paid }
let both = base with { cluster.scale_out.nic = rate }`;

describe("an uncertain scenario", () => {
  test("has results that are linear in an input, with its quantiles", () => {
    const s = session(PRICED);
    const cost = shown(s, "certain.cost + $0") as number;
    const drawn = uncertain(s, "base.cost + $0");
    expect(drawn.value).toBeCloseTo(cost, 3);
    expect(drawn.p50 / cost).toBeCloseTo(1, 6);
    expect(drawn.p90 / cost).toBeCloseTo(1 + 0.1 * Z90, 4);
    expect(shown(s, "base.cost.p10")).toBeCloseTo(drawn.p10, 3);
    // What the price does not reach is drawn, and does not vary.
    const time = uncertain(s, "base.step_time");
    expect([time.p10, time.p90]).toEqual([time.value, time.value]);
  });

  test("draws what the engine answers for each input", () => {
    const s = session(PRICED);
    const slow = shown(s, "(both with { cluster.scale_out.nic = 160 Gb/s }).step_time") as number;
    const fast = shown(s, "(both with { cluster.scale_out.nic = 240 Gb/s }).step_time") as number;
    const drawn = uncertain(s, "both.step_time");
    expect(fast).toBeLessThan(slow);
    expect(drawn.p90).toBeCloseTo(slow, 4);
    expect(drawn.p10).toBeCloseTo(fast, 4);
  });

  test("shares the draws of its inputs with other scenarios", () => {
    const s = session(`${PRICED}
let wide = base with { cluster.nodes = 16 }
let halved = base with { plan.tokens = 150B tokens }`);
    expect(shown(s, "(base.cost / halved.cost).sd")).toBeCloseTo(0, 6);
    expect(shown(s, "probability(base.cost > halved.cost)")).toBe(1);
    expect(uncertain(s, "wide.cost - base.cost").p90).toBeGreaterThan(0);
  });

  test("composes with the engine's own interval", () => {
    const s = session(PRICED);
    const [low, high] = ["certain.cost.low", "certain.cost.high"].map((one) => shown(s, one) as number);
    const [below, above] = ["base.cost.low", "base.cost.high"].map((one) => shown(s, one) as number);
    // Independent errors add in quadrature on a log scale, up to the skew of the price.
    const half = Math.log((high as number) / (low as number)) / 2;
    const whole = Math.log((above as number) / (below as number)) / 2;
    expect(whole).toBeGreaterThan(half);
    expect(whole / Math.hypot(half, 0.1 * Z90)).toBeCloseTo(1, 2);
    // A result without uncertain inputs keeps its interval.
    const same = shown(s, "base.step_time.high") as number;
    expect(same / (shown(s, "certain.step_time.high") as number)).toBeCloseTo(1, 4);
  });

  test("says yes, maybe or no to its memory", () => {
    const s = session(`${PLAIN}
let roomy = t with { cluster.device.memory = normal(160 GiB, 1%) }
let tight = t with { cluster.device.memory = normal(20 GiB, 1%) }
let close = t with { cluster.device.memory = uniform(30 GiB, 160 GiB) }`);
    expect(["roomy", "tight", "close"].map((one) => shown(s, `${one}.memory.fits`))).toEqual([
      "yes",
      "no",
      "maybe",
    ]);
    expect(shown(s, "probability(roomy.memory.fits)")).toBe(1);
    expect(shown(s, "probability(close.memory.fits)")).toBeGreaterThan(0.5);
  });

  test("is judged on its median, and on probabilities", () => {
    const s = session(PRICED);
    const cost = shown(s, "certain.cost + $0") as number;
    const { expectations } = cell(
      s,
      `expect base.cost < $${(cost * 1.01).toFixed(0)}
expect base.cost < $${(cost * 0.99).toFixed(0)}
expect probability(base.cost < $${(cost * 1.128155).toFixed(0)}) ~= 90% within 0.1%
expect probability(base.cost < $${(cost * 1.01).toFixed(0)}) >= 90%`,
    );
    expect(expectations.map(({ pass }) => pass)).toEqual([true, false, true, false]);
  });

  test("gives rows of sweeps quantiles, and columns of medians with their ranges", () => {
    const s = session(PRICED);
    const { columns, rows } = table(
      s,
      `sweep s = both for cluster.nodes in [8, 16] derive risk = probability(cost < $5M)
show s { cluster.nodes, step_time, cost.p90, risk }`,
    );
    expect(columns.map(({ title }) => title)).toEqual([
      ...["cluster.nodes", "step_time", "step_time.p10", "step_time.p90", "cost.p90", "risk"],
    ]);
    expect(rows.map(([nodes]) => nodes)).toEqual([8, 16]);
    const [one] = rows as readonly (readonly number[])[];
    expect(one?.[2]).toBeLessThan(one?.[1] ?? 0);
    expect(one?.[3]).toBeGreaterThan(one?.[1] ?? 0);
    expect(one?.[1]).toBeCloseTo(uncertain(s, "both.step_time").p50, 9);
  });

  test("keeps two distributions of one median apart in a sweep", () => {
    const s = session(PRICED);
    const { rows } = table(
      s,
      `sweep s = certain for cluster.price in [normal($2/GPU-hour, 5%), $2/GPU-hour, normal($2/GPU-hour, 20%)]
show s { cost.sd / cost }`,
    );
    const shares = rows.map(([share]) => share as number);
    expect(shares[0]).toBeCloseTo(0.05, 3);
    expect(shares[1]).toBe(0);
    expect(shares[2]).toBeCloseTo(0.2, 3);
  });

  test("leaves out draws that are outside a field's range, and says how many", () => {
    const s = session(`${PLAIN}\nlet odd = t with { cluster.device.gemm_efficiency = uniform(80%, 105%) }`);
    const { data, document } = cell(s, "show odd").outputs[0] ?? {};
    expect((data as { uncertain: { absent: number } }).uncertain.absent).toBeCloseTo(0.2, 3);
    const last = document?.blocks.at(-1);
    expect(last?.kind === "paragraph" ? last.text : "").toContain("20% of them are left out");
    // Uniform below 100%: the slowest tenth is at 82%.
    const slow = shown(s, "(t with { cluster.device.gemm_efficiency = 82% }).step_time") as number;
    expect(uncertain(s, "odd.step_time").p90).toBeCloseTo(slow, 3);
  });

  test("is drawn less often where its schedule is simulated for each draw", () => {
    const s = session(`${BASE}\nlet woven = t with { cluster.scale_out.nic = uniform(150 Gb/s, 250 Gb/s) }`);
    const slow = shown(s, "(t with { cluster.scale_out.nic = 160 Gb/s }).step_time") as number;
    expect(uncertain(s, "woven.step_time").p90).toBeCloseTo(slow, 3);
    const page = cell(s, "show woven.uncertainty").outputs[0]?.data as { uncertain: { draws: number } };
    expect(page.uncertain.draws).toBe(512);
  });

  test("is drawn through the language where a field is not one number of the engine", () => {
    const s = session(
      `${BASE}\nlet jittery = t with { cluster.jitter = lognormal(sigma = uniform(1%, 5%)) }`,
    );
    const calm = shown(s, "(t with { cluster.jitter = lognormal(sigma = 1.4%) }).step_time") as number;
    const wild = shown(s, "(t with { cluster.jitter = lognormal(sigma = 4.6%) }).step_time") as number;
    const drawn = uncertain(s, "jittery.step_time");
    expect(drawn.p10).toBeCloseTo(calm, 2);
    expect(drawn.p90).toBeCloseTo(wild, 2);
  });
});

describe("a mistake with distributions", () => {
  test.each([
    ["let a = normal(1 s, 2 GiB)\nshow a", "dimension-mismatch"],
    ["let a = normal(1 s, -5%)\nshow a", "out-of-range"],
    ["let a = normal(uniform(1, 2), 5%)\nshow a", "wrong-type"],
    ["let a = uniform(2, 1)\nshow a", "out-of-range"],
    ["let a = triangular(1, 3)\nshow a", "missing-argument"],
    ["let a = uniform(1, 2, 3)\nshow a", "unknown-argument"],
    ["let a = lognormal(0 s, 0.5)\nshow a", "out-of-range"],
    ["let a = samples([])\nshow a", "missing-argument"],
    ["let a = uniform(1, 2)\nshow a.p100", "wrong-type"],
    ["show probability(3)", "not-a-condition"],
    ["show probability()", "missing-argument"],
    [`${BASE}\nlet a = t with { plan.tp = uniform(1, 8) }\nshow a.step_time`, "uncertain-count"],
    [`${BASE}\nlet a = t with { cluster.nodes = samples([4, 8]) }\nshow a.step_time`, "uncertain-count"],
    [`${BASE}\nlet a = t with { plan.precision = uniform(1, 8) }\nshow a.step_time`, "wrong-type"],
  ])("%# is said", (program, code) => {
    expect(codes(cell(memorySession(), program))).toEqual([code]);
  });
});
