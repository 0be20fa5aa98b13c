import type { Row } from "../carry/row.ts";
import { always, count, flag, where } from "../carry/rows.ts";
import { listAt, numberAt, type Settings, textAt } from "../carry/settings.ts";

const at = numberAt;
export const MODEL = "model.model_config";
const EXPERTS = `${MODEL}.moe_config`;
const LAYERS = `${EXPERTS}.layers`;

/** Activation of the gate, by the kind of MLP: nanotron's are gated all. */
const ACTIVATIONS = [
  ["swiglu", "silu"],
  ["geglu", "gelu"],
] as const;

export const isMoe = (settings: Settings): boolean => settings["model.mlp"] === "moe";

/**
 * True for a file that describes a model of nanotron's `models/llama.py` or `models/qwen.py`: layers of gated
 * MLPs. Its third family, Starcoder2, has other arguments.
 */
const described = (given: Settings): boolean =>
  `${MODEL}.hidden_size` in given && given[`${MODEL}.is_starcoder2_config`] !== true;

/** Mapping that is read only from files that describe a model of these families. */
const ofModel = (row: Row): Row => ({
  ...row,
  read: (given, runSize) => (described(given) ? row.read(given, runSize) : {}),
});

/** Mappings of the model. Qwen2's class has all that Llama's has, and biases, windows and experts besides. */
export const modelRows: readonly Row[] = [
  {
    fields: [],
    arguments: [`${MODEL}.is_qwen2_config`, `${MODEL}.is_llama_config`],
    write: () => ({ [`${MODEL}.is_qwen2_config`]: true }),
    read: () => ({}),
  },
  ...[
    count("model.layers", `${MODEL}.num_hidden_layers`, 32),
    count("model.d_model", `${MODEL}.hidden_size`, 4096),
    count("model.vocab", `${MODEL}.vocab_size`, 32_000),
    count("model.max_seq_len", `${MODEL}.max_position_embeddings`, 2048),
    flag("model.tied_embeddings", `${MODEL}.tie_word_embeddings`),
    count("model.attention.heads", `${MODEL}.num_attention_heads`, 32),
    attention(),
    flag("model.attention.qkv_bias", `${MODEL}.attention_bias`),
    slidingWindow(),
    feedForward(),
    where(isMoe, experts()),
    where(isMoe, sharedExpert()),
    where(isMoe, expertLayers()),
    always({
      "model.positions": "rotary",
      "model.norm": "rmsnorm",
      "model.block": "sequential",
      "model.norms_per_layer": 2,
      "model.bias": false,
      "model.dropout": false,
      "model.mtp": 0,
      "model.recurrent": null,
      "model.attention.qk_norm": "none",
    }),
  ].map(ofModel),
];

/** Mapping of the kind of attention. A head is as wide as the model divided by its heads (models/qwen.py: head_dim). */
function attention(): Row {
  const argument = `${MODEL}.num_key_value_heads`;
  return {
    fields: ["model.attention", "model.attention.kv_heads", "model.attention.d_head"],
    arguments: [argument],
    write: (settings): Settings => {
      const groups = at(settings, "model.attention.kv_heads") ?? at(settings, "model.attention.heads");
      return textAt(settings, "model.attention") === "mla" || groups === null ? {} : { [argument]: groups };
    },
    read: (given): Settings => {
      const heads = at(given, `${MODEL}.num_attention_heads`) ?? 32;
      const groups = at(given, argument) ?? heads;
      return {
        ...(groups === heads
          ? { "model.attention": "mha" }
          : { "model.attention": "gqa", "model.attention.kv_heads": groups }),
        "model.attention.d_head": (at(given, `${MODEL}.hidden_size`) ?? 4096) / heads,
      };
    },
  };
}

/** Mapping of the sliding window of all layers, which counts the token itself (models/qwen.py: window_size). */
function slidingWindow(): Row {
  const argument = `${MODEL}.sliding_window_size`;
  return {
    fields: ["model.attention.sliding_window", "model.attention.sliding_window_pattern"],
    arguments: [argument],
    write: (settings): Settings => {
      const tokens = at(settings, "model.attention.sliding_window");
      return tokens === null ? {} : { [argument]: tokens };
    },
    read: (given) => ({
      "model.attention.sliding_window": at(given, argument),
      "model.attention.sliding_window_pattern": null,
    }),
  };
}

function feedForward(): Row {
  const [width, act] = [`${MODEL}.intermediate_size`, `${MODEL}.hidden_act`];
  const wide = `${EXPERTS}.moe_intermediate_size`;
  return {
    fields: [
      ...["model.mlp", "model.mlp.d_ff", "model.mlp.expert", "model.mlp.expert.d_ff"],
      ...["model.mlp.dense", "model.mlp.dense.d_ff"],
    ],
    arguments: [width, act, wide],
    write: (settings): Settings => {
      const dense = at(settings, isMoe(settings) ? "model.mlp.dense.d_ff" : "model.mlp.d_ff");
      const expert = at(settings, "model.mlp.expert.d_ff");
      const kind = textAt(settings, isMoe(settings) ? "model.mlp.expert" : "model.mlp");
      const theirs = ACTIVATIONS.find(([own]) => own === kind)?.[1];
      return {
        ...(theirs === undefined ? {} : { [act]: theirs }),
        ...(dense === null ? {} : { [width]: dense }),
        ...(isMoe(settings) && expert !== null ? { [wide]: expert } : {}),
      };
    },
    read: (given): Settings => {
      const kind = ACTIVATIONS.find(([, theirs]) => theirs === (given[act] ?? "silu"))?.[0];
      if (kind === undefined) return {};
      const dense = at(given, width) ?? 11_008;
      if (!hasExperts(given)) return { "model.mlp": kind, "model.mlp.d_ff": dense };
      return {
        "model.mlp": "moe",
        "model.mlp.expert": kind,
        "model.mlp.expert.d_ff": at(given, wide) ?? 1408,
        ...(expertIndices(given) === null ? {} : { "model.mlp.dense": kind, "model.mlp.dense.d_ff": dense }),
      };
    },
  };
}

const hasExperts = (given: Settings): boolean =>
  Object.keys(given).some((key) => key.startsWith(`${EXPERTS}.`));

function ofExperts(row: Row): Row {
  return { ...row, read: (given, runSize) => (hasExperts(given) ? row.read(given, runSize) : {}) };
}

function experts(): Row {
  const rows = [
    count("model.mlp.experts", `${EXPERTS}.num_experts`, 8),
    count("model.mlp.top_k", `${EXPERTS}.top_k`, 2),
  ];
  return ofExperts({
    fields: [...rows.flatMap(({ fields }) => fields), "model.mlp.groups", "model.mlp.top_groups"],
    arguments: rows.flatMap((row) => row.arguments),
    write: (settings, runSize) => Object.assign({}, ...rows.map((row) => row.write(settings, runSize))),
    read: (given, runSize) => ({
      ...Object.assign({}, ...rows.map((row) => row.read(given, runSize))),
      "model.mlp.groups": 1,
      "model.mlp.top_groups": 1,
    }),
  });
}

/** Mapping of shared experts, which nanotron has as a single one of their summed width. */
function sharedExpert(): Row {
  const [on, width] = [`${EXPERTS}.enable_shared_expert`, `${EXPERTS}.shared_expert_intermediate_size`];
  return ofExperts({
    fields: ["model.mlp.shared", "model.mlp.shared_d_ff"],
    arguments: [on, width],
    write: (settings): Settings => {
      const [shared, wide] = [at(settings, "model.mlp.shared"), at(settings, "model.mlp.shared_d_ff")];
      return shared === null || wide === null || shared === 0
        ? { [on]: false }
        : { [on]: true, [width]: shared * wide };
    },
    read: (given): Settings => {
      const expert = at(given, `${EXPERTS}.moe_intermediate_size`) ?? 1408;
      const wide = given[on] === true ? (at(given, width) ?? 5632) : 0;
      if (wide === 0) return { "model.mlp.shared": 0, "model.mlp.shared_d_ff": expert };
      return wide % expert === 0
        ? { "model.mlp.shared": wide / expert, "model.mlp.shared_d_ff": expert }
        : { "model.mlp.shared": 1, "model.mlp.shared_d_ff": wide };
    },
  });
}

/** Mapping of the layers that have experts: a list of all of them, or -1 for every layer. */
function expertLayers(): Row {
  return ofExperts({
    fields: ["model.mlp.dense_layers", "model.mlp.every"],
    arguments: [LAYERS],
    write: (settings): Settings => {
      const [dense, every] = [
        at(settings, "model.mlp.dense_layers") ?? 0,
        at(settings, "model.mlp.every") ?? 1,
      ];
      const layers = at(settings, "model.layers") ?? 0;
      return { [LAYERS]: dense === 0 && every === 1 ? ["-1"] : indices(dense, every, layers) };
    },
    read: (given): Settings => {
      const layers = at(given, `${MODEL}.num_hidden_layers`) ?? 32;
      const listed = expertIndices(given);
      if (listed === null) return { "model.mlp.dense_layers": 0, "model.mlp.every": 1 };
      for (let dense = 0; dense < layers; dense++)
        for (let every = 1; every <= layers - dense; every++)
          if (indices(dense, every, layers).join() === listed.join())
            return { "model.mlp.dense_layers": dense, "model.mlp.every": every };
      return {};
    },
  });
}

/** Layers with experts by their index, as texts; null where all layers have some. */
function expertIndices(given: Settings): readonly string[] | null {
  const listed = listAt(given, LAYERS);
  const layers = at(given, `${MODEL}.num_hidden_layers`) ?? 32;
  return listed === null || listed.join() === "-1" || listed.join() === indices(0, 1, layers).join()
    ? null
    : listed;
}

/** Indices of the layers with experts: after the first `dense` layers, the last of every `every`. */
function indices(dense: number, every: number, layers: number): readonly string[] {
  return Array.from({ length: layers }, (_, i) => i)
    .filter((i) => i >= dense && (i - dense + 1) % every === 0)
    .map(String);
}
