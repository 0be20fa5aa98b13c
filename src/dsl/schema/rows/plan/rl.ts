import { bandwidth, count, ratio, seconds, truth, wordList } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";
import { responsesTag } from "./lengths.ts";
import { formatWords } from "./precision.ts";

/** Source of constants that were fitted to published iterations. */
const FITTED = "fitted to iterations of NeMo-RL and verl: src/engine/CALIBRATION.md";

const asTrained = (doc: string) => wordList([["as_trained", doc]]);

const rolloutTag: RecordRow = {
  name: "rollout",
  doc: "The engine that generates the responses: one replica on `tp` x `pp` devices, and as many replicas as there are devices for.",
  fields: [
    {
      name: "tp",
      doc: "Tensor-parallel degree of a replica; experts are split over it too.",
      accepts: { ...count(), words: asTrained("the plan's `tp`") },
      default: "as_trained",
      range: [1, 1e5],
      example: "4",
    },
    {
      name: "pp",
      doc: "Pipeline stages of a replica.",
      accepts: count(),
      default: "1",
      range: [1, 1e4],
      example: "2",
    },
    {
      name: "memory",
      doc: "Share of a device's memory for weights and KV cache.",
      accepts: ratio,
      default: "60%",
      range: [0.01, 1],
      source: "NeMo-RL examples/configs/grpo_math_1B.yaml: gpu_memory_utilization",
      example: "85%",
    },
    {
      name: "sequences",
      doc: "Largest number of sequences that a replica generates at the same time.",
      accepts: count("sequence"),
      default: "1_024",
      range: [1, 1e6],
      source: "vLLM's max_num_seqs on devices of 80 GB and more",
      example: "256",
    },
    {
      name: "weights",
      doc: "Format of the weights.",
      accepts: { words: [...formatWords, ...asTrained("as the plan's precision stores them")] },
      default: "as_trained",
      example: "fp8",
    },
    {
      name: "kv",
      doc: "Format of the KV cache.",
      accepts: { words: [...formatWords, ...asTrained("as the plan's precision stores activations")] },
      default: "as_trained",
      example: "fp8",
    },
    {
      name: "efficiency",
      doc: "Speed of a decoding step's kernels, relative to the attained bandwidth and rates of the device.",
      accepts: ratio,
      default: "80%",
      range: [0.01, 1.5],
      calibrated: [0.05, 1],
      source: FITTED,
      example: "90%",
    },
    {
      name: "step_overhead",
      doc: "Time of a decoding step on the host.",
      accepts: seconds,
      unit: "ms",
      default: "8 ms",
      range: [0, 1],
      source: FITTED,
      example: "10 ms",
    },
    {
      name: "sequence_overhead",
      doc: "Time of a decoding step on the host for each sequence.",
      accepts: seconds,
      unit: "us",
      default: "20 us",
      range: [0, 1],
      source: FITTED,
      example: "50 us",
    },
  ],
};

const nodes: FieldRow = {
  name: "nodes",
  doc: "Nodes that generate, beside the cluster's, which train.",
  accepts: count(),
  range: [1, 1e6],
  example: "8",
};

const placementTags: readonly RecordRow[] = [
  {
    name: "separate",
    doc: "Responses are generated on nodes of their own, in turns with training.",
    fields: [nodes],
    positional: "nodes",
  },
  {
    name: "overlapped",
    doc: "Responses are generated on nodes of their own, while older ones are trained on.",
    fields: [
      nodes,
      {
        name: "staleness",
        doc: "Largest number of updates between the weights that generate a response and those trained on it. With more than 1, prompts of the next update fill the places of an engine as they become free.",
        accepts: count(),
        default: "1",
        range: [1, 1e3],
        source: "arXiv:2505.24298, section 5.1",
        example: "4",
      },
      {
        name: "partial",
        doc: "Whether new weights reach a response while it is generated. Places of an engine then never empty.",
        accepts: truth,
        default: "false",
        source: "arXiv:2505.24298, section 4.1: interruptible rollouts",
        example: "true",
      },
    ],
    positional: "nodes",
  },
];

/** Schema of RL post-training. The `rl` results use it, which are computed only when they are read. */
export const rlTags: readonly RecordRow[] = [
  {
    name: "rl",
    doc: "RL post-training: an iteration generates responses and trains on them, each once.",
    fields: [
      {
        name: "prompts",
        doc: "Prompts of an iteration.",
        accepts: count("sequence"),
        range: [1, 1e7],
        example: "512",
      },
      {
        name: "samples",
        doc: "Responses to each prompt.",
        accepts: count("sequence"),
        default: "1",
        range: [1, 1e5],
        source: "arXiv:2402.03300, section 4.1: the group of GRPO",
        example: "16",
      },
      {
        name: "prompt",
        doc: "Mean length of the prompts.",
        accepts: count("token"),
        unit: "tokens",
        default: "200 tokens",
        range: [1, 1e7],
        example: "1_000 tokens",
      },
      {
        name: "response",
        doc: "Lengths of the responses.",
        accepts: { tags: ["responses"] },
        example: "responses(4_000 tokens, max = 16Ki tokens)",
      },
      {
        name: "rollout",
        doc: "The engine that generates.",
        accepts: { tags: ["rollout"] },
        default: "rollout()",
        example: "rollout(tp = 4, memory = 85%)",
      },
      {
        name: "placement",
        doc: "Where responses are generated.",
        accepts: {
          tags: ["separate", "overlapped"],
          words: wordList([
            ["colocated", "on the devices that train, in turns: training state moves to the host and back"],
          ]),
        },
        default: "colocated",
        source: "arXiv:2409.19256, section 2.3; arXiv:2505.24298",
        example: "overlapped(8)",
      },
      {
        name: "passes",
        doc: "Forward passes over the responses in addition to training, by models of the actor's size: of the old policy, of a reference, of a reward model.",
        accepts: count(),
        default: "2",
        range: [0, 100],
        source: "arXiv:2402.03300, section 4.1: old policy and reference",
        example: "1",
      },
      {
        name: "critic",
        doc: "Whether a critic of the actor's size gives values and is trained too (PPO).",
        accepts: truth,
        default: "false",
        source: "arXiv:1707.06347",
        example: "true",
      },
      {
        name: "reward",
        doc: "Time of an iteration in which all wait for rewards: verifiers, sandboxes, tools.",
        accepts: seconds,
        unit: "s",
        default: "0 s",
        range: [0, null],
        example: "10 s",
      },
      {
        name: "sync",
        doc: "Bandwidth at which trained weights reach the engines.",
        accepts: {
          ...bandwidth,
          words: wordList([["fitted", "30 GB/s on the devices that train, 80 GB/s to nodes of their own"]]),
        },
        unit: "GB/s",
        default: "fitted",
        range: [1, null],
        source: FITTED,
        example: "50 GB/s",
      },
      {
        name: "overhead",
        doc: "Time of an iteration outside all other parts: batches made, advantages, logging.",
        accepts: seconds,
        unit: "s",
        default: "10 s",
        range: [0, null],
        source: FITTED,
        example: "5 s",
      },
      {
        name: "iterations",
        doc: "Iterations of the whole RL training.",
        accepts: { ...count(), words: wordList([["none", "not given"]]) },
        default: "none",
        range: [1, 1e9],
        example: "400",
      },
    ],
  },
  responsesTag,
  rolloutTag,
  ...placementTags,
];

export const rlField: FieldRow = {
  name: "rl",
  doc: "RL post-training on responses that the model generates, for the `rl` results. The plan's step trains on packed responses.",
  accepts: { tags: ["rl"], words: wordList([["none", "the plan trains on data"]]) },
  default: "none",
  source: "arXiv:2409.19256",
  example: "rl(prompts = 512, samples = 16, response = responses(4_000 tokens, max = 16Ki tokens))",
};
