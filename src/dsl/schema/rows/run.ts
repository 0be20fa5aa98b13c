import { count, wordList } from "../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../notation/row.ts";
import { planRow } from "./plan.ts";

/** Source of a ramp's shape: the code of Megatron-LM. */
const RAMP =
  "Megatron-LM megatron/core/num_microbatches_calculator.py: RampupBatchsizeNumMicroBatchesCalculator";

const rampTag: RecordRow = {
  name: "ramp",
  doc: "A batch that grows step by step to the phase's `global_batch`, each size for the same number of tokens.",
  fields: [
    {
      name: "from",
      doc: "The first batch.",
      accepts: count("sequence"),
      unit: "sequences",
      range: [1, null],
      source: RAMP,
      example: "768 sequences",
    },
    {
      name: "by",
      doc: "Growth of the batch from one size to the next.",
      accepts: count("sequence"),
      unit: "sequences",
      range: [1, null],
      source: RAMP,
      example: "384 sequences",
    },
    {
      name: "over",
      doc: "Tokens after which the batch is the phase's `global_batch`.",
      accepts: { ...count("token"), words: wordList([["phase", "all tokens of the phase"]]) },
      unit: "tokens",
      default: "phase",
      range: [1, null],
      source: RAMP,
      example: "469B tokens",
    },
  ],
  positional: "from",
};

/** Fields of a plan in a phase. A field that the phase does not set has the value of the run's scenario. */
const planFields = planRow.fields.map(({ default: _, ...field }): FieldRow => ({ ...field, derived: true }));

const part = (name: "model" | "cluster" | "plan", doc: string): FieldRow => ({
  name,
  doc,
  accepts: { definition: name },
  derived: true,
  example: name === "cluster" ? "pod with { nodes = 512 }" : name,
});

const phaseTag: RecordRow = {
  name: "phase",
  doc: "A phase of a run: the run's scenario with changes.",
  fields: [
    {
      name: "name",
      doc: "Name of the phase in tables and figures; by default its number.",
      accepts: { text: true, words: wordList([["none", "its number"]]) },
      default: "none",
      example: '"long context"',
    },
    part("model", "The model of this phase, if it is not the run's."),
    part("cluster", "The machine of this phase, if it is not the run's."),
    part("plan", "The whole plan of this phase, if it is not the run's."),
    {
      name: "ramp",
      doc: "A batch that grows during the phase.",
      accepts: { tags: ["ramp"], words: wordList([["none", "the same batch for the whole phase"]]) },
      default: "none",
      example: "ramp(768 sequences, by = 768 sequences)",
    },
    {
      name: "copies",
      doc: "Number of equal trainings of this phase that run at the same time, each on devices of its own: the models that are averaged afterwards.",
      accepts: count(),
      default: "1",
      range: [1, 1e4],
      example: "3",
    },
    ...planFields,
  ],
  positional: "name",
  also: "plan",
};

export const runTags: readonly RecordRow[] = [phaseTag, rampTag];

export const runRow: RecordRow = {
  name: "run",
  doc: "Phases of one training, one after the other.",
  fields: [
    {
      name: "scenario",
      doc: "The scenario that the phases change.",
      accepts: { scenario: true },
      example: "base",
    },
    {
      name: "phases",
      doc: "The phases, in their order. Each is the scenario with changes: fields of a plan, or another `model`, `cluster` or `plan`.",
      accepts: { list: { tags: ["phase"] }, filled: true },
      example: "[phase(tokens = 14T tokens), phase(seq_len = 32Ki, tokens = 800B tokens)]",
    },
  ],
};
