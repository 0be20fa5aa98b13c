import { count, tags, truth, wordList, words } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

export const loraTag: RecordRow = {
  name: "lora",
  doc: "LoRA: low-rank adapters are trained while the original weights are frozen (arXiv:2106.09685).",
  fields: [
    { name: "rank", doc: "Rank of the adapters.", accepts: count(), range: [1, 1e5], example: "16" },
    {
      name: "targets",
      doc: "Matrices of each layer that get adapters, chosen by name as libraries do: also in encoders and in layers for multi-token prediction.",
      accepts: {
        list: words([
          ["query", "the projection of the queries; in latent attention both of its matrices"],
          [
            "key",
            "the projection of the keys; in latent attention both matrices that keys share with values",
          ],
          [
            "value",
            "the projection of the values; in latent attention both matrices that values share with keys",
          ],
          ["output", "the attention's output projection"],
          ["query_down", "latent attention's compression of the queries (linear_q_down_proj, q_a_proj)"],
          ["query_up", "latent attention's up-projection of the queries (linear_q_up_proj, q_b_proj)"],
          [
            "kv_down",
            "latent attention's compression of keys and values (linear_kv_down_proj, kv_a_proj_with_mqa)",
          ],
          ["kv_up", "latent attention's up-projection of keys and values (linear_kv_up_proj, kv_b_proj)"],
          ["recurrent_in", "the recurrence's input projection, a single matrix (in_proj)"],
          ["recurrent_out", "the recurrence's output projection (out_proj)"],
          ["up", "the feed-forward's first matrices, the gate's too"],
          ["down", "its last matrix"],
          ["router", "the router of a mixture of experts"],
        ]),
      },
      default: "[query, key, value, output, recurrent_in, recurrent_out, up, down]",
      source:
        "Megatron-Bridge, recipes of Moonlight and of Nemotron-H: target_modules; Hugging Face PEFT, all-linear",
      example: "[query, value]",
    },
    {
      name: "experts",
      doc: "Adapters on the `up` and `down` matrices of routed experts. Shared experts have them like a dense feed-forward.",
      accepts: words([
        ["each", "one per expert, as in Hugging Face PEFT, NeMo AutoModel and Unsloth"],
        [
          "shared",
          "one shared by all experts of a device, the default of Megatron-Bridge (share_expert_adapters)",
        ],
        ["none", "none"],
      ]),
      default: "each",
      example: "shared",
    },
    {
      name: "expert_rank",
      doc: "Rank of the adapters on routed experts; Megatron-Bridge's normalize_moe_lora makes it rank / top_k.",
      accepts: count(),
      range: [1, 1e5],
      default: "rank",
      example: "rank / 8",
    },
    {
      name: "weights",
      doc: "Format of the frozen matrices of the layers. They are dequantised for each matmul (arXiv:2305.14314), unless matmuls support the format.",
      accepts: words([
        ["plan", "as the plan's precision stores weights"],
        ["fp8", "8 bits, which fp8 matmuls use directly"],
        ["int8", "8 bits with a scale per row, whose memory is ignored"],
        ["nf4", "4-bit NormalFloat with a scale per 64 numbers"],
      ]),
      default: "plan",
      example: "nf4",
    },
    {
      name: "double_quantisation",
      doc: "nf4: whether scales have 8 bits, with an fp32 one for every 256 of them, or 32 bits each (arXiv:2305.14314, section 3).",
      accepts: truth,
      default: "true",
      example: "false",
    },
  ],
  positional: "rank",
};

export const frozenField: FieldRow = {
  name: "frozen",
  doc: "Parts of a model with a vision encoder that are not trained.",
  accepts: {
    list: words([
      ["vision", "the vision encoder; it has no backward pass"],
      ["projector", "the projector"],
      ["language", "the language model; gradients still pass it to what is trained before"],
    ]),
    words: wordList([["none", "all parts are trained"]]),
  },
  default: "none",
  source: "arXiv:2304.08485, section 4.2",
  example: "[vision, language]",
};

export const finetuneField: FieldRow = {
  name: "finetune",
  doc: "Which parameters are trained.",
  accepts: { ...tags("lora"), words: wordList([["none", "all of them"]]) },
  default: "none",
  example: "lora(16, targets = [query, value])",
};
