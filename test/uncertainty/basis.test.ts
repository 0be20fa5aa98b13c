import { describe, expect, test } from "vitest";
import { basisOf } from "../../src/uncertainty/basis.ts";
import { kindTable, lookupIn, type MeasuredRun } from "../../src/uncertainty/index.ts";
import type { RunKind, Sizes } from "../../src/uncertainty/runKind.ts";
import { at, everything, kind, runs } from "./runs.ts";

const basis = (measured: readonly MeasuredRun[], of: RunKind = kind, sizes: Sizes = at) =>
  basisOf(lookupIn(kindTable(measured)), "time", of, sizes, "my_device");

const wide = everything(19, 0.9);

test("nothing measured, no interval", () => expect(basis([])).toBeNull());

describe("the most particular kind that was measured often enough", () => {
  test("nine runs of its own kind", () => {
    const found = basis([...runs(9, 0.1), ...wide]);
    expect(found).toMatchObject({ runs: 9, sources: 1, heldOut: false, outside: [] });
    expect(found?.ends.low).toBeCloseTo(-0.1, 12);
    expect(found?.ends.high).toBeCloseTo(0.1, 12);
    expect(found?.phrase).toBe(
      "9 measured runs like it (Hopper, megatron_core, several nodes, pipeline; 1 source)",
    );
  });

  test("eight runs are too few: those of the stack, whatever the trait, stand in", () => {
    const others = runs(9, 0.3, { kind: { ...kind, traits: ["pipeline", "fp8"] } });
    const found = basis([...runs(8, 0.1), ...others, ...wide]);
    expect(found).toMatchObject({ runs: 17, kind: "Hopper, megatron_core, several nodes" });
  });

  test("held-out runs where they suffice", () => {
    const held = runs(9, 0.2, { heldOut: true });
    expect(basis([...runs(50, 0.01), ...held])).toMatchObject({
      runs: 9,
      heldOut: true,
      ends: { high: 0.2 },
    });
    expect(basis([...runs(50, 0.01), ...held.slice(1)])).toMatchObject({ runs: 58, heldOut: false });
  });

  test("time and memory have runs of their own", () => {
    const lookup = lookupIn(kindTable([...runs(9, 0.1), ...runs(12, 0, { time: null, memory: 0.5 })]));
    expect(basisOf(lookup, "time", kind, at, "")).toMatchObject({ runs: 9 });
    expect(basisOf(lookup, "memory", kind, at, "")).toMatchObject({
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
    expect(near?.ends.high).toBeCloseTo(0.4, 12);
    expect(far?.ends.high).toBeCloseTo(0.4, 12);
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
    const found = (sizes: Sizes) => basisOf(lookupIn(kindTable(measured)), "memory", kind, sizes, "");
    expect(found({ ...at, devices: 6_400, dp: 200 })?.outside).toEqual([]);
    expect(found({ ...at, pp: 64 })?.outside).toEqual(["no peak memory with pp 64 on Hopper (4 measured)"]);
  });
});
