import { describe, expect, test } from "vitest";
import { machineRefusals } from "../../../src/engine/index.ts";
import type { Cluster } from "../../../src/engine/scenario/cluster.ts";
import type { PcieTree, ScaleOut, ScaleUp } from "../../../src/engine/scenario/links.ts";
import { korthikanti } from "../support/scenarios.ts";

const { cluster } = korthikanti();
const GB = 1e9;

const said = (change: Partial<Cluster>): readonly string[] =>
  machineRefusals({ ...cluster, ...change }).map(
    ({ code, fields }) => `${code} ${fields[0]?.split(".").at(-1)}`,
  );
const up = (change: Partial<ScaleUp>, node = cluster.devicesPerNode) =>
  said({
    scaleUp: { ...cluster.scaleUp, ...change },
    devicesPerNode: node,
    devices: cluster.nodes * node,
  });
const out = (change: Partial<ScaleOut>) =>
  said({ scaleOut: cluster.scaleOut && { ...cluster.scaleOut, ...change } });

const tree: PcieTree = {
  switchDevices: 4,
  uplinkBytesPerSecond: 32 * GB,
  sockets: 2,
  socketLinkBytesPerSecond: 20 * GB,
  bridgeBytesPerSecond: 300 * GB,
  peerAccess: true,
};
const slots = (change: Partial<PcieTree>, domain = 8) =>
  up({ kind: "pcie", domain, pcie: { ...tree, ...change } }, domain);

describe("domains and nodes", () => {
  test("nodes hold the devices, and the last may hold fewer", () => {
    const { nodes, devicesPerNode } = cluster;
    expect(said({ devices: nodes * devicesPerNode + 1 })).toEqual(["devices-exceed-nodes devices"]);
    expect(said({ devices: nodes * devicesPerNode - 1 })).toEqual([]);
  });

  test.each([
    [8, 8, []],
    [4, 8, []],
    [72, 4, []],
    [72, 8, []],
    [72, 16, ["domain-not-whole domain"]],
    [3, 8, ["domain-not-whole domain"]],
  ])("domains of %i, nodes of %i", (domain, node, found) => {
    expect(up({ domain }, node)).toEqual(found);
  });

  test("cards in slots are of one node", () => {
    expect(up({ kind: "pcie", domain: 16, pcie: { ...tree, sockets: 4 } }, 8)).toEqual([
      "domain-not-whole domain",
    ]);
  });
});

describe("parts of a node", () => {
  test("slots divide among processors, switches and pairs", () => {
    expect(slots({})).toEqual([]);
    expect(slots({ switchDevices: 1 })).toEqual([]);
    expect(slots({ switchDevices: 3 })).toEqual(["domain-not-divisible switch"]);
    expect(slots({ switchDevices: 8 })).toEqual(["domain-not-divisible switch"]); // across two processors
    expect(slots({ switchDevices: 8, sockets: 1 })).toEqual([]);
    expect(slots({ sockets: 3 })).toEqual(["domain-not-divisible sockets"]);
    expect(slots({ switchDevices: 3, sockets: 2 }, 6)).toEqual(["domain-not-divisible bridge"]);
    expect(slots({ switchDevices: 3, sockets: 2, bridgeBytesPerSecond: 0 }, 6)).toEqual([]);
  });

  test("boards divide a domain, and a cube mesh has up to eight devices", () => {
    const mesh = { kind: "nvlink", mesh: "fully_connected" } as const;
    expect(up({ ...mesh, boards: 2 })).toEqual([]);
    expect(up({ ...mesh, boards: 3 })).toEqual(["domain-not-divisible boards"]);
    expect(up({ ...mesh, mesh: "hybrid_cube_mesh" })).toEqual([]);
    expect(up({ ...mesh, mesh: "hybrid_cube_mesh", domain: 16 }, 16)).toEqual(["mesh-too-large mesh"]);
  });

  test("a torus has the devices of its shape", () => {
    const torus = { kind: "torus", shape: [4, 4], closed: [true, true] } as const;
    expect(up({ ...torus, domain: 16 }, 16)).toEqual([]);
    expect(up({ ...torus, domain: 12 }, 12)).toEqual(["torus-not-its-shape domain"]);
  });
});

describe("networks", () => {
  test("a leaf takes all cards of a node, unless each has its own", () => {
    const cards = cluster.scaleOut?.nicsPerNode ?? 0;
    expect(out({ railOptimised: false, leafPorts: cards })).toEqual([]);
    expect(out({ railOptimised: false, leafPorts: cards - 1 })).toEqual(["leaf-too-small leaf_ports"]);
    expect(out({ railOptimised: true, leafPorts: cards - 1 })).toEqual([]);
  });

  test("what narrows the way between pods wants pods", () => {
    expect(out({ podOversubscription: 7 })).toEqual(["pods-not-said pod_oversubscription"]);
    expect(out({ podOversubscription: 7, podDevices: 64 })).toEqual([]);
  });
});
