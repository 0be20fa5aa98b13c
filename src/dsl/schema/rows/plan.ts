import { count, ratio, tags, truth, wordList, words } from "../accepts.ts";
import type { FieldRow, RecordRow } from "../row.ts";
import { checkpointFields, checkpointTags } from "./checkpoint.ts";
import { compressionField, compressionTags } from "./compression.ts";
import { convergenceFields, convergenceTags } from "./convergence.ts";
import { dataField, datasetTag } from "./data.ts";
import { finetuneField, loraTag } from "./finetune.ts";
import { frameworkField, frameworkTags } from "./framework.ts";
import { overlapWords, splitWords } from "./frameworkFields.ts";
import { offloadFields } from "./offload.ts";
import { documentsField, lengthsTag, packedTag } from "./packing.ts";
import { precisionNames, precisionTags } from "./precision.ts";
import { rankOrderField } from "./rankOrder.ts";
import { scheduleWords } from "./schedules.ts";
import { serveField, servingTag } from "./serving.ts";
import { syncField, syncTags } from "./sync.ts";

const hybridTag: RecordRow = {
  name: "hybrid",
  doc: "All-to-alls among neighbours share out heads, and key-value blocks go round among such groups (arXiv:2405.07719).",
  fields: [
    {
      name: "ulysses",
      doc: "Ranks of an all-to-all; it divides cp, and the heads that tp leaves.",
      accepts: count(),
      range: [1, 1e6],
      example: "8",
    },
  ],
  positional: "ulysses",
};

export const planTags: readonly RecordRow[] = [
  ...frameworkTags,
  ...precisionTags,
  servingTag,
  loraTag,
  datasetTag,
  packedTag,
  lengthsTag,
  hybridTag,
  ...syncTags,
  ...compressionTags,
  ...convergenceTags,
  {
    name: "selective",
    doc: "Recompute some modules of each layer (arXiv:2205.05198).",
    fields: [
      {
        name: "modules",
        doc: "What is recomputed.",
        accepts: {
          list: words([
            ["attention", "the attention core: scores, softmax, dropout and context"],
            ["norms", "the normalisations"],
            ["mlp", "the feed-forward"],
            ["mla_up", "the up-projections of latent attention"],
            ["moe_act", "the activation function of the experts"],
            ["shared_experts", "the shared experts"],
            ["moe", "the whole mixture of experts, with its exchange of tokens"],
          ]),
        },
        default: "[attention]",
        example: "[attention, norms]",
      },
    ],
    positional: "modules",
  },
  {
    name: "custom",
    doc: "A schedule of one's own: what each stage runs, in order. It is checked for passes that are missing and for deadlock.",
    fields: [
      {
        name: "order",
        doc: "Passes F, B, W and BW (both gradients in one), each with its chunk where a stage has several (F1); the n-th is of micro-batch n. `(F BW)*n` repeats; n is a number or a sum in brackets of p, r (the stage), m (micro-batches) and v (vpp). One text for all stages, or a list of one each.",
        accepts: { text: true, list: { text: true } },
        example: '"F*(p - r - 1) (F BW)*(m - p + r + 1) BW*(p - r - 1)"',
      },
      {
        name: "placement",
        doc: "Which chunks of the model a stage holds, of vpp.",
        accepts: words([
          ["loop", "every pp-th, as under interleaved 1F1B"],
          ["v", "down the stages and up again, as under ZB-V"],
        ]),
        default: "loop",
        example: "v",
      },
    ],
    positional: "order",
  },
  {
    name: "zipf",
    doc: "The i-th busiest expert of a layer receives tokens in proportion to i^-s; which device it is on is chance.",
    fields: [
      {
        name: "s",
        doc: "How unequal: 0 is balanced.",
        accepts: ratio,
        range: [0, 10],
        example: "0.5",
      },
    ],
    positional: "s",
  },
  {
    name: "measured",
    doc: "What each expert of a layer received, in the experts' order, which is also their order on devices.",
    fields: [
      {
        name: "loads",
        doc: "Tokens, or shares, one number an expert.",
        accepts: { list: ratio },
        example: "[3, 1, 1, 2, 1, 1, 2, 1]",
      },
    ],
    positional: "loads",
  },
  {
    name: "limited",
    doc: "An expert takes no more than `factor` times the mean; the copies beyond are dropped (arXiv:2101.03961, section 2.2).",
    fields: [
      {
        name: "factor",
        doc: "The capacity factor: places of an expert over the tokens it would receive from a balanced router.",
        accepts: ratio,
        range: [0.01, 1_000],
        plausible: { least: 0.5, most: 8, because: "published factors are 1 to 2" },
        example: "1.25",
      },
      {
        name: "pad",
        doc: "Whether empty places are sent and computed too, so that all sizes are known beforehand (arXiv:2006.16668, section 3.2).",
        accepts: truth,
        default: "true",
        example: "false",
      },
    ],
    positional: "factor",
  },
  {
    name: "shampoo",
    doc: "Preconditioners from the left and the right of every matrix, and their inverse roots (arXiv:1802.09568, arXiv:2309.06497).",
    fields: [
      {
        name: "block",
        doc: "The longest side of a block of a matrix; each block has preconditioners of its own.",
        accepts: count(),
        default: "1_024",
        range: [1, 1e6],
        source: "facebookresearch/optimizers, DistributedShampoo: max_preconditioner_dim",
        example: "8_192",
      },
      {
        name: "interval",
        doc: "Steps from one computation of the inverse roots to the next.",
        accepts: count(),
        default: "100",
        range: [1, 1e6],
        source: "facebookresearch/optimizers, DistributedShampoo: precondition_frequency",
        example: "50",
      },
    ],
    positional: "block",
  },
  {
    name: "full",
    doc: "Keep only the input of each layer and recompute the rest.",
    fields: [
      {
        name: "layers",
        doc: "Layers of each stage, of each virtual one where it has several, that are recomputed: its first; the others keep everything.",
        accepts: { ...count(), words: wordList([["all", "every layer"]]) },
        default: "all",
        range: [0, 1e6],
        example: "21",
      },
      {
        name: "unit",
        doc: "Layers that are recomputed together: of so many in a row only the first one's input is kept. Units begin anew with each stage, and each virtual one.",
        accepts: count(),
        default: "1",
        range: [1, 1e6],
        example: "2",
        source: "NVIDIA/Megatron-LM, transformer_block.py: recompute_method uniform",
      },
    ],
    positional: "layers",
  },
  {
    name: "activations",
    doc: "Copy what layers keep for backward to host memory, and back (arXiv:2104.07857, section 5.2.3).",
    fields: [
      {
        name: "layers",
        doc: "Layers of a device whose activations are copied.",
        accepts: { ...count(), words: wordList([["all", "every layer"]]) },
        default: "all",
        range: [1, null],
        example: "20",
      },
    ],
    positional: "layers",
  },
  ...checkpointTags,
];

const degree = (name: string, doc: string, extra: Partial<FieldRow> = {}): FieldRow => ({
  name,
  doc,
  accepts: count(),
  default: "1",
  range: [1, 1e7],
  example: "8",
  ...extra,
});

export const planRow: RecordRow = {
  name: "plan",
  doc: "How a model is trained on a cluster: degrees of parallelism, batch, precision, what is recomputed.",
  fields: [
    frameworkField,
    degree("tp", "Tensor-parallel degree: devices that share every layer.", {
      plausible: { most: 64, because: "tensor parallelism stays inside the scale-up domain" },
    }),
    degree("cp", "Context-parallel degree: devices that share every sequence.", { example: "2" }),
    {
      name: "cp_type",
      doc: "How attention crosses the context-parallel ranks.",
      accepts: {
        tags: ["hybrid"],
        words: wordList([
          ["ring", "key-value blocks go round while attention works on the last one (arXiv:2310.01889)"],
          ["all_gather", "every rank gathers all keys and values first (arXiv:2407.21783, section 3.3.2)"],
          ["ulysses", "all-to-alls give each rank whole sequences of some heads (arXiv:2309.14509)"],
        ]),
      },
      default: "ring",
      example: "hybrid(8)",
    },
    {
      name: "cp_order",
      doc: "Which tokens a context-parallel rank has where key-value blocks go round or are gathered.",
      accepts: words([
        [
          "zigzag",
          "a piece from the front and its mirror image from the back: equal work under a causal mask",
        ],
        ["contiguous", "one piece: the last rank attends to all before it, and the others wait for it"],
      ]),
      default: "zigzag",
      source: "Megatron Core, Context parallelism overview; zhuzilin/ring-flash-attention, zigzag",
      example: "contiguous",
    },
    degree("pp", "Pipeline-parallel degree: stages, each with its part of the layers."),
    degree("dp", "Data-parallel degree: replicas, each with its part of the batch.", {
      accepts: {
        ...count(),
        words: wordList([["fill", "what the other degrees leave of the cluster: devices / (tp * cp * pp)"]]),
      },
      default: "fill",
      example: "fill",
    }),
    rankOrderField,
    degree(
      "ep",
      "Expert-parallel degree: devices that share a layer's experts; taken from the tp * cp * dp devices of a stage.",
    ),
    degree(
      "etp",
      "Tensor-parallel degree inside an expert; experts are replicated tp * cp * dp / (ep * etp) times (arXiv:2504.14960).",
      { example: "1" },
    ),
    {
      name: "dispatch",
      doc: "How tokens travel to experts on other devices.",
      accepts: words([
        ["per_expert", "a copy for each of a token's experts, by an all-to-all"],
        [
          "per_node",
          "a copy for each node that has any of them, spread inside it (arXiv:2412.19437, section 3.2.2)",
        ],
      ]),
      default: "per_expert",
      example: "per_node",
    },
    {
      name: "balance",
      doc: "How the router loads the experts of a layer: the busiest device paces products and exchanges of tokens, and its memory is what is told.",
      accepts: {
        tags: ["zipf", "measured"],
        words: wordList([["balanced", "all experts alike"]]),
      },
      default: "balanced",
      example: "zipf(0.5)",
    },
    {
      name: "capacity",
      doc: "How many tokens an expert takes.",
      accepts: {
        tags: ["limited"],
        words: wordList([["dropless", "all that are sent to it (arXiv:2211.15841)"]]),
      },
      default: "dropless",
      example: "limited(1.25)",
    },
    degree("vpp", "Virtual stages per stage: chunks of layers that a device takes in turn.", {
      range: [1, 1_000],
      example: "2",
    }),
    {
      name: "zero",
      doc: "ZeRO stage: shard over dp 1 optimizer state, 2 gradients as well, 3 weights as well (arXiv:1910.02054).",
      accepts: count(),
      default: "framework.zero",
      range: [0, 3],
      example: "1",
    },
    degree(
      "dp_shard",
      "Data-parallel ranks that ZeRO shards state over; the dp / dp_shard groups of them hold copies (hybrid sharding: HSDP in arXiv:2304.11277, section 3.2.2; MiCS, arXiv:2205.00119).",
      {
        accepts: { ...count(), words: wordList([["all", "all of them: nothing is copied"]]) },
        default: "all",
        example: "8",
      },
    ),
    syncField,
    compressionField,
    {
      name: "reshard_after",
      doc: "ZeRO 3: when the weights that a layer gathered are freed.",
      accepts: words([
        ["forward", "after each pass: they are gathered again for the backward pass"],
        ["backward", "after the backward pass: PyTorch's reshard_after_forward = False, SHARD_GRAD_OP"],
        ["step", "after the step's last backward pass: gathered once a step"],
      ]),
      default: "if pp > 1 then framework.pipeline_reshard else forward",
      source: "arXiv:2304.11277, section 4.3; PyTorch, fully_shard",
      example: "backward",
    },
    {
      name: "gradient_scatter",
      doc: "ZeRO 2 and 3: when gradients are reduced to each rank's share.",
      accepts: words([
        ["micro_batch", "after every backward pass: a rank keeps its share only"],
        [
          "group",
          "after the last backward pass of each `micro_batch_group` that a chunk runs in a row: whole only in the chunks in progress",
        ],
        ["step", "after the last one: whole gradients add up until then (PyTorch's no_sync)"],
      ]),
      default: "if pp > 1 then framework.pipeline_scatter else micro_batch",
      source: "arXiv:2304.11277, section 3.3.4: gradient accumulation with and without communication",
      example: "step",
    },
    {
      name: "prefetch",
      doc: "ZeRO 3: layers whose weights are gathered ahead of the one in use; with 0 nothing hides a gather.",
      accepts: count(),
      default: "1",
      range: [0, 1_000],
      source: "arXiv:2304.11277, section 3.3.2 and 3.3.3",
      example: "2",
    },
    {
      name: "sequence_parallel",
      doc: "Shard over tp, along the sequence, what tensor parallelism leaves whole (arXiv:2205.05198).",
      accepts: truth,
      default: "false",
      example: "true",
    },
    {
      name: "schedule",
      doc: "Order of forward and backward passes on the stages.",
      accepts: {
        tags: ["custom"],
        words: wordList(scheduleWords),
      },
      default: "if vpp > 1 then interleaved_1f1b else 1f1b",
      example: "interleaved_1f1b",
    },
    {
      name: "split",
      doc: "How layers go to stages.",
      accepts: splitWords,
      default: "framework.split",
      example: "uneven",
    },
    {
      name: "seq_len",
      doc: "Tokens of one sequence.",
      accepts: count("token"),
      range: [1, null],
      plausible: { least: 16, most: 1e8, because: "sequences have some thousand tokens" },
      example: "8Ki",
    },
    documentsField,
    {
      name: "encoder_seq_len",
      doc: "Tokens that the encoder reads of a sequence, where the model has one; `seq_len` are the decoder's.",
      accepts: count("token"),
      default: "seq_len",
      range: [1, null],
      example: "512",
    },
    {
      name: "encoder_stages",
      doc: "Stages of a pipeline that hold the encoder, before those of the decoder (Megatron-LM's --pipeline-model-parallel-split-rank).",
      accepts: {
        ...count(),
        words: wordList([["proportional", "as many of `pp` as of all layers are the encoder's"]]),
      },
      default: "proportional",
      range: [1, null],
      example: "2",
    },
    {
      name: "micro_batch",
      doc: "The number of sequences in one micro-batch.",
      accepts: count("sequence"),
      default: "1",
      range: [1, 1e6],
      example: "1",
    },
    degree(
      "micro_batch_group",
      "Interleaved 1F1B: micro-batches that go through one chunk before the stage takes the next chunk; at least pp.",
      {
        default: "pp",
        example: "8",
        source: "Megatron Core, --microbatch-group-size-per-virtual-pipeline-stage",
      },
    ),
    {
      name: "global_batch",
      doc: "Sequences, or tokens, of one optimizer step over the whole cluster.",
      accepts: { numbers: ["sequence", "token"] },
      unit: "sequences",
      range: [1, null],
      example: "16Mi tokens",
    },
    {
      name: "num_micro_batches",
      doc: "Micro-batches that each pipeline takes in one step.",
      accepts: count("sequence"),
      default: "global_batch / (dp * micro_batch)",
      derived: true,
      range: [1, null],
      example: "global_batch / (dp * micro_batch)",
    },
    {
      name: "precision",
      doc: "Number format of matrix products, and of what is kept.",
      accepts: tags(...precisionNames),
      default: "bf16",
      example: "fp8(master = fp32, moments = bf16)",
    },
    {
      name: "optimizer",
      doc: "The optimizer: what it keeps for each parameter, and what its step computes.",
      accepts: {
        tags: ["shampoo"],
        words: wordList([
          ["adam", "two moments (arXiv:1412.6980)"],
          ["adamw", "Adam's two moments, decay apart (arXiv:1711.05101)"],
          ["adam_8bit", "two moments of 8 bits, a scale for every 2,048 (arXiv:2110.02861)"],
          ["adafactor", "row and column sums of a matrix's second moment (arXiv:1804.04235)"],
          ["lion", "one moment (arXiv:2302.06675)"],
          ["muon", "one moment, made orthogonal; Adam for what is no matrix of a layer (arXiv:2502.16982)"],
          ["sgd_momentum", "one moment"],
          ["sgd", "none"],
        ]),
      },
      default: "adam",
      example: "adam",
    },
    {
      name: "recompute",
      doc: "Activations that are computed a second time in backward instead of kept.",
      accepts: { tags: ["selective", "full"], words: wordList([["none", "everything is kept"]]) },
      default: "none",
      example: "selective(attention)",
    },
    {
      name: "flash_attention",
      doc: "Whether attention runs as one fused kernel that keeps no scores (arXiv:2205.14135).",
      accepts: truth,
      default: "framework.flash_attention",
      example: "false",
    },
    {
      name: "overlap",
      doc: "Which communication is hidden behind computation where it can be.",
      accepts: overlapWords,
      default: "if vpp > 1 then framework.interleaved_overlap else framework.overlap",
      example: "[dp, pp]",
    },
    {
      name: "offload",
      doc: "What else is kept in host memory; see offload_optimizer and offload_weights.",
      accepts: {
        tags: ["activations"],
        words: wordList([
          ["none", "nothing"],
          ["ema", "a running average of the weights, where one is kept"],
        ]),
      },
      default: "none",
      example: "activations(layers = 20)",
    },
    ...offloadFields,
    finetuneField,
    {
      name: "tokens",
      doc: "Token budget of the whole run.",
      accepts: { numbers: ["token"], words: wordList([["none", "no run: steps only"]]) },
      unit: "tokens",
      default: "none",
      range: [1, null],
      plausible: { least: 1e6, most: 1e16, because: "runs take billions to trillions of tokens" },
      example: "15.6T tokens",
    },
    dataField,
    ...convergenceFields,
    ...checkpointFields,
    serveField,
  ],
};
