import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numbers } from "../../../src/engine/core/numbers.ts";
import { arrivals, type Stream } from "../../../src/engine/queue/arrivals.ts";
import { queueEstimate } from "../../../src/engine/queue/queueEstimate.ts";
import { type QueueRun, type Span, simulateQueue } from "../../../src/engine/queue/simulateQueue.ts";
import { type Job, nodesOf, type Workload } from "../../../src/engine/queue/workload.ts";

const TEAMS = [
  { name: "x", quota: 40, share: 2 },
  { name: "y", quota: null, share: 1 },
];
const NODES = 8;

const jobs = fc.array(
  fc.record({
    team: fc.constantFrom("x", "y"),
    submit: fc.integer({ min: 0, max: 40 }),
    devices: fc.integer({ min: 1, max: 40 }),
    minutes: fc.integer({ min: 1, max: 60 }),
    slack: fc.integer({ min: 0, max: 30 }),
    priority: fc.integer({ min: 0, max: 2 }),
    saved: fc.constantFrom(null, 60, 420),
    restart: fc.constantFrom(0, 90),
  }),
  { minLength: 1, maxLength: 25 },
);

const workloads: fc.Arbitrary<Workload> = fc
  .record({
    jobs,
    backfill: fc.constantFrom("none", "easy", "conservative"),
    preemption: fc.constantFrom("none", "lower_priority"),
    placement: fc.constantFrom("anywhere", "preferred", "required"),
    blockNodes: fc.constantFrom(2, 4, 8),
    failures: fc.constantFrom(
      null,
      null,
      { perSecond: 1 / 14_400, takesNode: 1, repairSeconds: 1_200 },
      { perSecond: 1 / 7_200, takesNode: 0.5, repairSeconds: 0 },
    ),
    autoscale: fc.constantFrom(
      null,
      null,
      { least: 2, provisionSeconds: 300, releaseSeconds: 600 },
      { least: 0, provisionSeconds: 0, releaseSeconds: 0 },
    ),
    seed: fc.nat(1_000),
    weights: fc.record({ age: fc.nat(2), fairShare: fc.nat(2), size: fc.nat(2), priority: fc.nat(2) }),
  })
  .map(({ jobs, weights, ...rules }) => ({
    ...{
      name: "queue",
      cluster: "pod",
      nodes: NODES,
      devicesPerNode: 8,
      teams: TEAMS,
      halfLifeSeconds: 3_600,
    },
    price: null,
    ...rules,
    order: { kind: "multifactor", maxAgeSeconds: 3_600, ...weights },
    jobs: jobs.map(
      ({ team, submit, devices, minutes, slack, priority, saved, restart }, at): Job => ({
        ...{
          name: `j${at}`,
          path: `queue.jobs[${at}]`,
          team,
          written: true,
          submitSeconds: submit * 60,
          devices,
          priority,
        },
        ...{ seconds: minutes * 60, limitSeconds: (minutes + slack) * 60 },
        ...{
          savedEverySeconds: saved,
          restartSeconds: restart,
          failedSeconds: 2 * restart,
          isUndisturbed: false,
        },
      }),
    ),
  }));

const overlap = (a: Span, b: Span): boolean => a.from < b.until && b.from < a.until;

/** Something that holds of every queue and its run. */
const always = (law: (workload: Workload, run: QueueRun) => void): void =>
  fc.assert(
    fc.property(workloads, (workload) => law(workload, simulateQueue(workload))),
    { numRuns: 150 },
  );

describe("of every queue", () => {
  test("every job ends once, with all of its work done", () => {
    always(({ jobs }, { spans }) => {
      for (const job of jobs) {
        const own = spans.filter((span) => span.job === job);
        expect(own.filter(({ preempted, failed }) => !preempted && !failed)).toHaveLength(1);
        const done = own.reduce((sum, s) => sum + s.until - s.from - s.restart - s.lost, 0);
        expect(done).toBeCloseTo(job.seconds, 6);
        expect(Math.min(...own.map(({ from }) => from))).toBeGreaterThanOrEqual(job.submitSeconds);
      }
    });
  });

  test("no node has two jobs, and a job has all of its nodes at once", () => {
    always((workload, { spans }) => {
      for (const [at, one] of spans.entries()) {
        expect(new Set(one.nodes).size).toBe(nodesOf(workload, one.job));
        for (const other of spans.slice(at + 1))
          if (overlap(one, other)) expect(one.nodes.filter((node) => other.nodes.includes(node))).toEqual([]);
      }
    });
  });

  test("no team has more than its quota at any moment", () => {
    always(({ teams }, { spans }) => {
      for (const { name, quota } of teams) {
        if (quota === null) continue;
        for (const { from } of spans) {
          const held = spans.filter((s) => s.job.team === name && s.from <= from && from < s.until);
          expect(held.reduce((sum, s) => sum + s.job.devices, 0)).toBeLessThanOrEqual(quota);
        }
      }
    });
  });

  test("the parts of the device time are the devices times the makespan", () => {
    always((workload, run) => {
      const { deviceTime, makespan, utilisation } = queueEstimate(numbers, workload, run);
      if (workload.autoscale) expect(deviceTime.value).toBeLessThanOrEqual(NODES * 8 * makespan + 1e-3);
      else expect(deviceTime.value).toBeCloseTo(NODES * 8 * makespan, 3);
      const work = workload.jobs.reduce((sum, { devices, seconds }) => sum + devices * seconds, 0);
      expect(utilisation).toBeCloseTo(work / deviceTime.value, 9);
    });
  });

  test("what preemptions and failures undo is less than the time between two checkpoints", () => {
    always((_, { spans }) => {
      for (const { preempted, failed, lost, progress, job } of spans) {
        if (!preempted && !failed) expect(lost).toBe(0);
        else if (job.savedEverySeconds === null) expect(lost).toBe(progress);
        else expect(lost).toBeCloseTo(progress % job.savedEverySeconds, 6);
      }
    });
  });

  test("under one leaf means under one leaf", () => {
    always((workload, { spans }) => {
      if (workload.placement !== "required") return;
      for (const { nodes } of spans) {
        const leaves = new Set(nodes.map((node) => Math.floor(node / workload.blockNodes))).size;
        expect(leaves).toBeLessThanOrEqual(Math.ceil(nodes.length / workload.blockNodes));
      }
    });
  });

  test("the same queue runs the same way", () => {
    always((workload, run) => {
      expect(simulateQueue(workload)).toEqual(run);
    });
  });
});

/** Mean wait in an M/M/c queue over the mean service time: Erlang's C formula. */
function erlangWait(servers: number, load: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; k < servers; k++) {
    term *= load / k;
    sum += term;
  }
  const last = ((term * load) / servers) * (servers / (servers - load));
  return last / (sum + last) / (servers - load);
}

describe("jobs of one node that come and last by chance are an M/M/c queue", () => {
  test.each([
    [1, 0.5],
    [2, 1.4],
    [8, 6],
  ])("%i nodes, load %d", (nodes, load) => {
    const stream: Stream = {
      ...{ name: "job", path: "queue.jobs[0]", team: "y", submitSeconds: 0, devices: 1, priority: 0 },
      ...{
        seconds: 1,
        limitSeconds: 1,
        savedEverySeconds: null,
        restartSeconds: 0,
        failedSeconds: 0,
        blockingSeconds: null,
      },
      ...{ copies: 2_000, everySeconds: 1 / load, random: "both" },
    };
    const waits = Array.from({ length: 10 }, (_, seed) => {
      const workload: Workload = {
        ...{ name: "queue", cluster: "pod", nodes, devicesPerNode: 1, blockNodes: nodes },
        ...{ backfill: "none", preemption: "none", placement: "anywhere", halfLifeSeconds: 1 },
        ...{ failures: null, autoscale: null, price: null, seed: 1 },
        teams: [{ name: "y", quota: null, share: 1 }],
        order: { kind: "multifactor", age: 0, fairShare: 0, size: 0, priority: 0, maxAgeSeconds: 1 },
        jobs: arrivals([stream], seed + 1),
      };
      return queueEstimate(numbers, workload, simulateQueue(workload)).wait;
    });
    const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
    const variance = waits.reduce((sum, wait) => sum + (wait - mean) ** 2, 0) / (waits.length - 1);
    // Three standard errors of the ten seeds.
    expect(Math.abs(mean - erlangWait(nodes, load))).toBeLessThan(3 * Math.sqrt(variance / waits.length));
  });
});
