import { count, ratio, seconds, wordList, words } from "../accepts.ts";
import type { FieldRow, RecordRow } from "../row.ts";

/** Jobs that share a cluster, and the rules by which they get their nodes. */

const MULTIFACTOR = "slurm.schedmd.com/priority_multifactor.html";

const weight = (name: string, doc: string): FieldRow => ({
  name,
  doc,
  accepts: ratio,
  default: "0",
  range: [0, null],
  example: "1",
});

const jobFields: readonly FieldRow[] = [
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

export const queueTags: readonly RecordRow[] = [
  { name: "job", doc: "A job, or several that are alike.", fields: jobFields, positional: "scenario" },
  {
    name: "team",
    doc: "Who jobs are of.",
    fields: [
      { name: "name", doc: "As its jobs write it.", accepts: { text: true }, example: '"vision"' },
      {
        name: "quota",
        doc: "Devices that its jobs may have at once.",
        accepts: { ...count("GPU"), words: wordList([["none", "any number"]]) },
        default: "none",
        range: [1, 1e7],
        example: "64",
      },
      {
        name: "share",
        doc: "Its share of the cluster over those of all teams, for fair share.",
        accepts: ratio,
        default: "1",
        range: [1e-6, 1e6],
        example: "2",
      },
    ],
    positional: "name",
  },
  {
    name: "multifactor",
    doc: "The sum of weighted factors, the largest first, as Slurm's priority/multifactor.",
    fields: [
      weight("age", "Of the time since submission, 1 at `max_age`."),
      weight("fair_share", "Of the team's fair share: 2^(-used / share)."),
      weight("size", "Of the job's part of the cluster's nodes."),
      weight("priority", "Of the job's own priority."),
      {
        name: "max_age",
        doc: "Age from which on it counts no more.",
        accepts: seconds,
        unit: "days",
        default: "7 days",
        range: [1, null],
        source: "slurm.schedmd.com/slurm.conf.html: PriorityMaxAge",
        example: "1 days",
      },
    ],
  },
];

export const queueRow: RecordRow = {
  name: "queue",
  doc: "Jobs that share a cluster.",
  fields: [
    {
      name: "cluster",
      doc: "What they share.",
      accepts: { definition: "cluster" },
      example: "pod",
    },
    {
      name: "jobs",
      doc: "Who wants what, when.",
      accepts: { list: { tags: ["job"] } },
      example: "[job(base), job(small, submit = 2 h)]",
    },
    {
      name: "teams",
      doc: "Quotas and shares; a team that is not listed has no quota, and the share 1, where none is.",
      accepts: { list: { tags: ["team"] } },
      default: "[]",
      example: '[team("vision", quota = 64)]',
    },
    {
      name: "order",
      doc: "Which waiting job is next; of equals the one that was submitted first.",
      accepts: {
        tags: ["multifactor"],
        words: wordList([
          ["submitted", "the one that was submitted first"],
          ["shortest", "the one with the least `limit`"],
          ["priority", "the one with the highest `priority`"],
          ["fair_share", "of the team that used least of its share"],
        ]),
      },
      default: "submitted",
      source: MULTIFACTOR,
      example: "priority",
    },
    {
      name: "backfill",
      doc: "Who may pass a job that waits.",
      accepts: words([
        ["none", "nobody"],
        ["easy", "who does not delay the first one that waits (Lifka, JSSPP 1995)"],
        ["conservative", "who delays nobody before it (Mu'alem and Feitelson, IEEE TPDS 12(6), 2001)"],
      ]),
      default: "easy",
      source: "slurm.schedmd.com/sched_config.html: backfill is Slurm's default",
      example: "none",
    },
    {
      name: "preemption",
      doc: "Whether a job that does not fit ends others, which wait again and go on from their last checkpoints.",
      accepts: words([
        ["none", "never"],
        ["lower_priority", "those of lower `priority`, the fewest that are needed"],
      ]),
      default: "none",
      source: "kueue.sigs.k8s.io/docs/concepts/preemption; slurm.schedmd.com/preempt.html",
      example: "lower_priority",
    },
    {
      name: "placement",
      doc: "Which nodes a job gets.",
      accepts: words([
        ["anywhere", "whichever are free"],
        ["preferred", "under as few leaves of the fabric as are free"],
        ["required", "under no more leaves than would hold it, or it waits"],
      ]),
      default: "preferred",
      source: "slurm.schedmd.com/topology.html; kueue.sigs.k8s.io/docs/concepts/topology_aware_scheduling",
      example: "required",
    },
    {
      name: "leaf",
      doc: "Nodes under one leaf of the fabric.",
      accepts: {
        ...count(),
        words: wordList([["fabric", "as `cluster.scale_out` says; all of them where it says nothing"]]),
      },
      default: "fabric",
      range: [1, 1e7],
      example: "16",
    },
    {
      name: "half_life",
      doc: "In which what a team has used counts half.",
      accepts: seconds,
      unit: "days",
      default: "7 days",
      range: [1, null],
      source: "slurm.schedmd.com/slurm.conf.html: PriorityDecayHalfLife",
      example: "14 days",
    },
    {
      name: "seed",
      doc: "Of what jobs draw by chance: the same seed gives the same jobs.",
      accepts: count(),
      default: "1",
      range: [0, 2 ** 31 - 1],
      example: "7",
    },
  ],
};
