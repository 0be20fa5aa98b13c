import { bandwidth, count, seconds, wordList } from "../../notation/accepts.ts";
import type { Accepts, FieldRow, RecordRow } from "../../notation/row.ts";
import { moneyTags } from "./money.ts";
import { scaleOutTags } from "./scaleOut.ts";
import { scaleUpTags } from "./scaleUp.ts";

/** Makes a field of a pool that is the cluster's own where a pool does not set it. */
function asCluster(name: string, doc: string, accepts: Accepts, example: string): FieldRow {
  const words = [...(accepts.words ?? []), { word: "same", doc: "as the cluster's own" }];
  return { name, doc, accepts: { ...accepts, words }, default: "same", example };
}

const none = (doc: string) => wordList([["none", doc]]);
const names = (rows: readonly RecordRow[]): readonly string[] => rows.map(({ name }) => name);

/** Schema of the tags for clusters of unlike devices. */
export const poolTags: readonly RecordRow[] = [
  {
    name: "pool",
    doc: "Devices of one kind in a cluster of several kinds. What a pool does not set is the cluster's own.",
    fields: [
      {
        name: "device",
        doc: "The device of the pool.",
        accepts: { definition: "device" },
        example: "a100_80gb_sxm",
      },
      {
        name: "nodes",
        doc: "Nodes of the pool.",
        accepts: count(),
        default: "1",
        range: [1, 1e7],
        example: "64",
      },
      asCluster("devices_per_node", "Devices of one of the pool's nodes.", count("GPU"), "8"),
      asCluster(
        "scale_up",
        "The fast network among the devices of the pool's nodes.",
        { tags: names(scaleUpTags), words: none("a single device, or nothing faster than scale_out") },
        "nvswitch(bandwidth = 300 GB/s)",
      ),
      asCluster(
        "scale_out",
        "The network between the pool's nodes.",
        { tags: names(scaleOutTags) },
        "fat_tree(nic = 200 Gb/s)",
      ),
      asCluster(
        "price",
        "The price of one of the pool's devices.",
        {
          numbers: ["$/GPU/s"],
          tags: names(moneyTags).filter((name) => name === "reserved" || name === "owned"),
          words: none("no costs"),
        },
        "$1.50/GPU-hour",
      ),
    ],
  },
  {
    name: "link",
    doc: "A network between pools of devices.",
    fields: [
      {
        name: "bandwidth",
        doc: "Bandwidth of a pool to all others together, per direction.",
        accepts: bandwidth,
        unit: "Gb/s",
        range: [1, null],
        plausible: { least: 1e9 / 8, most: 1e15 / 8, because: "pools are joined by 1 Gb/s to some 100 Tb/s" },
        example: "3.2 Tb/s",
      },
      {
        name: "latency",
        doc: "Time of an empty message from one pool to another, one way.",
        accepts: {
          ...seconds,
          words: wordList([["network", "that of the slower pool's `scale_out`"]]),
        },
        default: "network",
        unit: "us",
        range: [0, 10],
        plausible: { most: 1, because: "light in fibre takes 0.1 s half way round the world" },
        example: "20 us",
      },
    ],
  },
];

/** Fields of a cluster for pools of unlike devices. */
export const poolFields: readonly FieldRow[] = [
  {
    name: "pools",
    doc: "Pools of unlike devices in one cluster: `pool(..)`, or other clusters. `device`, `nodes` and `devices` then follow from them, and `plan.place` says what of the plan runs where.",
    accepts: {
      list: { tags: ["pool"], definition: "cluster" },
      filled: true,
      words: wordList([["none", "all devices are alike"]]),
    },
    default: "none",
    example: "[pool(device = h100_sxm, nodes = 32), pool(device = a100_80gb_sxm, nodes = 64)]",
  },
  {
    name: "pool_link",
    doc: "The network between pools.",
    accepts: {
      tags: ["link"],
      words: wordList([["none", "the slower of the pools' own `scale_out`"]]),
    },
    default: "none",
    example: "link(bandwidth = 3.2 Tb/s)",
  },
];
