import { count, ratio, seconds, wordList, words } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

const interval: FieldRow = {
  name: "interval",
  doc: "Training time from one checkpoint to the next.",
  accepts: {
    ...seconds,
    words: wordList([
      ["optimal", "the interval that loses the least time, computed exactly"],
      ["young_daly", "Daly's approximation, for checkpoints much shorter than the time between failures"],
      ["young", "Young's approximation: sqrt(2 * time a checkpoint pauses training * time between failures)"],
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
  doc: "Time a checkpoint pauses training in addition to copying its bytes: planning who writes what, staging buffers, barriers of all ranks.",
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
  doc: "Number of full checkpoints in storage, paid for by `cluster.storage_price`.",
  accepts: count(),
  default: "2",
  range: [1, 1e6],
  source: "a guess: the last one, and the one before in case it is broken",
  example: "5",
};

/** Schema of the tags for checkpoints: how a plan saves its state. */
export const checkpointTags: readonly RecordRow[] = [
  {
    name: "sharded",
    doc: "A sharded checkpoint: every device writes its shard of weights and optimizer state, each part once.",
    fields: [
      interval,
      {
        name: "overlap",
        doc: "Whether training goes on while a checkpoint is written.",
        accepts: words([
          ["async", "only the copy to host memory pauses training"],
          ["none", "training waits for the storage"],
        ]),
        default: "async",
        example: "async",
      },
      {
        name: "to",
        doc: "Where checkpoints are written.",
        accepts: words([
          ["storage", "the cluster's shared storage"],
          ["local", "the drives of each node: `cluster.nvme`"],
        ]),
        default: "storage",
        example: "storage",
      },
      {
        name: "writers",
        doc: "Who writes the state that several data-parallel ranks replicate.",
        accepts: words([
          ["all", "each rank writes a share"],
          ["first", "the first replica writes all of it"],
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
        doc: "One checkpoint in this many is full; the others are increments on the previous one.",
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
        doc: "The largest share of time that checkpoint writes may occupy shared storage, if a rule chooses the interval. The rest is for reading data and for other jobs.",
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
    doc: "In-memory checkpoints: devices copy their state to host memory while training continues, and some copies go on to storage.",
    fields: [
      interval,
      {
        name: "replicas",
        doc: "Hosts that keep a copy of a device's state, including its own.",
        accepts: count(),
        default: "2",
        range: [1, 64],
        source: "GEMINI, SOSP '23",
        example: "2",
      },
      {
        name: "persist",
        doc: "Time between copies to shared storage, which survive when the copies in memory are lost.",
        accepts: seconds,
        unit: "h",
        default: "3 h",
        range: [1, null],
        source:
          "bigscience-workshop/bigscience, train/tr11-176B-ml/chronicles.md: every 100 iterations, about 3 hours",
        example: "3 h",
      },
      stall(
        "0.1 s",
        "the lowest published stall: copies are sent while the network is idle (GEMINI, SOSP '23)",
      ),
      kept,
    ],
    positional: "interval",
  },
  {
    name: "shrink",
    doc: "Elastic training: replicas with a missing node stop while the others continue; they rejoin when nodes are back.",
    fields: [
      {
        name: "batch",
        doc: "Size of the global batch while replicas are missing.",
        accepts: words([
          ["kept", "the remaining replicas run more micro-batches"],
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
    doc: "Simulated runs with random failures.",
    fields: [
      {
        name: "runs",
        doc: "Number of runs.",
        accepts: count(),
        default: "10_000",
        range: [2, 1e6],
        example: "10_000",
      },
      {
        name: "seed",
        doc: "Random seed: the same seed gives the same runs.",
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
    doc: "Behaviour of the run while nodes are missing.",
    accepts: { tags: ["shrink"], words: wordList([["none", "it waits for them"]]) },
    default: "none",
    example: "shrink(batch = kept)",
  },
  {
    name: "simulate",
    doc: "Number of runs that `simulation` draws, and their random seed.",
    accepts: { tags: ["monte_carlo"] },
    default: "monte_carlo",
    example: "monte_carlo(runs = 1_000, seed = 7)",
  },
];
