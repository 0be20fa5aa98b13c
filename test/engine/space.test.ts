import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { catalogue } from "../../src/dsl/diagnostics/catalogue.ts";
import type { Breakdown } from "../../src/engine/estimate/breakdown.ts";
import type { Estimate } from "../../src/engine/estimate/estimate.ts";
import { estimate, explainScenario } from "../../src/engine/index.ts";
import type { Cluster } from "../../src/engine/scenario/cluster.ts";
import type { Device } from "../../src/engine/scenario/device.ts";
import type { Plan } from "../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../src/engine/scenario/scenario.ts";
import { EXACT, FITS, fitOf } from "../../src/engine/trainingStep/memory/fit.ts";
import { space } from "./support/space.ts";

const close = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
const answered = (s: Scenario): Estimate | null => {
  const answer = estimate(s);
  return answer.ok ? answer.estimate : null;
};
/** Of scenarios that the engine answers for. */
const always = (runs: number, holds: (s: Scenario, e: Estimate) => void): void => {
  let met = 0;
  fc.assert(
    fc.property(space, (s) => {
      const e = answered(s);
      if (!e) return;
      met++;
      holds(s, e);
    }),
    { numRuns: runs },
  );
  expect(met).toBeGreaterThan(runs / 20);
};
const withPlan = (s: Scenario, change: Partial<Plan>): Scenario => ({ ...s, plan: { ...s.plan, ...change } });

/** A cluster with something three times as fast, or a twentieth faster, by what that is. */
const fasters: Readonly<Record<string, (cluster: Cluster) => Cluster>> = {
  memory: ofDevice((d) => ({ memoryBytesPerSecond: 3 * d.memoryBytesPerSecond })),
  "memory, a little": ofDevice((d) => ({ memoryBytesPerSecond: 1.05 * d.memoryBytesPerSecond })),
  "every rate": ofDevice(({ peak }) => ({ peak: times(3, peak, Object.keys(peak)) })),
  "every rate, a little": ofDevice(({ peak }) => ({ peak: times(1.05, peak, Object.keys(peak)) })),
  "32-bit rate": ofDevice(({ peak }) => ({ peak: times(3, peak, ["fp32"]) })),
  "16-bit rates": ofDevice(({ peak }) => ({ peak: times(3, peak, ["fp16", "bf16"]) })),
  "8- and 4-bit rates": ofDevice(({ peak }) => ({ peak: times(3, peak, ["fp8", "fp4"]) })),
  "link to the host": ofDevice((d) => ({ hostBytesPerSecond: 3 * d.hostBytesPerSecond })),
  "links inside nodes": ({ scaleUp, ...rest }) => ({
    ...rest,
    scaleUp: { ...scaleUp, bytesPerSecond: 3 * scaleUp.bytesPerSecond },
  }),
  "latency inside nodes": ({ scaleUp, ...rest }) => ({
    ...rest,
    scaleUp: { ...scaleUp, latencySeconds: scaleUp.latencySeconds / 3 },
  }),
  "links between nodes": ({ scaleOut, ...rest }) => ({
    ...rest,
    scaleOut: scaleOut && { ...scaleOut, nicBytesPerSecond: 3 * scaleOut.nicBytesPerSecond },
  }),
  "latency between nodes": ({ scaleOut, ...rest }) => ({
    ...rest,
    scaleOut: scaleOut && { ...scaleOut, latencySeconds: scaleOut.latencySeconds / 3 },
  }),
  "hosts' memory": ({ host, ...rest }) => ({
    ...rest,
    host: { ...host, memoryBytesPerSecond: 3 * host.memoryBytesPerSecond },
  }),
  drives: ({ drives, ...rest }) => ({
    ...rest,
    drives: drives && {
      ...drives,
      readBytesPerSecond: 3 * drives.readBytesPerSecond,
      writeBytesPerSecond: 3 * drives.writeBytesPerSecond,
    },
  }),
};

function ofDevice(change: (device: Device) => Partial<Device>): (cluster: Cluster) => Cluster {
  return (cluster) => ({ ...cluster, device: { ...cluster.device, ...change(cluster.device) } });
}

function times(n: number, peak: Device["peak"], names: readonly string[]): Device["peak"] {
  const all = Object.entries(peak).map(([name, rate]) => [name, names.includes(name) ? n * rate : rate]);
  return { ...peak, ...Object.fromEntries(all) };
}

/** What the stage that sets a step waits for others: what a faster part makes more of it may be lost (docs/overlap.md), s. */
const waitOf = ({ parts }: Breakdown): number =>
  parts.find(({ name }) => name === "time.bubble")?.value ?? Number.NaN;

/** Every number under a value of plain data. */
function numbersOf(value: unknown, path: string, found: [string, number][] = []): [string, number][] {
  if (typeof value === "number") found.push([path, value]);
  else if (typeof value === "object" && value !== null)
    for (const [name, inner] of Object.entries(value)) numbersOf(inner, `${path}.${name}`, found);
  return found;
}

function wellFormed(tree: Breakdown): void {
  if (tree.parts.length > 0) {
    const sum = tree.parts.reduce((all, part) => all + part.value, 0);
    expect(close(sum, tree.value), `${tree.name}: ${tree.value}, parts ${sum}`).toBe(true);
  }
  for (const part of tree.parts) wellFormed(part);
}

describe("anywhere in the space of scenarios", () => {
  test("a scenario has an estimate or reasons against it that the catalogue knows", () => {
    fc.assert(
      fc.property(space, (s) => {
        const answer = estimate(s);
        if (answer.ok) return;
        expect(answer.refusals.some(({ severity }) => severity === "error")).toBe(true);
        for (const { code } of answer.refusals) expect(catalogue).toHaveProperty(code);
      }),
      { numRuns: 300 },
    );
  });

  test("no number is negative, infinite or none, and parts sum to wholes", () => {
    always(400, (s, e) => {
      for (const [path, value] of numbersOf({ ...e, stages: [] }, "estimate"))
        expect(Number.isFinite(value) && value >= 0, `${path} = ${value}`).toBe(true);
      for (const tree of [e.time.step, e.params, ...e.memory.stages]) wellFormed(tree);
      for (const { held } of e.memory.beyond) wellFormed(held);
      expect(e.memory.peak).toBe(Math.max(...e.memory.stages.map(({ value }) => value)));
      for (const c of e.comm) {
        expect(close(c.count * c.callSeconds, c.totalSeconds)).toBe(true);
        expect(c.exposedSeconds).toBeLessThanOrEqual(c.totalSeconds * (1 + 1e-9));
        expect(c.groupSize).toBeGreaterThan(1);
      }
      expect(e.mfu).toBeLessThan(1);
      expect(e.hfu).toBeGreaterThanOrEqual(e.mfu * (1 - 1e-12));
      expect(e.time.stages?.length).toBe(s.plan.pp);
    });
  });

  test("the derivations say what the numbers say", () => {
    always(60, (s, e) => {
      const told = explainScenario(s);
      if (!told.ok) throw new Error("explained, but not answered");
      expect(told.estimate.time.step.value.value).toBe(e.time.step.value);
      expect(told.estimate.memory.peak.value).toBe(e.memory.peak);
      expect(told.estimate.modelFlops.value).toBe(e.modelFlops);
      expect(told.estimate.comm.length).toBe(e.comm.length);
    });
  });

  test("faster devices, links, hosts and drives make no step longer, but by what its stage then waits for others", () => {
    always(400, (s, e) => {
      for (const [what, faster] of Object.entries(fasters)) {
        const step = answered({ ...s, cluster: faster(s.cluster) })?.time.step;
        if (!step) throw new Error(`no answer with faster ${what}`);
        const allowed = e.time.step.value + Math.max(0, waitOf(step) - waitOf(e.time.step));
        expect(step.value, what).toBeLessThanOrEqual(allowed * (1 + 1e-9));
      }
    });
  });

  test("what fits still fits with more memory", () => {
    always(120, (s, e) => {
      const { device } = s.cluster;
      const more = answered({
        ...s,
        cluster: { ...s.cluster, device: { ...device, usableBytes: 2 * device.usableBytes } },
      });
      for (const fit of FITS.slice(1))
        if (fitOf(e.memory, EXACT) === fit && more)
          expect(FITS.indexOf(fitOf(more.memory, EXACT))).toBeGreaterThanOrEqual(FITS.indexOf(fit));
      for (const kind of ["weights", "gradients", "optimizer", "activations"] as const)
        expect(more?.memory[kind]).toBe(e.memory[kind]);
    });
  });

  test("what a degree of one would split changes nothing", () => {
    always(150, (s, e) => {
      const { tp, cp, ep } = s.plan;
      const same: Partial<Plan>[] = [];
      if (cp === 1)
        for (const cpType of ["ring", "all_gather", "ulysses"] as const)
          same.push({ cpType }, { cpType, cpOrder: "contiguous" }, { cpType, cpHeads: 2 });
      if (tp === 1) same.push({ overlap: { ...s.plan.overlap, tp: !s.plan.overlap.tp } });
      if (ep === 1 && s.plan.etp === 1)
        same.push({ dispatch: "per_expert" }, { overlap: { ...s.plan.overlap, sharedExperts: false } });
      for (const one of s.plan.rankOrder)
        if (s.plan[one] === 1)
          same.push({ rankOrder: [one, ...s.plan.rankOrder.filter((other) => other !== one)] });
      if (s.plan.pp === 1) same.push({ overlap: { ...s.plan.overlap, pp: !s.plan.overlap.pp } });
      for (const change of same) {
        const other = answered(withPlan(s, change));
        expect(other?.time.step.value, JSON.stringify(change)).toBe(e.time.step.value);
        expect(other?.memory.peak, JSON.stringify(change)).toBe(e.memory.peak);
      }
    });
  });

  test("state is somewhere: offloading moves it and loses none", () => {
    always(300, (s, e) => {
      const { tp, cp, pp, dp } = s.plan;
      const kept = answered(
        withPlan(s, {
          stateOffload: { optimizer: "none", weights: "none", delayed: false },
          offload: "none",
        }),
      );
      if (!kept || pp > 1) return;
      const all = ({ memory }: Estimate) =>
        memory.weights + memory.gradients + memory.optimizer + memory.activations;
      const beyond = e.memory.beyond.reduce((sum, { held }) => sum + held.value, 0);
      const devices = Math.min(s.cluster.devicesPerNode, tp * cp * pp * dp);
      expect(close(all(e) + beyond / devices, all(kept))).toBe(true);
    });
  });
});
