import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { derivations } from "../../../../src/engine/core/derivations.ts";
import { numbers } from "../../../../src/engine/core/numbers.ts";
import { refusals } from "../../../../src/engine/refusals/refusals.ts";
import type { Cluster } from "../../../../src/engine/scenario/cluster.ts";
import type { PcieTree, ScaleOut, ScaleUp, Sites } from "../../../../src/engine/scenario/links.ts";
import { collectiveTime } from "../../../../src/engine/trainingStep/collectives/collectives.ts";
import type { CollectiveOp } from "../../../../src/engine/trainingStep/collectives/collectiveTime.ts";
import { type Group, spread } from "../../../../src/engine/trainingStep/fabric/groups.ts";
import { torusSpan } from "../../../../src/engine/trainingStep/fabric/torusSpan.ts";
import { scenarioInputs } from "../../../../src/engine/trainingStep/inputs/inputs.ts";
import { gpt, plan, scenario, selene, slots } from "../../support/scenarios.ts";

const GB = 1e9;
/** So many that the hops of the protocols are nothing beside them. */
const BYTES = 1e15;
/** 64 nodes of eight, a card of 25 GB/s each, no latencies: times are bytes over bandwidths. */
function machine(out: Partial<ScaleOut>, sites: Sites | null = null, up: Partial<ScaleUp> = {}): Cluster {
  const { scaleUp, scaleOut, ...rest } = selene(64);
  const quick = { latencySeconds: 0, baseLatencySeconds: 0, efficiency: 1 };
  return {
    ...rest,
    sites,
    scaleUp: { ...scaleUp, ...quick, ...up },
    scaleOut: { ...(scaleOut as ScaleOut), ...quick, ...out },
  };
}
function seconds(cluster: Cluster, op: CollectiveOp, group: Group, bytes = BYTES): number {
  const s = scenario(gpt(2, 1024, 8), cluster, plan({}));
  return collectiveTime({ alg: numbers, scenario: s, x: scenarioInputs(numbers, s) }, op, group, bytes)
    .seconds;
}
const time = (cluster: Cluster, op: CollectiveOp, size: number, stride = 1) =>
  seconds(cluster, op, spread([{ size, stride }], cluster));
const ops: readonly CollectiveOp[] = [
  "all_reduce",
  "all_gather",
  "reduce_scatter",
  "all_to_all",
  "send_recv",
  "broadcast",
];
const near = (found: number, expected: number) => expect(found / expected).toBeCloseTo(1, 3);
const flat = machine({});
/** Leaves over eight nodes, and pods of 16 nodes. */
const leaves = (oversubscription: number) => machine({ leafDevices: 64, oversubscription });
const pods = (podOversubscription: number) => machine({ podDevices: 128, podOversubscription });

describe("a tree of leaves and pods", () => {
  test("within a block nothing is narrower", () => {
    for (const op of ops) {
      expect(time(leaves(4), op, 64)).toBe(time(flat, op, 64));
      expect(time(pods(7), op, 128)).toBe(time(flat, op, 128));
      expect(time(pods(7), op, 8, 8)).toBe(time(flat, op, 8, 8));
    }
  });

  test("an all-to-all sends what its block does not hold through the narrow way", () => {
    // Four pods: 3/4 of the bytes leave at 25/7 GB/s a device. Eight leaves of 64: 7/8 at 25/4.
    near(time(pods(7), "all_to_all", 512), ((3 / 4) * BYTES) / ((25 / 7) * GB));
    near(time(leaves(4), "all_to_all", 512), ((7 / 8) * BYTES) / ((25 / 4) * GB));
  });

  test("a ring leaves a block once: narrow ways bind where few of its ranks share them", () => {
    const gather = (cluster: Cluster, size: number, stride: number) =>
      time(cluster, "all_gather", size, stride) / time(flat, "all_gather", size, stride);
    // All 128 devices of a pod in one ring: 128/7 of a card is more than the ring carries.
    expect(gather(pods(7), 512, 1)).toBeCloseTo(1, 3);
    // A rank in each pod: it has 25/7 GB/s. Two have twice that.
    expect(gather(pods(7), 4, 128)).toBeCloseTo(7, 3);
    expect(gather(pods(7), 8, 64)).toBeCloseTo(7 / 2, 3);
  });

  test("neighbours in a pipeline share what those at the end of a block send", () => {
    // Stages of 32 devices: 32 of the 128 of a pod send to the next, with 4/7 of a card each.
    expect(time(pods(7), "send_recv", 16, 32) / time(flat, "send_recv", 16, 32)).toBeCloseTo(7 / 4, 3);
    expect(time(pods(7), "send_recv", 4, 128) / time(flat, "send_recv", 4, 128)).toBeCloseTo(7, 3);
  });

  test("tapers of leaves and pods multiply", () => {
    const both = machine({ leafDevices: 64, oversubscription: 2, podDevices: 128, podOversubscription: 3 });
    near(time(both, "all_to_all", 512), ((3 / 4) * BYTES) / ((25 / 6) * GB));
  });

  test("without leaves each node meets the oversubscription", () => {
    const narrow = machine({ oversubscription: 2 });
    for (const op of ["all_gather", "all_to_all"] as const)
      expect(time(narrow, op, 512) / time(flat, op, 512)).toBeCloseTo(2, 3);
  });

  test("rails: where no link inside the node changes them, an all-to-all meets the spine inside a leaf", () => {
    const rails = { leafDevices: 64, oversubscription: 4, railOptimised: true };
    const slots: Partial<ScaleUp> = { kind: "pcie", bytesPerSecond: 1e12 };
    // Of 64 ranks 8 are in the node and 7 more on the rail.
    near(time(machine(rails, null, slots), "all_to_all", 64), ((49 / 64) * BYTES) / ((25 / 4) * GB));
    const plain = machine({ ...rails, railOptimised: false }, null, slots);
    near(time(plain, "all_to_all", 64), ((7 / 8) * BYTES) / (25 * GB));
    expect(time(machine(rails), "all_to_all", 64)).toBe(time(flat, "all_to_all", 64));
  });
});

describe("a tree of PCI Express, slots of 32 GB/s", () => {
  /** The links of a device are its slot, and nothing is lost on them. */
  const node = (change: Partial<PcieTree>): Cluster =>
    machine({}, null, { kind: "pcie", bytesPerSecond: 32 * GB, pcie: { ...slots, sockets: 1, ...change } });
  const open = node({});
  const gather = (cluster: Cluster, size: number, stride = 1) =>
    ((1 - 1 / size) * BYTES) / time(cluster, "all_gather", size, stride) / GB;

  test("without anything shared every device has its slot", () => {
    near(gather(open, 8), 32);
    near(time(open, "all_to_all", 8), ((7 / 8) * BYTES) / (32 * GB));
  });

  test("a ring passes a switch's uplink once, an all-to-all with all that is for other switches", () => {
    const tree = node({ switchDevices: 4, uplinkBytesPerSecond: 16 * GB });
    near(gather(tree, 8), 16);
    near(gather(tree, 4), 32);
    // Of four devices, half of the bytes each.
    near(time(tree, "all_to_all", 8), ((4 / 2) * BYTES) / (16 * GB));
    // Messages inside a switch do not leave it.
    near(time(tree, "all_to_all", 4), time(open, "all_to_all", 4));
  });

  test("rings of every other device share the link between the processors", () => {
    const two = node({ sockets: 2, socketLinkBytesPerSecond: 20 * GB });
    near(gather(two, 8), 20);
    near(gather(two, 4, 2), 10);
    near(gather(two, 2, 4), 5);
    near(time(two, "send_recv", 2, 4), BYTES / (5 * GB));
    near(time(two, "send_recv", 8, 1), BYTES / (20 * GB));
  });

  test("a bridge serves its pair; rings through pairs leave them by both slots", () => {
    const bridged = node({ bridgeBytesPerSecond: 300 * GB });
    near(gather(bridged, 2), 0.93 * 300);
    near(gather(bridged, 8), 64);
    near(gather(bridged, 4, 2), 32);
    // Six of eight are not the neighbour.
    near(time(bridged, "all_to_all", 8), ((6 / 8) * BYTES) / (32 * GB));
    near(time(bridged, "send_recv", 8, 1), BYTES / (32 * GB));
  });

  test("without peer access nothing turns round in a switch, and host memory is written and read", () => {
    const staged = node({ switchDevices: 4, uplinkBytesPerSecond: 32 * GB, peerAccess: false });
    near(gather(staged, 4), 8);
    const slow = { ...node({ peerAccess: false }), host: { ...open.host, memoryBytesPerSecond: 80 * GB } };
    near(gather(slow, 8), 80 / 2 / 8);
    near(time(slow, "all_to_all", 8), ((7 / 8) * BYTES) / (5 * GB));
  });

  test("between nodes the narrower of tree and fabric binds", () => {
    const tree = node({ sockets: 2, socketLinkBytesPerSecond: 20 * GB });
    near(gather(tree, 16), 20);
    near(gather(node({ sockets: 2, socketLinkBytesPerSecond: 300 * GB }), 16), 32);
  });
});

test("boards of four: an all-to-all between them has the slots alone", () => {
  const boards = { kind: "nvlink", mesh: "fully_connected", boards: 2, slotBytesPerSecond: 32 * GB } as const;
  const node = machine({}, null, { ...boards, bytesPerSecond: 300 * GB });
  near(time(node, "all_to_all", 8), ((4 / 8) * BYTES) / (0.65 * 32 * GB));
});

describe("a dragonfly", () => {
  const groups = machine({ kind: "dragonfly", podDevices: 128, podOversubscription: 2 });
  test("traffic to all groups has all their links, to the next group half", () => {
    near(time(groups, "all_to_all", 512), ((3 / 4) * BYTES) / (12.5 * GB));
    expect(time(groups, "send_recv", 4, 128) / time(flat, "send_recv", 4, 128)).toBeCloseTo(4, 3);
  });
  test("even without a taper a message to the next group goes by a third", () => {
    const full = machine({ kind: "dragonfly", podDevices: 128, podOversubscription: 1 });
    expect(time(full, "send_recv", 4, 128) / time(flat, "send_recv", 4, 128)).toBeCloseTo(2, 3);
    near(time(full, "all_to_all", 512), time(flat, "all_to_all", 512));
  });
});

describe("two sites", () => {
  const wan = { count: 2, bytesPerSecond: 100 * GB, latencySeconds: 5e-3 };
  const apart = machine({}, wan);

  test("a group of one site does not know of the other", () => {
    for (const op of ops) expect(time(apart, op, 256)).toBe(time(flat, op, 256));
  });

  test("an all-reduce sends each byte once each way, and pays the way twice", () => {
    const group = spread([{ size: 512, stride: 1 }], apart);
    const s = scenario(gpt(2, 1024, 8), apart, plan({}));
    const net = { alg: numbers, scenario: s, x: scenarioInputs(numbers, s) };
    const found = collectiveTime(net, "all_reduce", group, BYTES);
    expect(found.algorithm).toBe("site by site");
    const inside = 2 * time(machine({}), "all_gather", 256);
    // Two ranks exchange 1/256 of the bytes: half to and fro, twice, over 1/256 of 100 GB/s.
    near(found.seconds, inside + BYTES / (100 * GB));
    // A short one goes up a tree and down again, once each way between the sites.
    expect(
      seconds(apart, "all_reduce", group, 1) -
        seconds(flat, "all_reduce", spread([{ size: 512, stride: 1 }], flat), 1),
    ).toBeCloseTo(0.01, 3);
  });

  test("a pipeline's message waits for the distance", () => {
    const small = (cluster: Cluster) =>
      seconds(cluster, "send_recv", spread([{ size: 2, stride: 256 }], cluster), 1);
    expect(small(apart) - small(flat)).toBeCloseTo(5e-3, 4);
    // All 256 devices of a site send at once.
    near(time(apart, "send_recv", 2, 256), BYTES / ((100 / 256) * GB) + 5e-3);
  });

  test("sites are equal, and hold whole nodes", () => {
    const refused = (sites: Sites, cluster = flat) =>
      refusals(scenario(gpt(2, 1024, 8), { ...cluster, sites }, plan({})), null).filter(({ fields }) =>
        fields.includes("cluster.sites"),
      );
    expect(refused(wan)).toEqual([]);
    expect(refused({ ...wan, count: 3 })).toHaveLength(1);
    expect(refused(wan, { ...flat, scaleOut: null })).toHaveLength(1);
  });
});

describe("a torus", () => {
  const torus = (shape: readonly number[], closed: readonly boolean[], twisted = false): Cluster =>
    machine({}, null, {
      kind: "torus",
      shape,
      closed,
      twisted,
      domain: shape.reduce((a, b) => a * b),
      bytesPerSecond: 2 * shape.length * 50 * GB,
    });
  const ring = torus([8, 8], [true, true]);
  const mesh = torus([8, 8], [false, false]);

  test("open dimensions have half the links and twice the way", () => {
    expect(torusSpan(ring.scaleUp, 64)).toEqual({ directions: 4, hops: 8, longest: 8 });
    expect(torusSpan(mesh.scaleUp, 64)).toEqual({ directions: 2, hops: 14, longest: 16 });
    expect(torusSpan({ shape: [1, 8], closed: [true, true] }, 8)).toEqual({
      directions: 2,
      hops: 4,
      longest: 8,
    });
  });

  test("rings go both ways round every dimension; half of an all-to-all passes the middle", () => {
    // All-gather of 1 TB: 63/64 over 4 or 2 links of 50 GB/s.
    near(time(ring, "all_gather", 64), ((63 / 64) * BYTES) / (200 * GB));
    near(time(mesh, "all_gather", 64), ((63 / 64) * BYTES) / (100 * GB));
    // 32 devices send half of their bytes over 8 (open) or 16 (closed) links.
    near(time(mesh, "all_to_all", 64), (32 * BYTES) / 2 / (8 * 50 * GB));
    near(time(ring, "all_to_all", 64), (32 * BYTES) / 2 / (16 * 50 * GB));
  });

  test("a twist helps an all-to-all over the whole slice, and nothing else", () => {
    const straight = torus([4, 4, 8], [true, true, true]);
    const twisted = torus([4, 4, 8], [true, true, true], true);
    expect(time(straight, "all_to_all", 128) / time(twisted, "all_to_all", 128)).toBeCloseTo(1.63, 3);
    expect(time(twisted, "all_to_all", 16)).toBe(time(straight, "all_to_all", 16));
    expect(time(twisted, "all_reduce", 128)).toBe(time(straight, "all_reduce", 128));
    const odd = scenario(gpt(2, 1024, 8), torus([4, 4, 16], [true, true, true], true), plan({}));
    expect(refusals(odd, null).map(({ fields }) => fields[0])).toContain("cluster.scale_up.twisted");
  });
});

describe("any fabric", () => {
  const taper = fc.double({ min: 1, max: 16, noNaN: true });
  const devices = fc.constantFrom(null, 32, 64, 128, 256);
  const sites = fc.constantFrom<Sites | null>(
    null,
    { count: 2, bytesPerSecond: 1e11, latencySeconds: 1e-3 },
    { count: 4, bytesPerSecond: 1e13, latencySeconds: 0 },
  );
  const fabric = fc.record({
    kind: fc.constantFrom<ScaleOut["kind"]>("fat_tree", "dragonfly", "efa"),
    leafDevices: devices,
    podDevices: devices,
    oversubscription: taper,
    podOversubscription: taper,
    railOptimised: fc.boolean(),
  });
  const groups = fc.constantFrom([512, 1], [64, 8], [48, 8], [4, 128], [8, 1], [2, 256]);

  test("is never faster than a flat one, nor slower for more bandwidth anywhere", () => {
    fc.assert(
      fc.property(
        fabric,
        sites,
        groups,
        fc.constantFrom(...ops),
        (out, places, [size = 1, stride = 1], op) => {
          const of = (change: Partial<ScaleOut>, where = places): number =>
            time(machine({ ...out, ...change }, where), op, size, stride);
          const here = of({});
          expect(here).toBeGreaterThan(0);
          const most = here * (1 + 1e-9);
          // Going site by site has fewer hops than one ring over all.
          if (!places) expect(time(machine({ kind: out.kind }), op, size, stride)).toBeLessThanOrEqual(most);
          expect(of({ oversubscription: 1 + (out.oversubscription - 1) / 2 })).toBeLessThanOrEqual(most);
          expect(of({ podOversubscription: 1 + (out.podOversubscription - 1) / 2 })).toBeLessThanOrEqual(
            most,
          );
          expect(of({ nicBytesPerSecond: 50e9 })).toBeLessThanOrEqual(most);
          if (places) {
            const wider = { ...places, bytesPerSecond: 2 * places.bytesPerSecond };
            expect(of({}, wider)).toBeLessThanOrEqual(most);
            expect(of({}, { ...places, latencySeconds: 0 })).toBeLessThanOrEqual(most);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test("with one pod over all, one leaf over all or no taper, is the flat one", () => {
    for (const op of ops)
      for (const change of [
        { podDevices: 512, podOversubscription: 8 },
        { leafDevices: 512, oversubscription: 8 },
        { podDevices: 64, podOversubscription: 1, leafDevices: 16 },
      ])
        expect(time(machine(change), op, 512)).toBe(time(flat, op, 512));
  });

  test("says where its time comes from", () => {
    const s = scenario(gpt(2, 1024, 8), pods(7), plan({}));
    const alg = derivations({});
    const net = { alg, scenario: s, x: scenarioInputs(alg, s) };
    const payload = alg.constant("payload", BYTES, "B", "made up");
    const found = collectiveTime(net, "all_to_all", spread([{ size: 512, stride: 1 }], s.cluster), payload);
    expect(JSON.stringify(found.seconds)).toContain("cluster.scale_out.pod_oversubscription");
  });
});
