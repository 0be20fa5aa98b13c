import { count, truth } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";
import { dHead } from "./attention.ts";

const recurrentHeads: FieldRow = {
  name: "heads",
  doc: "Heads of the recurrence, each with its own state.",
  accepts: count(),
  range: [1, null],
  example: "128",
};
const conv: FieldRow = {
  name: "conv",
  doc: "Taps of the convolution before the recurrence, along the sequence.",
  accepts: count(),
  default: "4",
  range: [0, null],
  example: "4",
};
const chunk = (tokens: string, source: string): FieldRow => ({
  name: "chunk",
  doc: "Tokens per chunk. Kernels process a chunk like attention and pass the state to the next chunk.",
  accepts: count("token"),
  unit: "tokens",
  default: tokens,
  range: [1, null],
  source,
  example: tokens,
});

/** Schema of the tags for recurrent layers, such as `mamba`, which combine tokens without attention. */
export const recurrentTags: readonly RecordRow[] = [
  {
    name: "mamba",
    doc: "A state space layer in which every column has its own step sizes and decays (arXiv:2312.00752).",
    fields: [
      {
        name: "d_inner",
        doc: "Inner width: columns of the state space layer.",
        accepts: count(),
        default: "2 * d_model",
        range: [1, null],
        source: "state-spaces/mamba, mamba_ssm/modules/mamba_simple.py: expand",
        example: "8_192",
      },
      {
        name: "d_state",
        doc: "State size per column.",
        accepts: count(),
        default: "16",
        range: [1, null],
        source: "state-spaces/mamba, mamba_ssm/modules/mamba_simple.py",
        example: "16",
      },
      {
        name: "dt_rank",
        doc: "Rank of the step sizes.",
        accepts: count(),
        default: "ceil(d_model / 16)",
        range: [1, null],
        source: "state-spaces/mamba, mamba_ssm/modules/mamba_simple.py",
        example: "256",
      },
      {
        name: "inner_norms",
        doc: "Whether step sizes, keys and queries are normalised (Jamba).",
        accepts: truth,
        default: "false",
        source: "arXiv:2403.19887, section 6.4",
        example: "true",
      },
      conv,
    ],
  },
  {
    name: "mamba2",
    doc: "A state space layer whose decay is one number for each head and token (arXiv:2405.21060).",
    fields: [
      recurrentHeads,
      {
        name: "d_head",
        doc: "Width of a head.",
        accepts: count(),
        default: "64",
        range: [1, null],
        source: "state-spaces/mamba, mamba_ssm/modules/mamba2.py",
        example: "64",
      },
      {
        name: "d_state",
        doc: "State size: rows for each column of a head.",
        accepts: count(),
        default: "128",
        range: [1, null],
        source: "state-spaces/mamba, mamba_ssm/modules/mamba2.py",
        example: "128",
      },
      {
        name: "groups",
        doc: "Groups of heads that share B and C.",
        accepts: count(),
        default: "1",
        range: [1, null],
        source: "state-spaces/mamba, mamba_ssm/modules/mamba2.py",
        example: "8",
      },
      conv,
      chunk("256", "state-spaces/mamba, mamba_ssm/modules/mamba2.py: chunk_size"),
    ],
  },
  {
    name: "gated_delta",
    doc: "Gated delta net: a recurrence with decay and the delta update rule (arXiv:2412.06464; Qwen3-Next).",
    fields: [
      recurrentHeads,
      {
        name: "d_head",
        doc: "Width of a value head.",
        accepts: count(),
        default: "128",
        range: [1, null],
        example: "128",
      },
      {
        name: "key_heads",
        doc: "Heads of keys and queries.",
        accepts: count(),
        default: "heads",
        range: [1, null],
        example: "16",
      },
      {
        name: "d_key",
        doc: "Width of a key head.",
        accepts: count(),
        default: "d_head",
        range: [1, null],
        example: "128",
      },
      conv,
      chunk("64", "fla-org/flash-linear-attention, fla/ops/gated_delta_rule/chunk.py"),
    ],
  },
  {
    name: "linear_attention",
    doc: "Linear attention: no softmax, a fixed decay per head, a gate on the output (Lightning: arXiv:2501.08313, section 2.2).",
    fields: [
      recurrentHeads,
      { ...dHead, plausible: { least: 16, most: 512, because: "heads are 64 to 256 wide" } },
      chunk("256", "arXiv:2401.04658, section 3.2"),
    ],
  },
];
