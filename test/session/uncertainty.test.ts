import { expect, test } from "vitest";
import { toText } from "../../src/report/index.ts";
import type { Uncertainty } from "../../src/uncertainty/index.ts";
import { BASE, cell, codes, memorySession, shown } from "../support/memorySession.ts";

function session(text = "") {
  const s = memorySession();
  expect(codes(cell(s, BASE + text))).toEqual([]);
  return s;
}
const number = (s: ReturnType<typeof memorySession>, expr: string) => shown(s, expr) as number;
const texts = (s: ReturnType<typeof memorySession>, text: string) =>
  cell(s, text)
    .outputs.map(({ document }) => toText(document, { width: 1_000 }))
    .join("\n");

test("every number with an interval has its ends", () => {
  const s = session("let priced = t with { plan.tokens = 300B tokens, cluster.price = $2/GPU-hour }");
  for (const path of ["step_time", "mfu", "tokens_per_s", "memory.peak", "time_to_train", "cost"]) {
    const [low, high] = [number(s, `priced.${path}.low`), number(s, `priced.${path}.high`)];
    expect(low).toBeGreaterThan(0);
    expect(low).toBeLessThan(high);
  }
});

test("a rate is low where the time is high, and what grows with the time goes with it", () => {
  const s = session("let priced = t with { plan.tokens = 300B tokens, cluster.price = $2/GPU-hour }");
  const ratio = (path: string, end: string) =>
    number(s, `priced.${path}.${end}`) / number(s, `priced.${path}`);
  expect(ratio("mfu", "low") * ratio("step_time", "high")).toBeCloseTo(1, 9);
  expect(ratio("tokens_per_s", "high") * ratio("step_time", "low")).toBeCloseTo(1, 9);
  expect(ratio("cost", "high")).toBeCloseTo(ratio("step_time", "high"), 9);
  expect(ratio("time_to_train", "low")).toBeCloseTo(ratio("step_time", "low"), 9);
});

test("the ends are numbers like others: in `let`, `as`, `where`, columns, plots and expectations", () => {
  const s = session(`let time = t.step_time
let top = time.high
sweep w = t for plan.micro_batch in [1, 2] where step_time.high > 0 s derive width = step_time.high / step_time.low`);
  expect(number(s, "top")).toBe(number(s, "t.step_time.high"));
  expect(texts(s, "show t.step_time.high as ms")).toMatch(/ ms\n?$/);
  const { rows } = shown(s, "w { step_time.low, low = memory.peak.low as GiB, width }") as {
    rows: readonly (readonly number[])[];
  };
  expect(rows).toHaveLength(2);
  for (const [low, peak, width] of rows) {
    expect(low).toBeGreaterThan(0);
    expect(peak).toBeGreaterThan(0);
    expect(width).toBeGreaterThan(1);
  }
  const drawn = cell(s, "plot w { x = plan.micro_batch, y = step_time.high }\nexpect t.mfu.low < t.mfu.high");
  expect(codes(drawn)).toEqual([]);
  expect(drawn.expectations.map(({ pass }) => pass)).toEqual([true]);
});

test("a summary shows intervals and says whose they are", () => {
  const text = texts(session(), "show t");
  expect(text).toMatch(/step time +\S+ s \(\S+ to \S+\)/);
  expect(text).toMatch(/MFU +\S+% \(\S+ to \S+\)/);
  expect(text).toMatch(/GiB \(\S+ to \S+\) of 79.25 GiB usable per device/);
  expect(text).toMatch(/(Time r|R)anges in parentheses: 80% interval from [\d,]+ measured\s+runs/);
});

test("`uncertainty` is data as well", () => {
  const data = shown(session(), "t.uncertainty") as Uncertainty;
  expect(data.level).toBe(0.8);
  expect(Object.keys(data.bounds)).toEqual(["step_time", "mfu", "tokens_per_s", "memory.peak"]);
  expect(JSON.parse(JSON.stringify(data))).toEqual(data);
});

test("a device like none that was measured is an extrapolation, and is said to be", () => {
  const s = session(`import a100_sxm from "std/devices"
device exotic = a100_sxm with { architecture = none }
let far = t with { cluster.device = exotic }`);
  expect(shown(s, "t.extrapolated")).toBe(false);
  expect(shown(s, "far.extrapolated")).toBe(true);
  expect(texts(s, "show far")).toContain("! outside the measured runs: no run on exotic");
  const width = (name: string) => number(s, `${name}.step_time.high / ${name}.step_time.low`);
  expect(width("far")).toBeGreaterThan(1);
});

test.each(["a10", "a40", "rtx_a6000", "rtx_3090", "l4", "t4", "rtx_5090"])(
  "runs on an A100 do not stand for an %s",
  (card) => {
    const s = session(`import ${card} from "std/devices"
let other = t with { cluster.device = ${card}, plan.precision = fp16 }`);
    expect(texts(s, "show other.uncertainty")).toContain(`no run on ${card}`);
  },
);

test("`explain` shows the interval's runs below the derivation, and derives an end", () => {
  const s = session();
  expect(texts(s, "explain t.step_time")).toMatch(/80% interval: .*\n.*exp\(r\).*\n.*runs/);
  const end = texts(s, "explain t.mfu.low");
  expect(end).toContain("= eta_u*exp(-r_res)");
  expect(end).toMatch(/r_res: quantile of log\(measured \/ predicted\).*\[.*runs.*uncertainty\.md\]/);
  expect(texts(s, "explain t.time.bubble")).not.toContain("interval");
});

test("an end that does not exist is a mistake with a suggestion", () => {
  const wrong = cell(session(), "show t.step_time.lo");
  expect(codes(wrong)).toEqual(["unknown-output"]);
  expect(JSON.stringify(wrong.diagnostics)).toContain("step_time.low");
  expect(codes(cell(session(), "show t.time.bubble.low"))).toEqual(["wrong-type"]);
  expect(codes(cell(session(), "show t.cost.high"))).toEqual(["not-available"]);
});

test("completion knows the ends, and the quantiles of an uncertain scenario", () => {
  const s = session();
  const text = "show t.step_time.";
  expect(s.complete(text, text.length).items.map((item) => item.text)).toEqual([
    ...["low", "high"],
    ...["p10", "p50", "p90", "mean", "sd"],
  ]);
});
