import { count, tags, truth, wordList } from "../notation/accepts.ts";
import type { RecordRow } from "../notation/row.ts";
import { frameworkField, frameworkTags } from "./framework.ts";
import { batchFields } from "./plan/batch.ts";
import { checkpointFields, checkpointTags } from "./plan/checkpoint.ts";
import { compressionField, compressionTags } from "./plan/compression.ts";
import { contextFields, hybridTag } from "./plan/context.ts";
import { convergenceFields, convergenceTags } from "./plan/convergence.ts";
import { dataField, datasetTag } from "./plan/data.ts";
import { degree } from "./plan/degree.ts";
import { encoderFields } from "./plan/encoder.ts";
import { expertFields, loadTags } from "./plan/experts.ts";
import { finetuneField, frozenField, loraTag } from "./plan/finetune.ts";
import { memoryField, memorySizesTag } from "./plan/givenMemory.ts";
import { stepTimesTag, timeField } from "./plan/givenTimes.ts";
import { promptsTag } from "./plan/lengths.ts";
import { activationsTag, offloadFields } from "./plan/offload.ts";
import { optimizerField, shampooTag } from "./plan/optimizer.ts";
import { overlapWords } from "./plan/overlap.ts";
import { documentsField, lengthsTag, packedTag } from "./plan/packing.ts";
import { placeField, placeTags } from "./plan/place.ts";
import { precisionNames, precisionTags } from "./plan/precision.ts";
import { rankOrderField } from "./plan/rankOrder.ts";
import { fullTag, recomputeField, selectiveTag } from "./plan/recompute.ts";
import { rlField, rlTags } from "./plan/rl.ts";
import { customTag, scheduleField } from "./plan/schedule.ts";
import { requestsTag, serveField, servingTag } from "./plan/serving.ts";
import { sparsityField, sparsityTag } from "./plan/sparsity.ts";
import { splitWords } from "./plan/split.ts";
import { layersTag, strategiesField } from "./plan/strategies.ts";
import { secureTag, syncField, syncTags } from "./plan/sync.ts";
import { gatherFields, shardFields } from "./plan/zero.ts";

export const planTags: readonly RecordRow[] = [
  ...frameworkTags,
  ...precisionTags,
  servingTag,
  requestsTag,
  promptsTag,
  ...rlTags,
  loraTag,
  datasetTag,
  packedTag,
  lengthsTag,
  hybridTag,
  ...syncTags,
  secureTag,
  sparsityTag,
  ...compressionTags,
  ...convergenceTags,
  selectiveTag,
  customTag,
  ...loadTags,
  shampooTag,
  fullTag,
  activationsTag,
  stepTimesTag,
  memorySizesTag,
  ...checkpointTags,
  ...placeTags,
  layersTag,
];

export const planRow: RecordRow = {
  name: "plan",
  doc: "How a model is trained on a cluster: parallel degrees, batch, precision, recomputation.",
  fields: [
    frameworkField,
    degree("tp", "Tensor-parallel degree: devices that every layer is sharded over.", {
      plausible: { most: 64, because: "tensor parallelism stays inside the scale-up domain" },
    }),
    ...contextFields,
    degree("pp", "Pipeline-parallel degree: the number of stages, each with a part of the layers."),
    degree("dp", "Data-parallel degree: the number of replicas, each with a part of the batch.", {
      accepts: {
        ...count(),
        words: wordList([["fill", "what the other degrees leave of the cluster: devices / (tp * cp * pp)"]]),
      },
      default: "fill",
      example: "fill",
    }),
    rankOrderField,
    ...expertFields,
    degree("vpp", "Virtual stages per stage: chunks of layers on each device (interleaving).", {
      range: [1, 1_000],
      example: "2",
    }),
    ...shardFields,
    syncField,
    compressionField,
    ...gatherFields,
    {
      name: "sequence_parallel",
      doc: "Sequence parallelism: norms and dropout are sharded over tp along the sequence (arXiv:2205.05198).",
      accepts: truth,
      default: "tp > 1 and framework.sequence_parallel",
      example: "true",
    },
    scheduleField,
    {
      name: "split",
      doc: "How layers are assigned to stages: a rule, or a list with the layers of each stage (or of each of the `pp * vpp` chunks, in the model's order).",
      accepts: { ...splitWords, list: count(), filled: true },
      range: [0, 10_000],
      default: "framework.split",
      example: "uneven",
    },
    placeField,
    {
      name: "seq_len",
      doc: "Tokens of one sequence.",
      accepts: count("token"),
      range: [1, null],
      plausible: { least: 16, most: 1e8, because: "sequences have some thousand tokens" },
      example: "8Ki",
    },
    documentsField,
    ...encoderFields,
    ...batchFields,
    {
      name: "precision",
      doc: "Number formats of matmuls and of stored weights, gradients and activations.",
      accepts: tags(...precisionNames),
      default: "bf16",
      example: "fp8(master = fp32, moments = bf16)",
    },
    optimizerField,
    recomputeField,
    strategiesField,
    {
      name: "flash_attention",
      doc: "Whether attention runs as one fused kernel that stores no scores (arXiv:2205.14135).",
      accepts: truth,
      default: "framework.flash_attention",
      example: "false",
    },
    {
      name: "overlap",
      doc: "Which communication overlaps computation where possible.",
      accepts: overlapWords,
      default: "if vpp > 1 then framework.interleaved_overlap else framework.overlap",
      example: "[dp, pp]",
    },
    ...offloadFields,
    finetuneField,
    frozenField,
    sparsityField,
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
    rlField,
    timeField,
    memoryField,
  ],
};
