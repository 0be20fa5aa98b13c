import { count, ratio, seconds, wordList, words } from "../../accepts.ts";
import type { FieldRow, RecordRow } from "../../row.ts";

const fields: readonly FieldRow[] = [
  {
    name: "scenario",
    doc: "What the job runs: its devices, its time and its checkpoints are the job's, unless they are written.",
    accepts: { scenario: true, words: wordList([["none", "what the job takes is written"]]) },
    default: "none",
    example: "base",
  },
  {
    name: "name",
    doc: "What it is called in tables and figures; the scenario's name by itself.",
    accepts: { text: true, words: wordList([["none", "as its scenario"]]) },
    default: "none",
    example: '"ablation"',
  },
  {
    name: "submit",
    doc: "When it is submitted.",
    accepts: seconds,
    unit: "h",
    default: "0 s",
    range: [0, null],
    example: "2 h",
  },
  {
    name: "devices",
    doc: "Devices that it runs on, all at once; it has its nodes for itself.",
    accepts: count("GPU"),
    default: "scenario.cluster.devices",
    range: [1, 1e7],
    example: "64",
  },
  {
    name: "time",
    doc: "Time that it takes where nothing preempts it: `time_to_train` of a run with a token budget.",
    accepts: seconds,
    unit: "h",
    default: "scenario.time_to_train",
    range: [1, null],
    example: "12 h",
  },
  {
    name: "limit",
    doc: "What the scheduler is told that it takes at most: reservations go by it.",
    accepts: seconds,
    unit: "h",
    default: "time",
    range: [1, null],
    example: "24 h",
  },
  {
    name: "priority",
    doc: "Its own priority: what `order = priority` goes by, and what it takes to preempt others.",
    accepts: ratio,
    default: "0",
    range: [-1e9, 1e9],
    example: "10",
  },
  {
    name: "team",
    doc: "Who it is of, for quotas and fair share.",
    accepts: { text: true },
    default: '"all"',
    example: '"vision"',
  },
  {
    name: "checkpoint",
    doc: "Progress from one checkpoint to the next: what a preempted job goes back to.",
    accepts: {
      ...seconds,
      words: wordList([
        ["plan", "as the scenario's plan says; nothing for a job without one"],
        ["none", "nothing is saved: a preempted job begins anew"],
      ]),
    },
    unit: "min",
    default: "plan",
    range: [1, null],
    example: "30 min",
  },
  {
    name: "restart",
    doc: "From a start after a preemption to progress.",
    accepts: {
      ...seconds,
      words: wordList([
        [
          "cluster",
          "launching and loading the checkpoint, as the scenario's cluster says; nothing for a job without one",
        ],
      ]),
    },
    unit: "min",
    default: "cluster",
    range: [0, null],
    example: "10 min",
  },
  {
    name: "copies",
    doc: "Jobs like this one.",
    accepts: count(),
    default: "1",
    range: [1, 1e5],
    example: "20",
  },
  {
    name: "every",
    doc: "From one of them to the next.",
    accepts: seconds,
    unit: "h",
    default: "0 s",
    range: [0, null],
    example: "3 h",
  },
  {
    name: "random",
    doc: "What is drawn by chance, from the queue's `seed`, with the written times as its means.",
    accepts: words([
      ["nothing", "one submission every `every`"],
      ["arrivals", "the times between submissions: a Poisson process"],
      ["both", "and the time that each takes, exponentially: an M/M/c queue where a job has one node"],
    ]),
    default: "nothing",
    example: "arrivals",
  },
];

export const jobTag: RecordRow = {
  name: "job",
  doc: "A job, or several that are alike.",
  fields,
  positional: "scenario",
};
