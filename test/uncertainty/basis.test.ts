import { describe, expect, test } from "vitest";
import {
  basisOf,
  lookupIn,
  type MeasuredRun,
  residualTable,
  type Subject,
} from "../../src/uncertainty/index.ts";
import type { RunKind, Sizes } from "../../src/uncertainty/runKind.ts";
import { at, everything, kind, runs } from "./runs.ts";

const subject = (of: RunKind = kind, sizes: Sizes = at, guessed = false): Subject => ({
  ...{ kind: of, sizes, device: "my_device", guessed },
});
const basis = (measured: readonly MeasuredRun[], of: RunKind = kind, sizes: Sizes = at, guessed = false) =>
  basisOf(lookupIn(residualTable(measured)), "time", subject(of, sizes, guessed));

const wide = everything(19, 0.9);

test("nothing measured, no interval", () => expect(basis([])).toBeNull());

describe("the most particular kind that was measured often enough", () => {
  test("nine runs of its own kind", () => {
    const found = basis([...runs(9, 0.1), ...wide]);
    expect(found).toMatchObject({ runs: 9, sources: 1, outside: [] });
    expect(found?.within.low).toBeCloseTo(-0.1, 12);
    expect(found?.within.high).toBeCloseTo(0.1, 12);
    expect(found?.phrase).toBe(
      "9 measured runs like it (Hopper, megatron_core, several nodes, pipeline; 1 source)",
    );
  });

  test("eight runs are too few: those of the stack, whatever the trait, stand in", () => {
    const others = runs(9, 0.3, { kind: { ...kind, traits: ["pipeline", "fp8"] } });
    const found = basis([...runs(8, 0.1), ...others, ...wide]);
    expect(found).toMatchObject({ runs: 17, kind: "Hopper, megatron_core, several nodes" });
  });

  test("held-out runs say what was measured, and nothing of how far off it was", () => {
    const long = { ...at, seq_len: 65_536 };
    const held = runs(9, 5, { heldOut: true, sizes: long });
    const found = basis([...runs(9, 0.1), ...wide, ...held], kind, long);
    expect(found).toMatchObject({ runs: 9, outside: [] });
    expect(found?.within.high).toBeCloseTo(0.1, 12);
    expect(basis([...runs(9, 0.1), ...wide], kind, long)?.outside).toHaveLength(1);
  });

  test("time and memory have runs of their own", () => {
    const table = lookupIn(residualTable([...runs(9, 0.1), ...runs(12, 0, { time: null, memory: 0.5 })]));
    expect(basisOf(table, "time", subject())).toMatchObject({ runs: 9 });
    expect(basisOf(table, "memory", subject())).toMatchObject({
      runs: 12,
      ends: { low: 0.5, high: 0.5 },
    });
  });
});

describe("beyond what was measured", () => {
  test("a kind that does not reach the scenario's size gives way to a wider one, and is held in it", () => {
    const long = { ...at, seq_len: 65_536 };
    const reaching = everything(19, 0.05).map((run) => ({ ...run, sizes: long }));
    const near = basis([...runs(9, 0.4), ...reaching]);
    const far = basis([...runs(9, 0.4), ...reaching], kind, long);
    expect(near?.within.high).toBeCloseTo(0.4, 12);
    expect(far?.within.high).toBeCloseTo(0.4, 12);
    expect(far?.phrase).toMatch(/widened/);
    expect(far?.outside).toEqual([]);
  });

  test("a factor of two is near", () => {
    const measured = [...runs(9, 0.1), ...wide];
    expect(basis(measured, kind, { ...at, seq_len: 8_192, devices: 32 })?.runs).toBe(9);
    expect(basis(measured, kind, { ...at, seq_len: 8_193 })?.outside).toEqual([
      "no run with sequences of 8,193 tokens on Hopper (4,096 measured)",
    ]);
  });

  test("a way to run that nobody measured", () => {
    const found = basis([...runs(9, 0.1), ...wide], { ...kind, traits: ["pipeline", "moe"] });
    expect(found?.outside).toEqual(["no run with experts on Hopper"]);
    expect(found?.runs).toBe(28);
    expect(found?.phrase).toBe(
      "28 measured runs of all kinds (each of 20 sources counted alike; widened: nearer kinds do not reach as far)",
    );
  });

  test("a stack that nobody measured on such a device; `generic` is none", () => {
    const measured = [...runs(9, 0.1), ...wide];
    const other = (framework: string) => basis(measured, { ...kind, framework })?.outside;
    expect(other("maxtext")).toEqual(["no run with maxtext on Hopper"]);
    expect(other("generic")).toEqual([]);
  });

  test.each([null, "cdna3"])("a device of generation %s has the interval of all runs", (architecture) => {
    const found = basis([...runs(40, 0.001), ...wide], { ...kind, architecture });
    expect(found?.outside).toEqual(["no run on my_device"]);
    expect(found?.ends.high).toBeGreaterThan(0.5);
    expect(found?.kind).toBe("");
  });

  test("how many devices there are is nothing to memory", () => {
    const measured = runs(9, 0, { time: null, memory: 0.1 });
    const table = lookupIn(residualTable(measured));
    const found = (sizes: Sizes) => basisOf(table, "memory", subject(kind, sizes));
    expect(found({ ...at, devices: 6_400, dp: 200 })?.outside).toEqual([]);
    expect(found({ ...at, pp: 64 })?.outside).toEqual(["no peak memory with pp 64 on Hopper (4 measured)"]);
  });
});

describe("classes that the runs are not of", () => {
  /** Two generations, each with nine sources of nine runs; of a device that nobody measured the first is 0.3 off one way, the second the other. */
  const generations = ["volta", "hopper"].flatMap((architecture, which) =>
    Array.from({ length: 9 }, (_, source) =>
      runs(9, 0.05, { kind: { ...kind, architecture }, source: `${architecture} ${source}` }).map((run) => ({
        ...run,
        guessed: (run.time ?? 0) + (which ? 0.3 : -0.3),
      })),
    ).flat(),
  );

  test("a generation that nobody measured has what generations differ by, added by squares", () => {
    const found = basis(generations, { ...kind, architecture: "tpu_v4" });
    expect(found?.wider.map(({ unknown }) => unknown)).toEqual([
      "a generation of devices that nobody measured",
    ]);
    const [{ halfWidth = 0, classes } = {}] = found?.wider ?? [];
    // Student's t of two at 90%: 1.886.
    expect(halfWidth).toBeCloseTo(1.886 * 0.3, 3);
    expect(classes).toBe(2);
    expect(found?.ends.high).toBeCloseTo(Math.hypot(found?.within.high ?? 0, halfWidth), 9);
    expect(found?.phrase).toMatch(/widened: a generation of devices that nobody measured\)$/);
    expect(found?.outside).toEqual(["no run on my_device"]);
  });

  test("one that nine sources measured has none of it where sources are alike", () => {
    expect(basis(generations)?.ends).toEqual(basis(generations)?.within);
  });

  test("a device of a known generation whose efficiencies are guesses is one that nobody measured", () => {
    const [known, guess] = [basis(generations), basis(generations, kind, at, true)];
    expect(guess?.outside).toEqual(["no run on my_device, whose efficiencies are guesses"]);
    expect(guess?.within).toEqual(known?.within);
    expect(guess?.ends.high).toBeGreaterThan((known?.ends.high ?? 0) + 0.4);
  });

  test("the fewer sources, the more a source like none of them may differ", () => {
    const shifted = generations.map((run) => ({
      ...run,
      time: (run.time ?? 0) + (run.source.endsWith("0") ? 0.2 : 0),
      kind: { ...run.kind, framework: run.source.endsWith("1") ? "alone" : "common" },
    }));
    const of = (framework: string) => basis(shifted, { ...kind, framework })?.wider.at(-1);
    expect(of("alone")?.unknown).toBe("a source that is none of this one");
    expect(of("common")?.unknown).toBe("a source that is none of these 8");
    const ratio = (of("alone")?.halfWidth ?? 0) / (of("common")?.halfWidth ?? 1);
    expect(ratio).toBeCloseTo(Math.sqrt(8), 9);
  });
});
