import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numbers } from "../../../../src/engine/core/numbers.ts";
import type { Cluster } from "../../../../src/engine/scenario/cluster.ts";
import type { ScaleOut, ScaleUp } from "../../../../src/engine/scenario/links.ts";
import { collectiveTime } from "../../../../src/engine/trainingStep/collectives/collectives.ts";
import type { CollectiveOp } from "../../../../src/engine/trainingStep/collectives/collectiveTime.ts";
import { type Group, groupOf } from "../../../../src/engine/trainingStep/fabric/groups.ts";
import { torusSpan } from "../../../../src/engine/trainingStep/fabric/torusSpan.ts";
import { scenarioInputs } from "../../../../src/engine/trainingStep/inputs/inputs.ts";
import { a100, gpt, plan, scenario, selene, slots } from "../../support/scenarios.ts";

const GIB = 2 ** 30;
const across = (inner: number, outer: number, senders?: number): Group => ({
  size: inner * outer,
  inner,
  outer,
  tier: outer === 1 ? "scale_up" : inner === 1 ? "scale_out" : "both",
  ...(senders === undefined ? {} : { senders }),
});

function call(cluster: Cluster, op: CollectiveOp, group: Group, bytes: number) {
  const s = scenario(gpt(2, 1024, 8), cluster, plan({}));
  return collectiveTime({ alg: numbers, scenario: s, x: scenarioInputs(numbers, s) }, op, group, bytes);
}
/** Bus bandwidth of an all-reduce as nccl-tests counts it, B/s. */
function busBandwidth(cluster: Cluster, group: Group, bytes: number): number {
  return ((2 * (group.size - 1)) / group.size) * (bytes / call(cluster, "all_reduce", group, bytes).seconds);
}
const withUp = (change: Partial<ScaleUp>, nodes = 1): Cluster => {
  const cluster = selene(nodes);
  return { ...cluster, scaleUp: { ...cluster.scaleUp, ...change } };
};
const withOut = (change: Partial<ScaleOut>, nodes: number): Cluster => {
  const cluster = selene(nodes);
  return { ...cluster, scaleOut: cluster.scaleOut && { ...cluster.scaleOut, ...change } };
};

describe("in one domain", () => {
  test("large messages reach the effective rate of the links, small ones cost latencies", () => {
    expect(busBandwidth(selene(1), across(8, 1), 16 * GIB) / (0.78 * 300e9)).toBeCloseTo(1, 2);
    // 14 hops of 0.6 us and a start of 41 us.
    expect(call(selene(1), "all_reduce", across(8, 1), 8)).toMatchObject({ algorithm: "ring LL" });
    expect(call(selene(1), "all_reduce", across(8, 1), 8).seconds).toBeCloseTo(41e-6 + 14 * 0.6e-6, 9);
    expect(call(selene(1), "all_reduce", across(8, 1), GIB).algorithm).toBe("ring Simple");
  });

  test("a ring's two halves are an all-reduce, but for the start of one", () => {
    const time = (op: CollectiveOp) => call(selene(1), op, across(8, 1), GIB).seconds;
    expect(time("all_gather") + time("reduce_scatter") - 41e-6).toBeCloseTo(time("all_reduce"), 9);
  });

  // stas00/ml-engineering, network/README.md (SHARP): H200s, 8 GiB, bus bandwidth of 5, 7 and 8, in GB/s.
  test.each([
    [5, 414.2],
    [7, 460],
    [8, 473.1],
  ])("switches that reduce: %i H200s reach %f GB/s", (n, measured) => {
    const h200 = withUp({ bytesPerSecond: 450e9, efficiency: 0.84, sharp: true, sharpEfficiency: 0.84 });
    expect(Math.abs(busBandwidth(h200, across(n, 1), 8 * GIB) / 1e9 / measured - 1)).toBeLessThan(0.05);
    expect(call(h200, "all_reduce", across(n, 1), 8 * GIB).algorithm).toBe("in-network");
    expect(call(h200, "all_gather", across(n, 1), 8 * GIB).algorithm).toBe("ring Simple");
  });

  test("direct links: a group uses those between its members", () => {
    const mesh = (change: Partial<ScaleUp>) =>
      withUp({ kind: "nvlink", bytesPerSecond: 150e9, efficiency: 0.9, ...change });
    const full = mesh({ mesh: "fully_connected", domain: 4 });
    expect(busBandwidth(full, across(4, 1), 64 * GIB) / 135e9).toBeCloseTo(1, 3);
    expect(busBandwidth(full, across(2, 1), 64 * GIB) / 45e9).toBeCloseTo(1, 3);
    // VIA-Research/vTrain, trace/v100: 2, 3, 4, 7 and 8 V100s of a DGX-1V reach 22.6, 45.1, 85.4, 87.0 and 134.5 GB/s.
    const cube = mesh({ mesh: "hybrid_cube_mesh", domain: 8 });
    for (const [n, measured] of [
      [2, 22.55],
      [3, 45.14],
      [4, 85.36],
      [7, 87.01],
      [8, 134.51],
    ] as const)
      expect(Math.abs(busBandwidth(cube, across(n, 1), GIB) / 1e9 / measured - 1)).toBeLessThan(0.06);
  });

  // VIA-Research/vTrain, all_reduce of 1 GiB: two A100s against eight.
  test("a ring of two switched devices is slower than one of eight", () => {
    const machine = withUp({ kind: "nvswitch", bytesPerSecond: 300e9, efficiency: 0.76 });
    const of = (n: number) => busBandwidth(machine, across(n, 1), 16 * GIB);
    expect(of(2) / of(8)).toBeCloseTo(0.86, 2);
    expect(of(4) / of(8)).toBeCloseTo(1, 2);
  });

  test("two boards of four: rings through both leave a board through its devices' slots", () => {
    const up = { kind: "nvlink", bytesPerSecond: 300e9, efficiency: 0.9, mesh: "fully_connected" } as const;
    const node = withUp({ ...up, boards: 2, slotBytesPerSecond: 32e9 });
    const of = (n: number) => busBandwidth(node, across(n, 1), 16 * GIB);
    expect(of(4) / (0.9 * 300e9)).toBeCloseTo(1, 2);
    expect(of(2) / of(4)).toBeCloseTo(1 / 3, 2);
    expect(of(8) / (4 * 0.65 * 32e9)).toBeCloseTo(1, 2);
  });

  test("cards in slots: more than half of them send from one processor to the other", () => {
    const cards = withUp({ kind: "pcie", bytesPerSecond: 32e9, efficiency: 0.65, pcie: slots });
    const of = (n: number) => busBandwidth(cards, across(n, 1), 16 * GIB);
    expect(of(4) / (0.65 * 32e9)).toBeCloseTo(1, 2);
    expect(of(8) / of(4)).toBeCloseTo(0.65, 2);
  });
});

describe("across domains", () => {
  // NVIDIA/nccl-tests, issue 119: three nodes of eight A100s and four HDR cards reach 85 to 96 GB/s.
  test("a ring is as fast as the cards of a node", () => {
    const machine = withOut({ nicsPerNode: 4, efficiency: 0.92 }, 3);
    const reached = busBandwidth(machine, across(8, 3), GIB) / 1e9;
    expect(reached).toBeGreaterThan(80);
    expect(reached).toBeLessThan(96);
  });

  // aws-samples/awsome-distributed-training: two p4de with 50 GB/s of EFA each reach 74 GB/s, more than a ring could.
  test("between two nodes a tree carries each byte once", () => {
    const efa = { kind: "efa", nicBytesPerSecond: 12.5e9, nicsPerNode: 4, efficiency: 0.95 } as const;
    const p4de = withOut({ ...efa, latencySeconds: 55e-6 }, 2);
    const { algorithm, seconds } = call(p4de, "all_reduce", across(8, 2), 2 ** 29);
    expect(algorithm).toBe("tree Simple");
    expect(Math.abs(seconds / 0.013552 - 1)).toBeLessThan(0.15);
    expect(busBandwidth(p4de, across(8, 2), 2 ** 29)).toBeGreaterThan(50e9);
  });

  test("ranks that share a node share its cards; one rank a node has its own", () => {
    const rate = (group: Group) => busBandwidth(selene(32), group, 64 * GIB);
    expect(rate(across(1, 32)) / (0.8 * 25e9)).toBeCloseTo(1, 2);
    expect(rate(across(4, 8)) / rate(across(1, 32))).toBeCloseTo(4, 1);
  });

  test("a device that sends alone has the cards beside it, not the node's", () => {
    const rate = (nicsPerNode: number, senders: number) =>
      GIB / call(withOut({ nicsPerNode }, 2), "send_recv", across(1, 2, senders), GIB).seconds;
    expect(rate(8, 1) / rate(8, 8)).toBeCloseTo(1, 9);
    expect(rate(4, 1) / rate(4, 8)).toBeCloseTo(2, 1);
    expect(rate(4, 1) / rate(8, 8)).toBeCloseTo(1, 9);
  });

  test("latency grows with the logarithm of the nodes, not with the ranks", () => {
    const small = (nodes: number) => call(selene(nodes), "all_reduce", across(8, nodes), 1024).seconds;
    const step = small(64) - small(32);
    expect(small(128) - small(64)).toBeCloseTo(step, 7);
    expect(small(128)).toBeLessThan(200e-6);
  });

  test("all-to-all: what leaves the node takes the cards' time", () => {
    const { seconds } = call(selene(4), "all_to_all", across(8, 4), GIB);
    const wire = (GIB * 3) / 4 / (0.8 * 25e9);
    expect(seconds / wire).toBeGreaterThan(1);
    expect(seconds / wire).toBeLessThan(1.1);
  });
});

describe("on a torus", () => {
  const span = (n: number) => torusSpan({ shape: [16, 16], closed: [true, true] }, n);
  const slice = withUp({
    ...{
      kind: "torus",
      shape: [16, 16],
      closed: [true, true],
      domain: 256,
      bytesPerSecond: 200e9,
      efficiency: 0.9,
    },
    ...{ latencySeconds: 1e-6, baseLatencySeconds: 10e-6 },
  });
  const time = (op: CollectiveOp, n: number) => call(slice, op, across(n, 1), GIB).seconds;

  test("closed dimensions are rings both ways round, parts of them lines", () => {
    // A line of 4 is as long as a ring of 8: half of all bytes pass its middle one way.
    expect(span(4)).toEqual({ directions: 1, hops: 3, longest: 8 });
    expect(span(16)).toEqual({ directions: 2, hops: 8, longest: 16 });
    expect(span(256)).toEqual({ directions: 4, hops: 16, longest: 16 });
  });

  // Links of 50 GB/s, of which 90% are reached: two along a dimension, four in all.
  test("gathering takes the bytes over the links that the group has", () => {
    expect(time("all_gather", 16) / ((15 / 16) * (GIB / 90e9))).toBeCloseTo(1, 2);
    expect(time("all_gather", 256) / ((255 / 256) * (GIB / 180e9))).toBeCloseTo(1, 2);
    expect(call(slice, "all_reduce", across(256, 1), 8).seconds).toBeCloseTo(10e-6 + 2 * 16e-6, 9);
  });

  // A ring of d has d^2/8 messages a link for each device's d; every device sends 1/d of its bytes in each.
  test("an all-to-all is bound by the links along the longest dimension", () => {
    expect(time("all_to_all", 16) / ((16 / 8) * (GIB / 45e9))).toBeCloseTo(1, 1);
    expect(time("all_to_all", 256) / time("all_to_all", 16)).toBeCloseTo(1, 1);
  });
});

test("more bytes and slower links never make a call faster", () => {
  const op = fc.constantFrom<CollectiveOp>(
    "all_reduce",
    "all_gather",
    "reduce_scatter",
    "all_to_all",
    "broadcast",
    "send_recv",
  );
  const group = fc.constantFrom(across(2, 1), across(8, 1), across(8, 4), across(1, 4), across(2, 16));
  fc.assert(
    fc.property(op, group, fc.integer({ min: 1, max: 2 ** 34 }), fc.boolean(), (one, ranks, bytes, sharp) => {
      const machine = withUp({ sharp }, 16);
      const { seconds } = call(machine, one, ranks, bytes);
      expect(seconds).toBeLessThanOrEqual(call(machine, one, ranks, bytes * 2).seconds);
      const slower = { ...machine, scaleUp: { ...machine.scaleUp, bytesPerSecond: 100e9 } };
      expect(seconds).toBeLessThanOrEqual(call(slower, one, ranks, bytes).seconds);
    }),
  );
});

test("a group of one sends nothing", () => {
  expect(call(selene(1), "all_reduce", across(1, 1), GIB)).toEqual({ seconds: 0, algorithm: "none" });
});

test("stages that share a node: only the devices of the last one send across", () => {
  const p = plan({ tp: 2, pp: 8 });
  expect(groupOf(p, selene(2, a100), "pp")).toEqual({
    size: 8,
    inner: 4,
    outer: 2,
    tier: "both",
    axes: [{ size: 8, stride: 2 }],
    senders: 2,
  });
});

describe("an algorithm that the cluster names", () => {
  const choosing = (collectives: Cluster["collectives"], up: Partial<ScaleUp> = {}): Cluster => ({
    ...withUp(up, 16),
    collectives,
  });
  const over = across(8, 16);

  test("ring and tree are the library's own, and the fastest is the faster of the two", () => {
    for (const bytes of [1e4, 1e6, 1e8, 1e10]) {
      const [ring, tree, fastest] = (["ring", "tree", "fastest"] as const).map((one) =>
        call(choosing(one), "all_reduce", over, bytes),
      );
      expect(ring?.algorithm).toMatch(/^ring /);
      expect(tree?.algorithm).toMatch(/^tree /);
      expect(fastest?.seconds).toBe(Math.min(ring?.seconds ?? 0, tree?.seconds ?? 0));
    }
  });

  test("hierarchical: shards of the sum cross the network by all NICs, after a step inside each domain", () => {
    const one = call(choosing("hierarchical"), "all_reduce", over, GIB);
    expect(one.algorithm).toBe("hierarchical");
    const inside = (op: CollectiveOp) => call(choosing("hierarchical"), op, across(8, 1), GIB).seconds;
    const between = call(choosing("hierarchical"), "all_reduce", across(1, 16), GIB / 8).seconds;
    expect(one.seconds).toBeCloseTo(inside("reduce_scatter") + between + inside("all_gather"), 12);
    // For a reduce-scatter there is nothing to gather at the end.
    const scattered = call(choosing("hierarchical"), "reduce_scatter", over, GIB).seconds;
    expect(scattered).toBeLessThan(one.seconds);
  });

  test("where it does not exist, a collective takes a ring", () => {
    expect(call(choosing("tree"), "all_gather", over, GIB).algorithm).toMatch(/^ring /);
    expect(call(choosing("tree"), "all_reduce", across(8, 1), GIB).algorithm).toMatch(/^ring /);
    expect(call(choosing("hierarchical"), "all_reduce", across(8, 1), GIB).algorithm).toMatch(/^ring /);
    const sharp = { sharp: true, sharpEfficiency: 0.8 };
    expect(call(choosing("in_network", sharp), "all_reduce", over, GIB).algorithm).toBe(
      "in-network, tree across",
    );
    expect(call(choosing("in_network", sharp), "reduce_scatter", over, GIB).algorithm).toMatch(/^ring /);
  });

  test("no algorithm of the library's is faster than its own choice", () => {
    const ops: readonly CollectiveOp[] = ["all_reduce", "all_gather", "reduce_scatter", "broadcast"];
    for (const op of ops)
      for (const one of ["ring", "tree", "in_network"] as const)
        for (const bytes of [1e3, 1e7, 1e10]) {
          const sharp = { sharp: true, sharpEfficiency: 0.8 };
          const fastest = call(choosing("fastest", sharp), op, over, bytes).seconds;
          expect(call(choosing(one, sharp), op, over, bytes).seconds).toBeGreaterThanOrEqual(fastest);
        }
  });
});
