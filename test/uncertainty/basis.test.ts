import { describe, expect, test } from "vitest";
import {
  basisOf,
  lookupIn,
  type MeasuredRun,
  residualTable,
  type Subject,
} from "../../src/uncertainty/index.ts";
import type { RunKind, Sizes } from "../../src/uncertainty/runKind.ts";
import { at, everything, kind, peaks, runs } from "./runs.ts";

const subject = (of: RunKind = kind, sizes: Sizes = at, guessed = false): Subject => ({
  ...{ kind: of, sizes, device: "my_device", guessed },
});
const basis = (measured: readonly MeasuredRun[], of: RunKind = kind, sizes: Sizes = at, guessed = false) =>
  basisOf(lookupIn(residualTable(measured)), "time", subject(of, sizes, guessed));

/** Twenty sources, of which one has the scenario's stack. */
const wide = [...everything(19, 0.9), ...runs(1, 0.1)];

test("nothing measured, no interval", () => expect(basis([])).toBeNull());

describe("the runs of a scenario's workload", () => {
  const moe = { ...kind, traits: ["pipeline", "moe"] } as const;
  test("are those that the interval is said to rest on", () => {
    const found = basis([...runs(9, 0.1), ...runs(2, 0.1, { kind: moe, source: "another" })], moe);
    expect(found).toMatchObject({ runs: 2, sources: 1, kind: "experts in 16 bits or more", outside: [] });
    expect(found?.phrase).toMatch(
      /^2 measured runs of mixtures of experts in 16-bit or wider formats \(1 source/,
    );
  });

  test("stand together where nobody measured the workload", () => {
    const found = basis([...runs(9, 0.1), ...wide], { ...kind, traits: ["pipeline", "fp8"] });
    expect(found).toMatchObject({ runs: 29, sources: 20, kind: "" });
    expect(found?.phrase).toMatch(/^29 measured runs of all kinds \(20 sources, equally weighted/);
    expect(found?.outside).toEqual(["no run with fp8 on Hopper"]);
  });

  test("held-out runs say what was measured, and nothing of how far off it was", () => {
    const long = { ...at, seq_len: 65_536 };
    const held = runs(9, 5, { heldOut: true, sizes: long });
    const found = basis([...wide, ...held], kind, long);
    expect(found).toMatchObject({ runs: 20, outside: [] });
    expect(found?.ends).toEqual(basis(wide)?.ends);
    expect(basis(wide, kind, long)?.outside).toHaveLength(1);
  });

  test("time and memory have runs of their own", () => {
    const table = lookupIn(residualTable([...runs(9, 0.1), ...peaks(12, 0.5, { source: "a table" })]));
    expect(basisOf(table, "time", subject())).toMatchObject({ runs: 9 });
    expect(basisOf(table, "memory", subject())).toMatchObject({ runs: 12 });
  });
});

describe("both ends", () => {
  test("lie as far from the middle as runs and all that is unknown, by squares, times the factor", () => {
    const found = basis(wide, { ...kind, architecture: "cdna3", framework: "generic" });
    if (!found) throw new Error("no interval");
    const { within, wider, factor, ends } = found;
    expect(wider.length).toBeGreaterThan(1);
    const half = factor * Math.hypot(within.halfWidth, ...wider.map(({ halfWidth }) => halfWidth));
    expect(ends.low).toBeCloseTo(within.middle - half, 12);
    expect(ends.high).toBeCloseTo(within.middle + half, 12);
    expect(factor).toBeGreaterThanOrEqual(1);
  });
});

describe("beyond what was measured", () => {
  test("a factor of two is near, and is wider all the same", () => {
    const measured = everything(19, 0.3).map((run, index) => ({
      ...run,
      sizes: { ...at, seq_len: index % 2 ? 4_096 : 1_024 },
      source: `source ${index % 5}`,
      kind,
    }));
    expect(basis(measured, kind, { ...at, seq_len: 8_192 })?.outside).toEqual([]);
    expect(basis(measured, kind, { ...at, seq_len: 8_193 })?.outside).toEqual([
      "no run with sequences of 8,193 tokens on Hopper (only 1,024 to 4,096)",
    ]);
    const slack = (seq_len: number) =>
      basis(measured, kind, { ...at, seq_len })?.wider.find(({ by }) => by === "seq_len")?.halfWidth ?? 0;
    expect(slack(4_096)).toBe(0);
    expect(slack(8_192)).toBeGreaterThan(0);
    expect(slack(32_768)).toBeCloseTo(3 * slack(8_192), 9);
    expect(slack(512)).toBeCloseTo(slack(8_192), 9);
  });

  test("a way to run that nobody measured, anywhere or on such a device", () => {
    const measured = [...wide, ...runs(3, 0.1, { kind: { ...kind, architecture: "volta", traits: ["cp"] } })];
    const found = basis(measured, { ...kind, traits: ["pipeline", "cp"] });
    expect(found?.outside).toEqual(["no run with context parallel on Hopper"]);
    const way = (traits: RunKind["traits"]) =>
      basis(measured, { ...kind, traits })?.wider.find(({ by }) => by === "way")?.halfWidth ?? 0;
    expect(way(["pipeline"])).toBe(0);
    expect(way(["pipeline", "cp"])).toBeGreaterThan(0);
    expect(way(["pipeline", "zero3"])).toBeGreaterThan(way(["pipeline", "cp"]));
  });

  test("a stack that nobody measured on such a device; one without a name is none", () => {
    const other = (framework: string) => basis(wide, { ...kind, framework });
    expect(other("maxtext")?.outside).toEqual(["no run with maxtext on Hopper"]);
    expect(other("generic")?.outside).toEqual([]);
    expect(other("generic")?.wider.map(({ unknown }) => unknown)).toContain(
      "the plan names no software stack",
    );
  });

  test.each([null, "cdna3"])("a device of generation %s is like none that was measured", (architecture) => {
    const found = basis([...runs(40, 0.001), ...wide], { ...kind, architecture });
    expect(found?.outside).toEqual(["no run on my_device"]);
  });

  test("a device of a known generation whose efficiencies are guesses is one that nobody measured", () => {
    const [known, guess] = [basis(wide), basis(wide, kind, at, true)];
    expect(guess?.outside).toEqual(["no run on my_device, whose efficiencies are guesses"]);
    expect(guess?.within).toEqual(known?.within);
    expect(guess?.ends.high).toBeGreaterThan(known?.ends.high ?? 0);
  });

  test("how many devices there are is nothing to memory", () => {
    const table = lookupIn(residualTable(peaks(12, 0.1)));
    const found = (sizes: Sizes) => basisOf(table, "memory", subject(kind, sizes));
    expect(found({ ...at, devices: 6_400, dp: 200 })?.outside).toEqual([]);
    expect(found({ ...at, devices: 6_400, dp: 200 })?.ends).toEqual(found(at)?.ends);
    expect(found({ ...at, pp: 64 })?.outside).toEqual([
      "no peak memory measured with pp 64 on Hopper (only 4)",
    ]);
  });
});
