import { expect, test } from "vitest";
import { estimate as ask, timeline } from "../../src/engine/index.ts";
import { type TraceEvent, toTrace } from "../../src/report/index.ts";
import { korthikanti, plan } from "../engine/support/scenarios.ts";

const small = plan({ pp: 2, globalBatch: 2 });
const step = { name: "time.step", label: "step", unit: "s", value: 9, parts: [] };
const passes = timeline(small, { time: { step, forward: 1e-3, backward: 2e-3 } });
const named = (events: readonly TraceEvent[], name: string) => events.filter((one) => one.name === name);

test("a track a rank, a pass an event of some microseconds, activations as a counter", () => {
  const { traceEvents, displayTimeUnit } = toTrace([{ name: "base", timeline: passes }]);
  expect(displayTimeUnit).toBe("ms");
  expect(named(traceEvents, "process_name")).toEqual([
    { name: "process_name", ph: "M", pid: 0, args: { name: "base" } },
  ]);
  expect(named(traceEvents, "thread_name").map(({ args }) => args.name)).toEqual(["rank 0", "rank 1"]);
  expect(named(traceEvents, "B0")).toEqual([
    { name: "B0", ph: "X", cat: "backward", pid: 0, tid: 1, ts: 4_000, dur: 2_000, args: { micro_batch: 0 } },
    { name: "B0", ph: "X", cat: "backward", pid: 0, tid: 3, ts: 2_000, dur: 2_000, args: { micro_batch: 0 } },
  ]);
  const held = named(traceEvents, "activations of rank 0");
  expect(held.map(({ ts, args }) => [ts, args["micro-batches"]])).toEqual([
    [0, 1],
    [1_000, 2],
    [6_000, 1],
    [9_000, 0],
  ]);
});

test("sends have tracks of their own, and every event of a rank ends before the next begins", () => {
  const scenario = korthikanti();
  const answer = ask(scenario);
  if (!answer.ok) throw new Error("refused");
  const long = timeline(scenario.plan, answer.estimate);
  const { traceEvents } = toTrace([
    { name: "first", timeline: passes },
    { name: "second", timeline: long },
  ]);
  const lasting = traceEvents.filter(({ ph, pid }) => ph === "X" && pid === 1);
  expect(lasting.filter(({ cat }) => cat === "send").length).toBe(long.sends.length);
  expect(long.sends.length).toBeGreaterThan(0);
  const ends = new Map<number, number>();
  for (const { tid = 0, ts = 0, dur = 0 } of lasting.sort((a, b) => (a.ts ?? 0) - (b.ts ?? 0))) {
    // Times are rounded to a nanosecond.
    expect(ts).toBeGreaterThanOrEqual((ends.get(tid) ?? 0) - 2e-3);
    ends.set(tid, ts + dur);
  }
});
