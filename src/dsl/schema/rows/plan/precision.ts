import { count, words } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow, Word } from "../../notation/row.ts";
import { scalingWords } from "./fp8Scaling.ts";

const word = (name: string, doc: string): Word => ({ word: name, doc });
const formats = [
  word("fp32", "4 bytes"),
  word("bf16", "2 bytes"),
  word("fp16", "2 bytes"),
  word("fp8", "1 byte"),
];
const narrow = [
  word("mxfp8", "1 byte, plus 1 byte of scale per 32 numbers"),
  word("nvfp4", "half a byte, plus 1 byte of scale per 16 numbers"),
  word("mxfp4", "half a byte, plus 1 byte of scale per 32 numbers"),
];
/** Words for the number formats in which tensors are stored. The size of a narrow format includes its scales. */
export const formatWords: readonly Word[] = [...formats, ...narrow];

const kept = (name: string, doc: string, value: string): FieldRow => ({
  name,
  doc,
  accepts: { words: formats },
  default: value,
  example: "fp32",
});
const precision = (
  name: string,
  doc: string,
  store: string,
  master: string,
  gradients = store,
): RecordRow => ({
  name,
  doc,
  fields: [
    kept("weights", "Format of the weights used for computing.", store),
    kept("gradients", "Format in which gradients accumulate.", gradients),
    {
      ...kept("master", "Format of the optimizer's master copy of the weights.", master),
      accepts: { words: [...formats, word("none", "no master copy: the weights themselves are updated")] },
    },
    kept("moments", "Format of each of the optimizer's moments.", "fp32"),
    kept("activations", "Format of saved activations.", store),
    {
      name: "weight_gather",
      doc: "Format in which ZeRO gathers weights.",
      accepts: { words: [...formats, ...narrow] },
      default: "weights",
      source: "arXiv:2310.18313, section 2.3 (FP8-LM); torchao, enable_fsdp_float8_all_gather",
      example: "fp8",
    },
    {
      name: "gradient_reduce",
      doc: "Format in which replicas reduce gradients.",
      accepts: { words: formats },
      default: "gradients",
      source: "PyTorch, MixedPrecisionPolicy: reduce_dtype; Megatron Core, --grad-reduce-in-bf16",
      example: "bf16",
    },
    {
      name: "token_dispatch",
      doc: "Format in which tokens are sent to their experts, and gradients of the experts' outputs. The way back uses the format of the activations.",
      accepts: { words: [...formats, ...narrow] },
      default: "activations",
      source: "arXiv:2412.19437, section 3.3.3: dispatch in FP8, combine in BF16",
      example: "fp8",
    },
  ],
});

const ACCUMULATED = "if framework.fp32_gradients then fp32 else bf16";

/**
 * Makes the schema row of a precision with matmuls in 8 or 4 bits. The loss stays in bf16; head and attention do by
 * default. Stored tensors have the formats of bf16 training, except for the operands of matmuls.
 */
const low = (name: string, doc: string, operands: string, ...own: readonly FieldRow[]): RecordRow => {
  const wide = precision(name, doc, "bf16", "fp32", ACCUMULATED);
  return {
    ...wide,
    fields: [
      ...wide.fields,
      ...own,
      {
        name: "attention",
        doc: "Format of the matmuls in flash attention. In 8 bits the softmax takes as long as before, operands are cast, and the backward pass ignores a sliding window.",
        accepts: words([
          ["bf16", "2 bytes"],
          ["fp8", "1 byte, scaled as `scaling` says; per tensor under 4 bits"],
        ]),
        default: "if framework.fp8_attention then fp8 else bf16",
        source:
          "Transformer Engine, recipes: fp8_dpa; Megatron Core, TransformerConfig.fp8_dot_product_attention",
        example: "fp8",
      },
      {
        name: "operands",
        doc: "Format in which inputs of linear layers are gathered over tp and saved for their weight gradients.",
        accepts: { words: [...formats, ...narrow] },
        default: operands,
        source: "Transformer Engine user guide, Low precision training",
        example: "bf16",
      },
      {
        name: "act_inputs",
        doc: "Format in which the inputs of the activation function are saved.",
        accepts: { words: [...formats, ...narrow] },
        default: "activations",
        source: "arXiv:2412.19437, section 3.3.3; Megatron Core, --activation-func-fp8-input-store",
        example: "fp8",
      },
      {
        name: "attention_output",
        doc: "Format in which the attention output is saved. If it equals the format of the activations, the projection after it saves its own copy; otherwise both share this one.",
        accepts: { words: [...formats, ...narrow, word("e5m6", "12 bits")] },
        default: "activations",
        source: "arXiv:2412.19437, section 3.3.3",
        example: "e5m6",
      },
      {
        name: "bf16_layers",
        doc: "Layers whose matmuls stay in bf16.",
        accepts: count(),
        default: "0",
        range: [0, 1e5],
        source: "Megatron Core, --first-last-layers-bf16; arXiv:2509.25149, section 4.1",
        example: "4",
      },
    ],
  };
};

const head: FieldRow = {
  name: "head",
  doc: "Format of the language-model head's matmuls. The logits and the loss stay in bf16.",
  accepts: words([
    ["bf16", "2 bytes"],
    ["fp8", "1 byte, scaled as `scaling` says"],
  ]),
  default: "if framework.fp8_head then fp8 else bf16",
  source: "Megatron Core, TransformerConfig.fp8_output_proj: Transformer Engine's linear layer as the head",
  example: "fp8",
};

const scaling: FieldRow = {
  name: "scaling",
  doc: "Which numbers of an operand share a scale, and when the scale is computed.",
  accepts: scalingWords,
  default: "framework.fp8_scaling",
  source: "Transformer Engine user guide, Low precision training",
  example: "current",
};

export const precisionTags: readonly RecordRow[] = [
  precision("fp32", "Everything in single precision.", "fp32", "none"),
  precision("tf32", "Matmuls in tf32, everything stored in single precision.", "fp32", "none"),
  precision(
    "bf16",
    "bfloat16 with fp32 weights in the optimizer: 16 bytes per parameter under Adam.",
    "bf16",
    "fp32",
    ACCUMULATED,
  ),
  precision(
    "fp16",
    "Half precision with fp32 weights in the optimizer: 16 bytes per parameter under Adam.",
    "fp16",
    "fp32",
  ),
  low(
    "fp8",
    "Linear layers in fp8, attention and head optionally; loss in bf16; weights and activations stored in bf16.",
    "if scaling == mx then mxfp8 else if scaling == rowwise then activations else fp8",
    scaling,
    head,
  ),
  low(
    "nvfp4",
    "Linear layers in NVFP4 (16 numbers share an fp8 scale, a tensor an fp32 one); the rest as under fp8 (arXiv:2509.25149).",
    "nvfp4",
  ),
  low(
    "mxfp4",
    "Linear layers in MXFP4 (32 numbers share a power of two); the rest as under fp8 (OCP Microscaling formats).",
    "mxfp4",
  ),
];

export const precisionNames = ["bf16", "fp16", "fp8", "nvfp4", "mxfp4", "tf32", "fp32"] as const;
