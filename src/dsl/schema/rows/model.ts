import { count, namesOf, tags, truth, words } from "../notation/accepts.ts";
import type { RecordRow } from "../notation/row.ts";
import { attentionTags } from "./model/attention.ts";
import { mlpTags } from "./model/mlp.ts";
import { operatorsField, operatorTag } from "./model/operators.ts";
import { recurrentTags } from "./model/recurrent.ts";
import { stackTags } from "./model/stacks.ts";

export const modelTags: readonly RecordRow[] = [
  ...attentionTags,
  ...mlpTags,
  ...recurrentTags,
  operatorTag,
  ...stackTags,
];

export const modelRow: RecordRow = {
  name: "model",
  doc: "A transformer: a decoder, an encoder, both, or a hybrid with recurrent layers; of tokens or of images.",
  fields: [
    {
      name: "layers",
      doc: "Transformer layers.",
      accepts: count(),
      range: [1, 10_000],
      example: "96",
    },
    {
      name: "d_model",
      doc: "Width of the residual stream (hidden size).",
      accepts: count(),
      range: [1, null],
      plausible: { least: 64, most: 200_000, because: "published models are 512 to 25,600 wide" },
      example: "12_288",
    },
    {
      name: "attention",
      doc: "The attention of every layer, or of the layers that `pattern` selects.",
      accepts: {
        ...tags(...namesOf(attentionTags)),
        words: [{ word: "none", doc: "no layer has attention" }],
      },
      example: "mha(heads = 96)",
    },
    {
      name: "mlp",
      doc: "The feed-forward of every layer, or of the layers that `pattern` selects.",
      accepts: {
        ...tags(...namesOf(mlpTags)),
        words: [{ word: "none", doc: "no layer has a feed-forward" }],
      },
      example: "gelu(d_ff = 4 * d_model)",
    },
    {
      name: "recurrent",
      doc: "The recurrence in the layers that `pattern` calls recurrent.",
      accepts: {
        ...tags(...namesOf(recurrentTags)),
        words: [{ word: "none", doc: "every layer has attention" }],
      },
      default: "none",
      example: "mamba2(heads = 128, groups = 8)",
    },
    {
      name: "pattern",
      doc: "The repeating pattern of layers. Either a list of `attention` and `recurrent`, each followed by a feed-forward; or a text with one letter per single-module layer: `M` recurrent, `*` attention, `-` dense feed-forward, `E` experts.",
      accepts: {
        text: true,
        list: words([
          ["attention", "attention and feed-forward"],
          ["recurrent", "recurrence and feed-forward"],
        ]),
        words: [{ word: "none", doc: "every layer has attention and feed-forward" }],
      },
      default: "none",
      source:
        "nvidia/Nemotron-H-8B-Base-8K, config.json: hybrid_override_pattern; Qwen/Qwen3-Next-80B-A3B-Instruct, config.json: layer_types",
      example: "[recurrent, recurrent, recurrent, attention]",
    },
    {
      name: "blocks",
      doc: "Layers that differ in more than `pattern` can express: a list of `block(..)`, repeated until there are `layers` layers.",
      accepts: {
        list: { tags: ["block"] },
        words: [{ word: "none", doc: "all layers have the model's fields" }],
      },
      default: "none",
      example: "[block(layers = 3, mlp = swiglu(d_ff = 18_432)), block(layers = 58)]",
    },
    operatorsField,
    {
      name: "encoder",
      doc: "The encoder of an encoder-decoder model; `layers` then counts the decoder's layers.",
      accepts: { tags: ["encoder"], words: [{ word: "none", doc: "no encoder" }] },
      default: "none",
      source: "arXiv:1706.03762, section 3.1; arXiv:1910.10683, section 2.1",
      example: "encoder(layers = 24)",
    },
    {
      name: "vision",
      doc: "A vision encoder whose image tokens stand in the sequences of this language model.",
      accepts: { tags: ["vision"], words: [{ word: "none", doc: "the model reads text only" }] },
      default: "none",
      source: "arXiv:2304.08485, section 4.1",
      example: "vision(clip_vit_l_14_336, projector = 4_096)",
    },
    {
      name: "mtp",
      doc: "Multi-token prediction: modules that each predict one further token during training. Each has a projection, a layer like the last one, and reuses the head. They are on the head's stage and count as parameters.",
      accepts: count(),
      default: "0",
      range: [0, 100],
      source: "arXiv:2412.19437, section 2.2",
      example: "1",
    },
    {
      name: "mask",
      doc: "The attention mask: which tokens a token attends to.",
      accepts: words([
        ["causal", "itself and earlier tokens (causal mask)"],
        ["bidirectional", "all tokens of the sequence (BERT, ViT)"],
      ]),
      default: "if input == tokens then causal else bidirectional",
      source: "arXiv:1810.04805, section 3; arXiv:2010.11929, section 3.1",
      example: "bidirectional",
    },
    {
      name: "input",
      doc: "What the model reads.",
      accepts: { tags: ["patches"], words: [{ word: "tokens", doc: "rows of the embedding" }] },
      default: "tokens",
      example: "patches(image = 224, patch = 14)",
    },
    {
      name: "conditioning",
      doc: "Conditioning of a diffusion transformer, which reads patches of noised latent images.",
      accepts: { tags: ["adaln"], words: [{ word: "none", doc: "no diffusion transformer" }] },
      default: "none",
      source: "arXiv:2212.09748, section 3.2",
      example: "adaln(outputs = 8)",
    },
    {
      name: "vocab",
      doc: "Rows of the embedding, padding included; of a model of images, its classes; of a diffusion transformer that reads texts, the text encoder's, which is not counted.",
      accepts: count("token"),
      range: [1, null],
      plausible: {
        least: 100,
        most: 2_000_000,
        because: "vocabularies have 30 thousand to 260 thousand entries",
      },
      example: "51_200",
    },
    {
      name: "max_seq_len",
      doc: "The longest context the model is trained for; learned positions have this many rows.",
      accepts: count("token"),
      unit: "tokens",
      default: "2_048",
      range: [1, null],
      example: "8Ki",
    },
    {
      name: "positions",
      doc: "The position encoding.",
      accepts: words([
        ["rotary", "rotary embedding of queries and keys (arXiv:2104.09864); no parameters"],
        ["yarn", "rotary embedding extended to longer contexts, YaRN (arXiv:2309.00071, section 3.4)"],
        ["learned", "an embedding of max_seq_len rows, as in GPT, or of a row for each token of an image"],
        [
          "relative",
          "a learned bias on the scores per head and per 32 distance buckets (T5: arXiv:1910.10683, section 2.1)",
        ],
        ["none", "none, or one without parameters and cost (ALiBi)"],
      ]),
      default: "rotary",
      example: "learned",
    },
    {
      name: "norm",
      doc: "The normalisation before attention and feed-forward.",
      accepts: words([
        ["rmsnorm", "a gain only"],
        ["layernorm", "mean, variance, gain and bias"],
      ]),
      default: "rmsnorm",
      example: "layernorm",
    },
    {
      name: "block",
      doc: "Whether attention and feed-forward of a layer run in sequence or in parallel.",
      accepts: words([
        ["sequential", "the feed-forward reads the stream after attention"],
        [
          "parallel",
          "both read the same input, and their outputs are added together (GPT-J, PaLM: arXiv:2204.02311, section 2)",
        ],
      ]),
      default: "sequential",
      example: "parallel",
    },
    {
      name: "norms_per_layer",
      doc: "Norms per layer on the residual stream: one before each sublayer; Gemma 2 and 3 also have one after each.",
      accepts: count(),
      default: "if block == parallel then 1 else 2",
      range: [1, 4],
      source: "arXiv:1706.03762, section 3.1; arXiv:2408.00118, section 2",
      example: "4",
    },
    {
      name: "bias",
      doc: "Whether linear layers have biases (GPT-2 and GPT-3 do, Llama does not).",
      accepts: truth,
      default: "false",
      example: "true",
    },
    {
      name: "dropout",
      doc: "Whether the model has dropout, whose masks are saved for the backward pass (GPT-2 and GPT-3 do, Llama does not).",
      accepts: truth,
      default: "false",
      example: "true",
    },
    {
      name: "tied_embeddings",
      doc: "Whether the output head shares the embedding's matrix.",
      accepts: truth,
      default: "false",
      example: "true",
    },
  ],
};
