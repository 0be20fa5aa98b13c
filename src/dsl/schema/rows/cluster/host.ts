import { bandwidth, bytes, count, ratio, wordList } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

/** Schema of the tag `drives(..)`: the NVMe drives of a node, to which a plan may offload state. */

export const drivesTag: RecordRow = {
  name: "drives",
  doc: "NVMe drives of a node that training may use.",
  fields: [
    { name: "count", doc: "Drives of a node.", accepts: count(), range: [1, 1_000], example: "8" },
    {
      name: "capacity",
      doc: "Capacity of one drive.",
      accepts: bytes,
      unit: "TB",
      range: [1, null],
      plausible: { least: 1e10, most: 1e15, because: "drives have some hundred GB to some hundred TB" },
      example: "3.84 TB",
    },
    {
      name: "read",
      doc: "Sequential read bandwidth of one drive.",
      accepts: bandwidth,
      unit: "GB/s",
      default: "3.2 GB/s",
      range: [1, null],
      plausible: { least: 1e8, most: 1e11, because: "drives read 1 to 15 GB/s" },
      source: "NVIDIA GPUDirect Storage configuration guide: two drives of a DGX-2 read some 6.4 GB/s",
      example: "6.8 GB/s",
    },
    {
      name: "write",
      doc: "Sequential write bandwidth of one drive.",
      accepts: bandwidth,
      unit: "GB/s",
      default: "read / 2",
      range: [1, null],
      plausible: { least: 1e8, most: 1e11, because: "drives write 0.5 to 10 GB/s" },
      source: "a guess: by data sheets, drives write at about half of their read bandwidth",
      example: "4 GB/s",
    },
  ],
  positional: "count",
};

export const hostFields: readonly FieldRow[] = [
  {
    name: "host_memory",
    doc: "Host memory of a node, for offloaded state.",
    accepts: {
      numbers: ["B"],
      words: wordList([["none", "not known: offloaded state is not checked against it"]]),
    },
    unit: "TB",
    default: "none",
    range: [1, null],
    plausible: { least: 1e9, most: 1e15, because: "nodes have some hundred GB to some TB" },
    example: "2 TB",
  },
  {
    name: "host_link_devices",
    doc: "Devices behind one link to the host's processors (the uplink of a PCI Express switch). They share its bandwidth, `device.host_link`, when they copy at once.",
    accepts: count(),
    default: "1",
    range: [1, 1_000],
    source: "NVIDIA HGX H100: a switch's uplink for each device",
    example: "2",
  },
  {
    name: "host_memory_bandwidth",
    doc: "Bandwidth of the host memory, for all processors of a node together. Optimizer updates of offloaded state and the copies of all devices share it.",
    accepts: bandwidth,
    unit: "GB/s",
    default: "if device.host_link > 40 GB/s then 614.4 GB/s else 409.6 GB/s",
    range: [1, null],
    plausible: { least: 1e9, most: 1e14, because: "nodes have some hundred GB/s" },
    source: "two processors with eight channels each: DDR5-4800 with PCI Express 5.0, DDR4-3200 before it",
    example: "400 GB/s",
  },
  {
    name: "host_efficiency",
    doc: "Share of the host memory's bandwidth that an optimizer update on the processors reaches.",
    accepts: ratio,
    default: "50%",
    range: [0.01, 1],
    calibrated: [0.05, 1],
    source: "a guess; arXiv:2101.06840, section 5.1, finds the update bound by memory",
    example: "50%",
  },
  {
    name: "nvme",
    doc: "Drives of a node that plans may offload to.",
    accepts: { tags: ["drives"], words: wordList([["none", "no drives for training"]]) },
    default: "none",
    example: "drives(8, capacity = 3.84 TB)",
  },
];
