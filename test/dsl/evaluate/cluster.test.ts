import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createWorld } from "../../../src/host/index.ts";
import { scenarioReader } from "../../../src/validation/programs/scenarioOf.ts";

const world = createWorld(fileURLToPath(new URL("../../../", import.meta.url)));
const read = scenarioReader(world);

/** The cluster of a text's last lines as the engine reads it. */
function cluster(from: string, changes: string) {
  const text = [
    "edition 2026",
    `import ${from} from "std/clusters"`,
    'import llama3_8b from "std/models"',
    "",
    `cluster c = ${from} with { ${changes} }`,
    "plan p { dp = fill, seq_len = 2_048, micro_batch = 1, global_batch = 16_384 sequences }",
    "let run = llama3_8b on c with p",
    "",
  ].join("\n");
  const found = read(text, `${from} ${changes}`);
  if (found.kind === "problems") throw new Error(JSON.stringify(found));
  return found.scenario.cluster;
}

test("a leaf on rails joins a card of as many nodes as it has ports, another one all cards of an eighth of them", () => {
  const leaf = (rails: boolean) =>
    cluster("h100_2to1", `nodes = 32, scale_out.rail_optimised = ${rails}`).scaleOut;
  expect(leaf(true)).toMatchObject({ leafDevices: 256, oversubscription: 2, podDevices: null });
  expect(leaf(false)).toMatchObject({ leafDevices: 32 });
  expect(cluster("dgx_h100", "nodes = 2").scaleOut).toMatchObject({
    leafDevices: null,
    podOversubscription: 1,
  });
});

test("pods, groups of a dragonfly and sites", () => {
  expect(cluster("grand_teton_24k", "nodes = 4").scaleOut).toMatchObject({
    podDevices: 3_072,
    podOversubscription: 7,
  });
  const { kind, podDevices, podOversubscription } = cluster("frontier", "nodes = 4").scaleOut ?? {};
  expect([kind, podDevices]).toEqual(["dragonfly", 1_024]);
  expect(podOversubscription).toBeCloseTo(1 / 0.57, 9);
  expect(cluster("h100_two_sites", "nodes = 4").sites).toEqual({
    count: 2,
    bytesPerSecond: 8e11,
    latencySeconds: 5e-3,
  });
  expect(cluster("dgx_h100", "nodes = 4").sites).toBeNull();
});

test("optical switches close slices of whole cubes, wires those of a pod's width", () => {
  const closed = (from: string, shape: string) => cluster(from, `scale_up.shape = ${shape}`).scaleUp.closed;
  expect(closed("v4_pod", "[4, 4, 8]")).toEqual([true, true, true]);
  expect(closed("v4_pod", "[2, 4, 4]")).toEqual([false, false, false]);
  expect(closed("v5e_pod", "[8, 16]")).toEqual([false, true]);
});
