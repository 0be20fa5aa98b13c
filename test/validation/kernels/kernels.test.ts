import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isKernel, kernelsText, readRows, rowOf, validateKernels } from "../../../src/validation/index.ts";
import { kernelsMarkdown } from "../../../src/validation/kernels/kernelsMarkdown.ts";
import { world } from "../rows.ts";

const read = (name: string) =>
  readRows(readFileSync(new URL(`../../../validation/${name}.csv`, import.meta.url), "utf8"));
const table = read("gemm");
const cells = { id: "one", source: "a test", kind: "gemm", gpu: "A100-SXM4-80GB", dtype: "fp16" };
const one = (change: Readonly<Record<string, string>>) =>
  validateKernels([rowOf({ ...cells, ...change })], world);
const seconds = (change: Readonly<Record<string, string>>): number =>
  one({ m: "8192", n: "8192", k: "8192", time_ms: "1", ...change }).rows[0]?.predicted ?? Number.NaN;

test("rows of kernels are known by their columns", () => {
  expect(table.every(isKernel)).toBe(true);
  expect(read("vtrain").some(isKernel)).toBe(false);
  expect(read("collectives").some(isKernel)).toBe(false);
});

describe("what a row measured", () => {
  test("milliseconds, else the rate with the product's FLOPs", () => {
    const shape = { m: "1000", n: "2000", k: "3000" };
    expect(one({ ...shape, time_ms: "0.5" }).rows[0]?.measured).toBe(0.0005);
    expect(one({ ...shape, tflops: "12" }).rows[0]?.measured).toBeCloseTo(0.001, 12);
    const { rows } = one({ ...shape, time_ms: "0.5" });
    expect(rows[0]?.relError).toBe((rows[0]?.predicted ?? 0) / 0.0005 - 1);
  });

  test("no time at all is no measurement", () => {
    const { rows, skipped } = one({ m: "100", n: "200", k: "300", time_ms: "0" });
    expect(rows).toEqual([]);
    expect(skipped).toEqual([{ id: "one", reason: "a measured time of zero" }]);
  });

  test("a backward pass is two products with the same FLOPs, and grouped products are so many", () => {
    const backward = one({ kind: "gemm backward (dgrad+wgrad)", m: "100", n: "200", k: "300", tflops: "1" });
    expect(backward.rows[0]?.measured).toBeCloseTo(24e-6, 12);
    const grouped = { kind: "grouped gemm", batch_or_groups: "8", m: "100", n: "200", k: "300", tflops: "1" };
    expect(one(grouped).rows[0]?.measured).toBeCloseTo(96e-6, 12);
  });

  test("attention's rates count the whole score matrix, backward two and a half times", () => {
    const at = { m: "4096", n: "16", k: "128", tflops: "100", notes: "kv_heads=2 v_dim=128" };
    const forward = 4 * 4096 ** 2 * 16 * 128 * 1e-14;
    expect(one({ ...at, kind: "attention fwd" }).rows[0]?.measured).toBeCloseTo(forward, 9);
    expect(one({ ...at, kind: "attention bwd" }).rows[0]?.measured).toBeCloseTo(2.5 * forward, 9);
  });

  test("what cannot be compared is named", () => {
    const reason = (change: Readonly<Record<string, string>>) => one(change).skipped[0]?.reason;
    expect(reason({ gpu: "Voodoo 3", m: "1", n: "1", k: "1", time_ms: "1" })).toBe(
      "no such device in the standard library: Voodoo 3",
    );
    expect(reason({ m: "1", n: "1", time_ms: "1" })).toBe("missing: m, n, k");
    expect(reason({ m: "1", n: "1", k: "1" })).toBe("nothing measured");
    expect(reason({ kind: "elementwise" })).toBe("kernel: elementwise");
    expect(reason({ dtype: "int8", m: "1", n: "1", k: "1", time_ms: "1" })).toBe("number format: int8");
    expect(reason({ gpu: "V100-32GB", dtype: "bf16", m: "1", n: "1", k: "1", time_ms: "1" })).toBe(
      "the device has no rate for bf16",
    );
  });
});

describe("the kernel model on its shape", () => {
  test("large products approach the share of the peak, small ones a launch", () => {
    const rate = (2 * 8192 ** 3) / seconds({}) / 312e12;
    expect(rate).toBeGreaterThan(0.85);
    expect(rate).toBeLessThan(0.92);
    expect(seconds({ m: "64", n: "64", k: "64" })).toBeCloseTo(13.7e-6, 7);
  });

  test("a row of 50,257 is slower than one of 50,304, as in nanoGPT and on H100", () => {
    expect(seconds({ n: "50257" })).toBeGreaterThan(1.5 * seconds({ n: "50304" }));
    const h100 = { gpu: "NVIDIA H100 SXM", k: "4096" };
    expect(seconds({ ...h100, n: "10944" }) / seconds({ ...h100, n: "10922" })).toBeCloseTo(0.69, 1);
    // Vector units read fp32 numbers one by one.
    const wide = { dtype: "fp32", k: "1024", m: "1024" };
    expect(seconds({ ...wide, n: "50257" }) / seconds({ ...wide, n: "50304" })).toBeCloseTo(1, 2);
  });

  test("a narrow product with a long inner dimension is split over the multiprocessors", () => {
    const narrow = seconds({ m: "512", n: "512", k: "65536" });
    expect(narrow).toBeLessThan(3 * seconds({ m: "4096", n: "4096", k: "1024" }));
  });
});

// Medians over shapes of real size; a constant that spoils a whole table shows here, noise does not.
test("the shipped table", () => {
  const board = validateKernels(table, world);
  expect(board.rows.length + board.skipped.length).toBe(table.length);
  expect(board.rows.every(({ relError }) => Number.isFinite(relError))).toBe(true);
  const of = (source: string, device: string, kind: string) =>
    board.groups.find(
      (group) => group.source.includes(source) && group.device === device && group.kind === kind,
    );
  for (const kind of ["forward (TN)", "gradient of the input (NN)", "gradient of the weights (NT)"]) {
    expect(of("SimuMax", "A100 PCIe 80 GB", `gemm, ${kind}`)?.heldOut?.median).toBeLessThan(0.04);
    expect(of("SimuMax", "B200 SXM", `gemm, ${kind}`)?.heldOut?.median).toBeLessThan(0.08);
  }
  for (const kind of ["attention fwd", "attention bwd"]) {
    expect(of("SimuMax", "A100 PCIe 80 GB", kind)?.heldOut?.median).toBeLessThan(0.12);
    expect(of("SimuMax", "B200 SXM", kind)?.heldOut?.median).toBeLessThan(0.15);
  }
  expect(of("LLMCompass", "A100 SXM 80 GB", "gemm")?.all.median).toBeLessThan(0.08);
  expect(of("SuperScaler", "V100 SXM", "gemm forward")?.heldOut?.median).toBeLessThan(0.12);
  const text = kernelsText(board);
  const page = kernelsMarkdown(board).join("\n\n");
  for (const { source, reason } of [
    ...board.groups.map((g) => ({ ...g, reason: "" })),
    ...board.skipped.map((s) => ({ ...s, source: "" })),
  ]) {
    expect(text).toContain(source || reason);
    expect(page).toContain(source || reason);
  }
  expect(kernelsText({ groups: [], rows: [], skipped: [] })).toBe("");
});
