import { bandwidth, count, ratio, seconds, tags, wordList, words } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

const exchange = (value: string, source: string): FieldRow => ({
  name: "exchange",
  doc: "Format in which weight changes are exchanged.",
  accepts: words([
    ["fp32", "as DiLoCo does"],
    ["bf16", "half of it"],
    ["fp8", "a quarter"],
    ["fp4", "an eighth (arXiv:2501.18512, section 3.3)"],
  ]),
  default: value,
  source,
  example: "bf16",
});

const direction = (name: string, doc: string, example: string): FieldRow => ({
  name,
  doc,
  accepts: bandwidth,
  unit: "Gb/s",
  range: [1, null],
  example,
});

/** Fields of differential privacy and secure aggregation in federated averaging. */
const privacyFields: readonly FieldRow[] = [
  {
    name: "noise",
    doc: "Differential privacy: standard deviation of the Gaussian noise on a round's sum, in units of `clip` (arXiv:1710.06963).",
    accepts: { ...ratio, words: wordList([["none", "no noise, no guarantee"]]) },
    default: "none",
    range: [0.1, 1e4],
    source: "arXiv:1710.06963, algorithm 1: z",
    example: "1.1",
  },
  {
    name: "clip",
    doc: "Norm to which the server's clients clip their changes. The guarantee depends on `noise` alone, which is relative to it.",
    accepts: { ...ratio, words: wordList([["none", "changes are sent as they are"]]) },
    default: "if noise == none then none else 1",
    range: [1e-9, 1e9],
    source: "arXiv:1710.06963, algorithm 1: S",
    example: "1",
  },
  {
    name: "population",
    doc: "Clients from which each round selects at random. The fewer a round selects, the better they are hidden.",
    accepts: count(),
    default: "clients",
    range: [1, 1e12],
    example: "1_000_000",
  },
  {
    name: "delta",
    doc: "Probability with which the guarantee may fail.",
    accepts: ratio,
    default: "1 / (population + 1) ^ 1.1",
    range: [1e-30, 0.5],
    source: "arXiv:1710.06963, section 4: 1 / n^1.1",
    example: "0.00001",
  },
  {
    name: "rounds",
    doc: "Rounds over which the guarantee is counted.",
    accepts: { ...count(), words: wordList([["run", "as many as `tokens` take"]]) },
    default: "run",
    range: [1, 1e9],
    example: "5_000",
  },
  {
    name: "secure",
    doc: "Secure aggregation: masks that cancel in the sum hide each client's changes from the server (arXiv:1611.04482).",
    accepts: { ...tags("secagg"), words: wordList([["none", "the server sees each client's changes"]]) },
    default: "none",
    example: "secagg()",
  },
];

/** Schema of secure aggregation. */
export const secureTag: RecordRow = {
  name: "secagg",
  doc: "Secure aggregation. Changes become integers that are summed without overflow, and every client exchanges keys and shares of secrets.",
  fields: [
    {
      name: "neighbours",
      doc: "Clients with which a client shares keys: all in SecAgg, some hundred in SecAgg+ (Bell et al., CCS 2020).",
      accepts: { ...count(), words: wordList([["all", "all clients of the round"]]) },
      default: "all",
      range: [1, 1e6],
      source: "Bell et al., CCS 2020, section 3",
      example: "100",
    },
  ],
};

/** Schema of the tags for the synchronization of replicas, such as local SGD. */
export const syncTags: readonly RecordRow[] = [
  {
    name: "synchronous",
    doc: "All replicas sum their gradients in every step.",
    fields: [
      {
        name: "backup",
        doc: "Backup workers: each step drops the gradients of this many slowest replicas (arXiv:1604.00981).",
        accepts: count(),
        default: "0",
        range: [0, 1e6],
        source: "arXiv:1604.00981, section 3",
        example: "2",
      },
    ],
    positional: "backup",
  },
  {
    name: "local_sgd",
    doc: "Local SGD: islands (groups of replicas) train independently and average their weight changes every few steps (arXiv:1805.09767; DiLoCo, arXiv:2311.08105).",
    fields: [
      {
        name: "steps",
        doc: "Steps between two synchronisations.",
        accepts: count(),
        default: "500",
        range: [1, 1e9],
        source: "arXiv:2311.08105, section 3",
        example: "500",
      },
      {
        name: "islands",
        doc: "Number of islands, each with dp / islands replicas.",
        accepts: count(),
        range: [1, 1e7],
        example: "cluster.sites.count",
      },
      exchange("fp32", "arXiv:2311.08105"),
    ],
    positional: "steps",
  },
  {
    name: "federated",
    doc: "Federated averaging: clients train independently and send their weight changes to a server, which selects some clients in each round (arXiv:1602.05629).",
    fields: [
      {
        name: "steps",
        doc: "Steps per client and round.",
        accepts: count(),
        default: "500",
        range: [1, 1e9],
        source: "arXiv:2405.10853, section 4: 500 steps a round for language models of up to 7B parameters",
        example: "500",
      },
      {
        name: "clients",
        doc: "Number of clients, each with dp / clients replicas.",
        accepts: count(),
        range: [1, 1e7],
        example: "16",
      },
      {
        name: "participation",
        doc: "Share of the clients selected per round; the others wait.",
        accepts: ratio,
        unit: "%",
        default: "100%",
        range: [0, 1],
        source: "arXiv:1602.05629, algorithm 1: C",
        example: "50%",
      },
      {
        name: "dropout",
        doc: "Share of the selected clients whose update is lost or arrives too late.",
        accepts: ratio,
        unit: "%",
        default: "0%",
        range: [0, 0.99],
        plausible: {
          most: 0.3,
          because: "rounds of phones lose 6% to 10% of them (arXiv:1902.01046, section 9)",
        },
        example: "6%",
      },
      direction(
        "server",
        "Bandwidth of the server per direction, shared by the clients of a round.",
        "10 Gb/s",
      ),
      direction("client", "Bandwidth of one client, per direction.", "1 Gb/s"),
      {
        name: "latency",
        doc: "One-way latency from a client to the server.",
        accepts: seconds,
        unit: "ms",
        default: "0 s",
        range: [0, null],
        example: "50 ms",
      },
      exchange("fp32", "arXiv:1602.05629"),
      ...privacyFields,
    ],
    positional: "steps",
  },
  {
    name: "gossip",
    doc: "Gossip: workers average their weights with a few neighbours, and no collective spans all of them (D-PSGD, arXiv:1705.09056; SGP, arXiv:1811.10792).",
    fields: [
      {
        name: "neighbours",
        doc: "Neighbours that a worker sends its weights to each time: 1 for SGP on an exponential graph and for pairs, 2 for D-PSGD on a ring.",
        accepts: count(),
        default: "1",
        range: [1, 1e6],
        source: "arXiv:1811.10792, section 5: 1-peer exponential graph",
        example: "2",
      },
      {
        name: "steps",
        doc: "Steps between two exchanges.",
        accepts: count(),
        default: "1",
        range: [1, 1e9],
        source: "arXiv:1705.09056, algorithm 1",
        example: "1",
      },
      {
        name: "workers",
        doc: "Number of workers, each with dp / workers replicas that synchronise in every step.",
        accepts: { ...count(), words: [{ word: "replicas", doc: "every replica is a worker" }] },
        default: "replicas",
        range: [2, 1e7],
        example: "16",
      },
      exchange("fp32", "arXiv:1705.09056"),
    ],
    positional: "neighbours",
  },
  {
    name: "asynchronous",
    doc: "Asynchronous training: every replica pushes gradients to parameter servers and pulls weights without waiting for others (Li et al., OSDI 2014).",
    fields: [
      {
        name: "servers",
        doc: "Number of parameter servers.",
        accepts: count(),
        range: [1, 1e6],
        example: "8",
      },
      direction("bandwidth", "Bandwidth of one server, per direction.", "200 Gb/s"),
      {
        name: "bound",
        doc: "The most steps that a replica may be ahead of the slowest one (stale synchronous parallel: Ho et al., NIPS 2013); it bounds `staleness`.",
        accepts: { ...count(), words: wordList([["none", "any number"]]) },
        default: "none",
        range: [0, 1e9],
        example: "3",
      },
    ],
  },
];

export const syncField: FieldRow = {
  name: "sync",
  doc: "When replicas synchronise, and which of them wait.",
  accepts: tags(...syncTags.map(({ name }) => name)),
  default: "synchronous",
  example: "synchronous(backup = 2)",
};
