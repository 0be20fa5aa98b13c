import { count, tags, truth, wordList, words } from "../accepts.ts";
import type { FieldRow, RecordRow } from "../row.ts";

export const loraTag: RecordRow = {
  name: "lora",
  doc: "Low-rank adapters beside frozen weights; they alone are trained (arXiv:2106.09685).",
  fields: [
    { name: "rank", doc: "Rank of the adapters.", accepts: count(), range: [1, 1e5], example: "16" },
    {
      name: "targets",
      doc: "Matrices of each layer that adapters are beside.",
      accepts: {
        list: words([
          ["query", "the projection of the queries"],
          ["key", "of the keys"],
          ["value", "of the values"],
          ["output", "the attention's output projection"],
          ["up", "the feed-forward's first matrices, the gate's too"],
          ["down", "its last matrix"],
          ["router", "a mixture's choice of experts"],
        ]),
      },
      default: "[query, key, value, output, up, down]",
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
