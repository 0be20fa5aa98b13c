import { expect, test } from "vitest";
import { readLog } from "../../src/measured/index.ts";
import { toText } from "../../src/report/index.ts";
import { BASE, cell, codes, memorySession } from "../support/memorySession.ts";

const GB = 1e9;
const event = (action: string, size: number): object => ({ action, size, addr: 1, stream: 0, time_us: 1 });

/** Snapshot of two devices: device 1 held 70 GB of tensors in 78 GB at its peak, and 20 GB in 60 GB at the end. */
const SNAPSHOT = JSON.stringify({
  segments: [
    { device: 0, address: 1, total_size: 10 * GB, allocated_size: 5 * GB, active_size: 5 * GB, blocks: [] },
    { device: 1, address: 2, total_size: 40 * GB, allocated_size: 20 * GB, active_size: 20 * GB, blocks: [] },
    { device: 1, address: 3, total_size: 20 * GB, allocated_size: 0, active_size: 0, blocks: [] },
  ],
  device_traces: [
    [],
    [
      ...[event("segment_alloc", 18 * GB), event("alloc", 50 * GB), event("snapshot", 0)],
      ...[event("free_requested", 50 * GB), event("free_completed", 50 * GB), event("segment_free", 18 * GB)],
      event("oom", 99 * GB),
    ],
  ],
  allocator_settings: {},
});

test("the highest memory is found back from the end", () => {
  const found = readLog(SNAPSHOT);
  if ("problem" in found) throw new Error(found.problem);
  expect(found.framework).toBe("PyTorch memory snapshot");
  expect(found.facts).toEqual({ memoryAllocated: 70 * GB, memoryReserved: 78 * GB });
  expect(found.iterations).toEqual([]);
});

test.each([
  ["nothing held", '{"segments": [], "device_traces": []}'],
  ["other types", '{"segments": [1, null, {"device": "x"}], "device_traces": [null, [3, {"action": {}}]]}'],
  ["cut off", SNAPSHOT.slice(0, -20)],
])("a snapshot with %s is refused", (_, text) => {
  expect(readLog(text)).toHaveProperty("problem");
});

test("its memory stands beside the estimate's", () => {
  const s = memorySession({ "snapshot.json": SNAPSHOT });
  const imported = cell(s, `${BASE}\nimport x from "./snapshot.json"\n`);
  expect(codes(imported).filter((code) => code !== "no-effect")).toEqual([]);
  const shown = cell(s, "show x");
  expect(codes(shown)).toEqual([]);
  expect(shown.outputs.map(({ document }) => toText(document)).join()).toMatch(/memory +72\.6\d? GiB/);
  const compared = cell(s, "compare x, t");
  expect(codes(compared)).toEqual([]);
  expect(compared.outputs.map(({ document }) => toText(document)).join()).toMatch(
    /memory of 72\.6\d? GiB is above/,
  );
  expect(cell(s, "diagnose x against t").outputs[0]?.data).toMatchObject({
    causes: [{ id: "memory-above" }],
  });
});
