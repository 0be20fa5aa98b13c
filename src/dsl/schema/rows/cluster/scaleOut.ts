import { bandwidth, count, ratio, truth } from "../../accepts.ts";
import type { FieldRow, RecordRow } from "../../row.ts";
import { baseLatency, efficiency, guess, latency, links, NCCL_HOPS, sharp } from "./link.ts";

const nic: FieldRow = {
  name: "nic",
  doc: "Rate of one NIC, per direction; cards are sold in bits.",
  accepts: bandwidth,
  unit: "Gb/s",
  range: [1, null],
  plausible: { least: 1e9 / 8, most: 1.6e12 / 8, because: "NICs carry 10 to 800 Gb/s" },
  example: "400 Gb/s",
};
const nicsPerNode: FieldRow = {
  name: "nics_per_node",
  doc: "Network cards of one node.",
  accepts: count(),
  default: "devices_per_node",
  range: [1, 100_000],
  plausible: { most: 512, because: "nodes have about one card per device" },
  example: "8",
};
const railOptimised = (value: string): FieldRow => ({
  name: "rail_optimised",
  doc: "Whether devices of one rank in their nodes share a leaf switch, so that a leaf joins as many nodes as it has ports. It tells only where `leaf_ports` are given and `oversubscription` is more than 1.",
  accepts: truth,
  default: value,
  example: "true",
});
const orNone = { word: "none", doc: "not said" };
const oversubscription: FieldRow = {
  name: "oversubscription",
  doc: "Bandwidth below a leaf switch over bandwidth above it: 1 is full bisection, 2 halves what leaves a leaf.",
  accepts: ratio,
  default: "1",
  range: [1, 100],
  example: "2",
};
/** Leaves and pods of a tree of switches. */
const tree: readonly FieldRow[] = [
  oversubscription,
  {
    name: "leaf_ports",
    doc: "Ports of a leaf switch to NICs. Without it each scale-up domain meets the oversubscription for itself.",
    accepts: { ...count(), words: [orNone] },
    default: "none",
    range: [1, 10_000],
    example: "32",
  },
  {
    name: "pod",
    doc: "Nodes of a pod: inside one, nothing but `oversubscription` narrows the way.",
    accepts: { ...count(), words: [orNone] },
    default: "none",
    range: [1, 1e7],
    example: "384",
  },
  {
    name: "pod_oversubscription",
    doc: "Bandwidth of a pod's leaves upwards over what leaves the pod.",
    accepts: ratio,
    default: "1",
    range: [1, 1_000],
    example: "7",
  },
];

/** What joins scale-up domains. */
export const scaleOutTags: readonly RecordRow[] = [
  {
    name: "fat_tree",
    doc: "A switched fabric of leaves and spines (InfiniBand, or Ethernet built alike).",
    fields: [
      nic,
      nicsPerNode,
      railOptimised("true"),
      ...tree,
      latency("2.7 us", NCCL_HOPS),
      baseLatency("14 us", "NVIDIA/nccl-tests, issue 150: 20 us for 8 bytes between two nodes"),
      sharp,
      efficiency(
        "86%",
        "NVIDIA/nccl, issue 1048: 86 of 100 GB/s between two nodes; NVIDIA/nccl-tests, issue 119: 85 on the average, 96 at most",
      ),
    ],
    positional: "nic",
  },
  {
    name: "ethernet",
    doc: "Ethernet with RDMA (RoCE) or without.",
    fields: [
      nic,
      nicsPerNode,
      railOptimised("false"),
      ...tree,
      latency("5 us", guess),
      baseLatency("14 us", "taken to be as on InfiniBand"),
      efficiency("80%", guess),
    ],
    positional: "nic",
  },
  {
    name: "efa",
    doc: "Amazon's Elastic Fabric Adapter.",
    fields: [
      nic,
      nicsPerNode,
      railOptimised("false"),
      ...tree,
      latency("30 us", `${links}: four p6-b200 nodes`),
      baseLatency("14 us", "taken to be as on InfiniBand"),
      efficiency("95%", `${links}: two p4de nodes, four p6-b200 nodes`),
    ],
    positional: "nic",
  },
  {
    name: "omni_path",
    doc: "Intel's, now Cornelis Networks', Omni-Path.",
    fields: [
      nic,
      nicsPerNode,
      railOptimised("true"),
      ...tree,
      latency("5 us", guess),
      baseLatency("14 us", "taken to be as on InfiniBand"),
      efficiency("34%", "bigscience's chronicles: all-reduce at 135 of 400 Gb/s between two nodes"),
    ],
    positional: "nic",
  },
  {
    name: "dragonfly",
    doc: "Groups of switches that are all joined with each other, and groups that are all joined with each other (HPE Slingshot).",
    fields: [
      nic,
      nicsPerNode,
      {
        name: "group",
        doc: "Nodes of a group.",
        accepts: count(),
        range: [1, 1e6],
        example: "128",
      },
      {
        name: "taper",
        doc: "Bandwidth that leaves a group over what its nodes send.",
        accepts: ratio,
        unit: "%",
        default: "100%",
        range: [0.001, 1],
        example: "57%",
      },
      latency("5 us", guess),
      baseLatency("14 us", "taken to be as on InfiniBand"),
      efficiency("80%", guess),
    ],
    positional: "nic",
  },
  {
    name: "dcn",
    doc: "A data-centre network between slices of TPUs.",
    fields: [
      {
        name: "per_chip",
        doc: "Bandwidth of one chip's share, per direction.",
        accepts: bandwidth,
        unit: "Gb/s",
        range: [1, null],
        plausible: { least: 1e8, most: 1.6e12 / 8, because: "a chip's share is some 10 Gb/s" },
        example: "50 Gb/s",
      },
      oversubscription,
      latency("50 us", guess),
      baseLatency("10 us", guess),
      efficiency("75%", guess),
    ],
    positional: "per_chip",
  },
];
