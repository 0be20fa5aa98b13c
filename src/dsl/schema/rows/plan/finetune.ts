import { count, tags, truth, wordList, words } from "../../accepts.ts";
import type { FieldRow, RecordRow } from "../../row.ts";

export const loraTag: RecordRow = {
  name: "lora",
  doc: "Low-rank adapters beside frozen weights; they alone are trained (arXiv:2106.09685).",
  fields: [
    { name: "rank", doc: "Rank of the adapters.", accepts: count(), range: [1, 1e5], example: "16" },
    {
      name: "targets",
      doc: "Matrices of each layer that adapters are beside: of both stacks of an encoder and a decoder, and of further tokens' layers, as libraries find them by name.",
      accepts: {
        list: words([
          ["query", "the projection of the queries; of latent attention both of its matrices"],
          ["key", "of the keys; of latent attention both matrices that keys share with values"],
          ["value", "of the values; of latent attention both matrices that values share with keys"],
          ["output", "the attention's output projection"],
          ["query_down", "latent attention's compression of the queries (linear_q_down_proj, q_a_proj)"],
          ["query_up", "their up-projection (linear_q_up_proj, q_b_proj)"],
          ["kv_down", "its compression of keys and values (linear_kv_down_proj, kv_a_proj_with_mqa)"],
          ["kv_up", "their up-projection (linear_kv_up_proj, kv_b_proj)"],
          ["recurrent_in", "all that a recurrence projects from the stream, one matrix (in_proj)"],
          ["recurrent_out", "its output projection (out_proj)"],
          ["up", "the feed-forward's first matrices, the gate's too"],
          ["down", "its last matrix"],
          ["router", "a mixture's choice of experts"],
        ]),
      },
      default: "[query, key, value, output, recurrent_in, recurrent_out, up, down]",
      source:
        "Megatron-Bridge, recipes of Moonlight and of Nemotron-H: target_modules; Hugging Face PEFT, all-linear",
      example: "[query, value]",
    },
    {
      name: "experts",
      doc: "Adapters beside the `up` and `down` matrices of routed experts; shared experts have one like a dense feed-forward.",
      accepts: words([
        ["each", "of every expert by itself, as Hugging Face PEFT, NeMo AutoModel and Unsloth train them"],
        ["shared", "one for all experts of a device, the default of Megatron-Bridge (share_expert_adapters)"],
        ["none", "none"],
      ]),
      default: "each",
      example: "shared",
    },
    {
      name: "expert_rank",
      doc: "Rank of the adapters beside routed experts; Megatron-Bridge's normalize_moe_lora makes it rank / top_k.",
      accepts: count(),
      range: [1, 1e5],
      default: "rank",
      example: "rank / 8",
    },
    {
      name: "weights",
      doc: "Format of the frozen matrices of the layers; they are made whole for each product (arXiv:2305.14314), unless products multiply them as they are.",
      accepts: words([
        ["plan", "as the plan's precision keeps weights"],
        ["fp8", "8 bits, which products in fp8 multiply as they are"],
        ["int8", "8 bits, and a scale for each row, which is left out"],
        ["nf4", "4-bit NormalFloat, and a scale for every 64"],
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

export const finetuneField: FieldRow = {
  name: "finetune",
  doc: "Which parameters are trained.",
  accepts: { ...tags("lora"), words: wordList([["none", "all of them"]]) },
  default: "none",
  example: "lora(16, targets = [query, value])",
};
