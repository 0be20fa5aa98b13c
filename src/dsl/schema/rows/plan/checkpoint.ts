import { count, ratio, seconds, wordList, words } from "../../accepts.ts";
import type { FieldRow, RecordRow } from "../../row.ts";

const interval: FieldRow = {
  name: "interval",
  doc: "Training from one checkpoint to the next.",
  accepts: {
    ...seconds,
    words: wordList([
      ["optimal", "the one that loses least, exactly"],
      ["young_daly", "Daly's estimate of it, for checkpoints much shorter than the time between failures"],
      ["young", "Young's: sqrt(2 * time it stops training * time between failures)"],
    ]),
  },
  unit: "min",
  default: "optimal",
  range: [1, null],
  source: "Young, CACM 17(9), 1974; Daly, FGCS 22(3), 2006; Bougeret et al., SC '11, theorem 1",
  example: "30 min",
};

const stall = (value: string, source: string): FieldRow => ({
  name: "stall",
  doc: "Time that a checkpoint stops training for beside the copy of its bytes: planning who writes what, staging buffers, barriers of all ranks.",
  accepts: seconds,
  unit: "s",
  default: value,
  range: [0, null],
  plausible: { most: 600, because: "published stalls of asynchronous checkpoints are below 1 s" },
  source,
  example: "0.3 s",
});

const kept: FieldRow = {
  name: "kept",
  doc: "Full checkpoints that stay in storage, which `cluster.storage_price` asks money for.",
  accepts: count(),
  default: "2",
  range: [1, 1e6],
  source: "a guess: the last one, and the one before in case it is broken",
  example: "5",
};

/** How a plan saves its state. */
export const checkpointTags: readonly RecordRow[] = [
  {
    name: "sharded",
    doc: "Weights and optimizer state are written once each, by the devices that hold them.",
    fields: [
      interval,
      {
        name: "overlap",
        doc: "Whether training goes on while a checkpoint is written.",
        accepts: words([
          ["async", "only the copy to host memory stops training"],
          ["none", "training waits for the storage"],
        ]),
        default: "async",
        example: "async",
      },
      {
        name: "to",
        doc: "Where it goes.",
        accepts: words([
          ["storage", "the cluster's shared storage"],
          ["local", "the drives of each node: `cluster.nvme`"],
        ]),
        default: "storage",
        example: "storage",
      },
      {
        name: "writers",
        doc: "Who writes what several data-parallel ranks hold alike.",
        accepts: words([
          ["all", "each of them a share"],
          ["first", "the first of them"],
        ]),
        default: "all",
        example: "first",
      },
      {
        name: "changed",
        doc: "Share of the state that an incremental checkpoint writes; 100% where each is a full one.",
        accepts: ratio,
        default: "100%",
        range: [1e-6, 1],
        source: "arXiv:2010.08679",
        example: "25%",
      },
      {
        name: "full_every",
        doc: "Of how many checkpoints one is full; the others are increments on the one before.",
        accepts: count(),
        default: "1",
        range: [1, 1e6],
        example: "10",
      },
      stall(
        "0.5 s",
        "ByteCheckpoint, NSDI '25 (arXiv:2407.20143): 0.36 s on 4,800 GPUs, 0.59 s on 8,960 (Table 8)",
      ),
      {
        name: "storage_share",
        doc: "Share of the time that writing checkpoints may keep the shared storage busy, where a rule chooses the interval: the rest is for reading data and for other jobs.",
        accepts: ratio,
        unit: "%",
        default: "10%",
        range: [0.001, 1],
        source: "a guess: of 85,000 checkpoints of production runs few keep storage busy (VAST Data, 2025)",
        example: "5%",
      },
      kept,
    ],
    positional: "interval",
  },
  {
    name: "in_memory",
    doc: "Devices copy their state to the memory of hosts, beside training; now and then it goes on to storage.",
    fields: [
      interval,
      {
        name: "replicas",
        doc: "Hosts that keep a device's state, its own among them.",
        accepts: count(),
        default: "2",
        range: [1, 64],
        source: "GEMINI, SOSP '23",
        example: "2",
      },
      {
        name: "persist",
        doc: "From one copy to the shared storage to the next: what is left when memory is lost.",
        accepts: seconds,
        unit: "h",
        default: "3 h",
        range: [1, null],
        source:
          "bigscience-workshop/bigscience, train/tr11-176B-ml/chronicles.md: every 100 iterations, about 3 hours",
        example: "3 h",
      },
      stall("0.1 s", "the least of published stalls: copies go out in the network's gaps (GEMINI, SOSP '23)"),
      kept,
    ],
    positional: "interval",
  },
  {
    name: "shrink",
    doc: "While nodes are missing, the replicas that miss one stop and the others train on; they join again when nodes are back.",
    fields: [
      {
        name: "batch",
        doc: "What becomes of the global batch meanwhile.",
        accepts: words([
          ["kept", "those left take more micro-batches"],
          ["smaller", "it shrinks with the replicas"],
        ]),
        default: "kept",
        example: "smaller",
      },
    ],
    positional: "batch",
  },
  {
    name: "monte_carlo",
    doc: "Runs with failures drawn by chance.",
    fields: [
      {
        name: "runs",
        doc: "How many.",
        accepts: count(),
        default: "10_000",
        range: [2, 1e6],
        example: "10_000",
      },
      {
        name: "seed",
        doc: "Of the chances: the same seed gives the same runs.",
        accepts: count(),
        default: "1",
        range: [0, 2 ** 32 - 1],
        example: "7",
      },
    ],
    positional: "runs",
  },
];

export const checkpointFields: readonly FieldRow[] = [
  {
    name: "checkpoint",
    doc: "How state is saved.",
    accepts: { tags: ["sharded", "in_memory"], words: wordList([["none", "nothing is saved"]]) },
    default: "none",
    example: "sharded(interval = optimal, overlap = async)",
  },
  {
    name: "elastic",
    doc: "What the run does while nodes are missing.",
    accepts: { tags: ["shrink"], words: wordList([["none", "it waits for them"]]) },
    default: "none",
    example: "shrink(batch = kept)",
  },
  {
    name: "simulate",
    doc: "How many runs `simulation` draws, and from which seed.",
    accepts: { tags: ["monte_carlo"] },
    default: "monte_carlo",
    example: "monte_carlo(runs = 1_000, seed = 7)",
  },
];
