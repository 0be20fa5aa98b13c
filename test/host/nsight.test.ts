import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { nsightProblem } from "../../src/host/nsightChunks.ts";
import { readBinary } from "../../src/host/readBinary.ts";
import { readTrace as summaryOf } from "../../src/measured/index.ts";

const folder = mkdtempSync(join(tmpdir(), "dtp-nsight-"));
afterAll(() => rmSync(folder, { recursive: true }));
const world = { progress: () => {}, interrupted: () => false };
const read = (path: string) => summaryOf(readBinary(path, "a.sqlite", world));

/** Database as `nsys export --type sqlite` makes it, from statements. */
function database(name: string, statements: readonly string[]): string {
  const path = join(folder, name);
  const sqlite = process.getBuiltinModule("node:sqlite") as {
    readonly DatabaseSync: new (path: string) => { exec(sql: string): void; close(): void };
  };
  const db = new sqlite.DatabaseSync(path);
  for (const one of statements) db.exec(one);
  db.close();
  return path;
}

const NAMES = [
  "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT)",
  "INSERT INTO StringIds VALUES (1, 'sm90_xmma_gemm_bf16'), (2, 'ncclDevKernel_AllReduce_Sum_bf16_RING_LL'), (3, 'step 8')",
];
const KERNELS =
  "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, demangledName INTEGER, shortName INTEGER)";
/** Two steps of 1 ms: a matmul of 400 µs, an all-reduce of 300 µs that begins 100 µs before its end; another device. */
const WORK = [1_000_000_000_000, 1_000_001_000_000].flatMap((at) => [
  `INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (${at}, ${at + 400_000}, 0, 7, 1, 1)`,
  `INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (${at + 300_000}, ${at + 600_000}, 0, 20, 2, 2)`,
  `INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (${at}, ${at + 900_000}, 1, 7, 1, 1)`,
]);

describe.skipIf(nsightProblem() !== null)("a database of Nsight Systems", () => {
  test("kernels, copies and steps of its first device", () => {
    const path = database("whole.sqlite", [
      ...[...NAMES, KERNELS, ...WORK],
      "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER, end INTEGER, deviceId INTEGER, bytes INTEGER, copyKind INTEGER)",
      "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (1000000700000, 1000000800000, 0, 4096, 1)",
      "CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, text TEXT, textId INTEGER)",
      "INSERT INTO NVTX_EVENTS VALUES (1000000000000, 1000001000000, 59, 'step 7', NULL), (1000001000000, 1000002000000, 59, NULL, 3)",
      "INSERT INTO NVTX_EVENTS VALUES (1000000000000, NULL, 34, 'step 9', NULL), (1000000000000, 1000000500000, 59, 'forward', NULL)",
      "CREATE TABLE TARGET_INFO_GPU (id INTEGER, cuDevice INTEGER, name TEXT)",
      "INSERT INTO TARGET_INFO_GPU VALUES (0, 0, 'NVIDIA H100 80GB HBM3')",
    ]);
    const found = read(path);
    if ("problem" in found) throw new Error(found.problem);
    expect(found).toMatchObject({ source: "Nsight Systems", device: "NVIDIA H100 80GB HBM3" });
    expect(found.steps).toEqual([
      { number: 7, seconds: expect.closeTo(1e-3, 9) },
      { number: 8, seconds: expect.closeTo(1e-3, 9) },
    ]);
    const part = (kind: string) => found.parts.find((one) => one.kind === kind);
    expect(part("matmul")?.seconds).toBeCloseTo(400e-6, 9);
    expect(part("communication")?.seconds).toBeCloseTo(200e-6, 9);
    expect(part("communication")?.busy).toBeCloseTo(300e-6, 9);
    expect(part("copy")?.seconds).toBeCloseTo(50e-6, 9);
    expect(part("idle")?.seconds).toBeCloseTo(350e-6, 9);
    expect(found.collectives).toEqual([expect.objectContaining({ op: "all_reduce", bytes: null, count: 1 })]);
    expect(found.remarks).toEqual([
      "The file has kernels of 2 devices; those of device 0 are read.",
      "Sizes of collectives are not read from databases of Nsight Systems.",
    ]);
  });

  // The sums are those of SQL's sum(end - start) over the device's rows, by the kernels' names.
  test("an export of Nsight Systems 2026.2 from a job on two H100", () => {
    const sample = join(import.meta.dirname, "../measured/samples/nsight-h100x2.sqlite");
    const found = read(sample);
    if ("problem" in found) throw new Error(found.problem);
    const busy = (kind: string) => found.parts.find((one) => one.kind === kind)?.busy;
    expect(found.seconds).toBeCloseTo(29_970_038e-9, 9);
    expect(busy("attention")).toBeCloseTo(16_041_755e-9, 9);
    expect(busy("matmul")).toBeCloseTo(3_106_686e-9, 9);
    expect(busy("communication")).toBeCloseTo(954_496e-9, 9);
    expect(busy("copy")).toBeCloseTo((292_000 + 10_528) * 1e-9, 9);
    expect(found.parts.some(({ kind }) => kind === "unknown")).toBe(false);
    expect(found.collectives).toEqual([expect.objectContaining({ op: "send_recv", count: 3 })]);
    expect(found.remarks[0]).toBe("The file has kernels of 2 devices; those of device 0 are read.");
  });

  test("without steps, names of devices and copies", () => {
    const found = read(database("bare.sqlite", [...NAMES, KERNELS, ...WORK.slice(0, 2)]));
    if ("problem" in found) throw new Error(found.problem);
    expect(found.seconds).toBeCloseTo(600e-6, 9);
    expect(found.device).toBeNull();
    expect(found.remarks.join()).toContain("NVTX range");
  });

  test("without kernels, and a file that is no database", () => {
    expect(read(database("empty.sqlite", NAMES))).toHaveProperty("problem");
    const path = join(folder, "text.sqlite");
    writeFileSync(path, "this is not a database, it only has its name".repeat(100));
    expect(read(path)).toEqual({ problem: expect.stringContaining("it cannot be read: ") });
  });
});

test.skipIf(nsightProblem() === null)("a Node without SQLite says so", () => {
  const path = join(folder, "any.sqlite");
  writeFileSync(path, "");
  expect(read(path)).toEqual({
    problem: expect.stringMatching(/read with Node 22\.13 or later.*this is Node \d/),
  });
});
