import type { Row } from "../carry/row.ts";
import { always, count, flag, where, word } from "../carry/rows.ts";
import { numberAt, type Settings, textAt } from "../carry/settings.ts";

const FREQUENCY = "--moe-layer-freq";

const isMoe = (settings: Settings): boolean => settings["model.mlp"] === "moe";
const isMla = (settings: Settings): boolean => settings["model.attention"] === "mla";

/** Mappings of the model's shape: layers, widths, vocabulary. */
export const shapeRows: readonly Row[] = [
  count("model.layers", "--num-layers"),
  count("model.d_model", "--hidden-size"),
  count("model.max_seq_len", "--max-position-embeddings"),
  count("model.vocab", "--vocab-size"),
  word(
    "model.positions",
    "--position-embedding-type",
    { learned: "learned_absolute", rotary: "rope", none: "none" },
    "learned",
  ),
  word("model.norm", "--normalization", { layernorm: "LayerNorm", rmsnorm: "RMSNorm" }, "layernorm"),
  flag("model.bias", "--disable-bias-linear", false),
  flag("model.tied_embeddings", "--untie-embeddings-and-output-weights", false),
  dropout(),
  where((settings) => settings["model.mtp"] !== 0, count("model.mtp", "--mtp-num-layers", 0)),
  always({ "model.block": "sequential", "model.norms_per_layer": 2 }),
];

/** Mappings of multi-head, grouped-query and multi-head latent attention. */
export const attentionRows: readonly Row[] = [
  count("model.attention.heads", "--num-attention-heads"),
  attentionKind(),
  where((settings) => !isMla(settings), headWidth("--kv-channels")),
  where((settings) => !isMla(settings) && settings["model.bias"] === false, {
    ...flag("model.attention.qkv_bias", "--add-qkv-bias"),
    // Biases of all linear layers include the biases of queries, keys and values.
    read: (given) =>
      given["--multi-latent-attention"] === true
        ? {}
        : {
            "model.attention.qkv_bias":
              given["--add-qkv-bias"] === true || given["--disable-bias-linear"] !== true,
          },
  }),
  where((settings) => !isMla(settings), {
    ...word("model.attention.qk_norm", "--qk-layernorm", { per_head: true }, "none"),
    read: (given) =>
      given["--multi-latent-attention"] === true
        ? {}
        : { "model.attention.qk_norm": given["--qk-layernorm"] === true ? "per_head" : "none" },
  }),
  slidingWindow(),
  ...(
    [
      ["q_rank", "--q-lora-rank"],
      ["kv_rank", "--kv-lora-rank"],
      ["d_head", "--qk-head-dim"],
      ["d_rope", "--qk-pos-emb-head-dim"],
      ["d_v", "--v-head-dim"],
    ] as const
  ).map(([field, argument]) => latent(`model.attention.${field}`, argument)),
];

/** Mappings of the feed-forward layers, dense or with experts. */
export const feedForwardRows: readonly Row[] = [
  feedForwardKind(),
  denseWidth(),
  where(isMoe, count("model.mlp.experts", "--num-experts")),
  where(isMoe, onlyMoe(count("model.mlp.top_k", "--moe-router-topk", 2))),
  where(isMoe, expertWidth()),
  where(isMoe, sharedExperts()),
  where(
    (settings) => isMoe(settings) && numberAt(settings, "model.mlp.groups") !== 1,
    onlyMoe(count("model.mlp.groups", "--moe-router-num-groups", 1)),
  ),
  where(
    (settings) => isMoe(settings) && numberAt(settings, "model.mlp.groups") !== 1,
    onlyMoe(count("model.mlp.top_groups", "--moe-router-group-topk", 1)),
  ),
  where(isMoe, expertLayers()),
];

function onlyMoe(row: Row): Row {
  return { ...row, read: (given, runSize) => ("--num-experts" in given ? row.read(given, runSize) : {}) };
}

/** Mapping of dropout. Megatron has two rates, for attention and for residuals; both default to 0.1. */
function dropout(): Row {
  const names = ["--attention-dropout", "--hidden-dropout"];
  return {
    fields: ["model.dropout"],
    arguments: names,
    write: (settings) => {
      const rate = settings["model.dropout"] === true ? 0.1 : 0;
      return Object.fromEntries(names.map((name) => [name, rate]));
    },
    read: (given) => ({ "model.dropout": names.some((name) => (numberAt(given, name) ?? 0.1) > 0) }),
  };
}

function attentionKind(): Row {
  const names = ["--group-query-attention", "--num-query-groups", "--multi-latent-attention"];
  return {
    fields: ["model.attention", "model.attention.kv_heads"],
    arguments: names,
    write: (settings) => {
      const kind = textAt(settings, "model.attention");
      if (kind === "mla") return { "--multi-latent-attention": true };
      const groups = numberAt(settings, "model.attention.kv_heads");
      return kind === "gqa" && groups !== null
        ? { "--group-query-attention": true, "--num-query-groups": groups }
        : {};
    },
    read: (given) => {
      if (!("--num-attention-heads" in given)) return {};
      if (given["--multi-latent-attention"] === true) return { "model.attention": "mla" };
      return given["--group-query-attention"] === true
        ? {
            "model.attention": "gqa",
            "model.attention.kv_heads": numberAt(given, "--num-query-groups") ?? 1,
          }
        : { "model.attention": "mha" };
    },
  };
}

/** Mapping of the head width, which by default is the hidden size divided by the number of heads. */
function headWidth(argument: string): Row {
  const row = count("model.attention.d_head", argument);
  return {
    ...row,
    read: (given, runSize) => {
      if (given["--multi-latent-attention"] === true) return {};
      const [wide, heads] = [numberAt(given, "--hidden-size"), numberAt(given, "--num-attention-heads")];
      if (argument in given || wide === null || heads === null) return row.read(given, runSize);
      return { "model.attention.d_head": wide / heads };
    },
  };
}

function latent(field: string, argument: string): Row {
  const row = count(field, argument);
  return where(isMla, {
    ...row,
    read: (given, runSize) => (given["--multi-latent-attention"] === true ? row.read(given, runSize) : {}),
  });
}

/**
 * Mapping of the sliding window. Megatron counts the tokens left of a token, without the token itself, and
 * the interval of layers with full attention.
 */
function slidingWindow(): Row {
  const [window, skip] = ["--window-size", "--window-attn-skip-freq"];
  return {
    fields: ["model.attention.sliding_window", "model.attention.sliding_window_pattern"],
    arguments: [window, skip],
    write: (settings) => {
      const tokens = numberAt(settings, "model.attention.sliding_window");
      const pattern = numberAt(settings, "model.attention.sliding_window_pattern");
      if (tokens === null) return {};
      return { [window]: `${tokens - 1},0`, ...(pattern === null ? {} : { [skip]: pattern }) };
    },
    read: (given) => {
      if (given["--multi-latent-attention"] === true || !("--num-attention-heads" in given)) return {};
      const tokens = /^\(?(\d+),\s*0\)?$/.exec(String(given[window] ?? ""))?.[1];
      return {
        "model.attention.sliding_window": tokens === undefined ? null : Number(tokens) + 1,
        "model.attention.sliding_window_pattern": tokens === undefined ? null : numberAt(given, skip),
      };
    },
  };
}

/** Mapping of the feed-forward's activation. SwiGLU is a switch; without it, GELU. */
function feedForwardKind(): Row {
  return {
    fields: ["model.mlp", "model.mlp.expert", "model.mlp.dense"],
    arguments: ["--swiglu"],
    write: (settings) => {
      const kind = settings[isMoe(settings) ? "model.mlp.expert" : "model.mlp"];
      return kind === "swiglu" ? { "--swiglu": true } : {};
    },
    read: (given) => {
      if (!("--hidden-size" in given)) return {};
      const kind = given["--swiglu"] === true ? "swiglu" : "gelu";
      if (!("--num-experts" in given)) return { "model.mlp": kind };
      const mixed = !everyLayer(given);
      return {
        "model.mlp": "moe",
        "model.mlp.expert": kind,
        ...(mixed ? { "model.mlp.dense": kind } : {}),
      };
    },
  };
}

/**
 * Mapping of a dense layer's width; in an MoE model, of the layers without experts. It defaults to four times
 * the hidden size.
 */
function denseWidth(): Row {
  const argument = "--ffn-hidden-size";
  return {
    fields: ["model.mlp.d_ff", "model.mlp.dense.d_ff"],
    arguments: [argument],
    write: (settings) => {
      const width = numberAt(settings, isMoe(settings) ? "model.mlp.dense.d_ff" : "model.mlp.d_ff");
      return width === null ? {} : { [argument]: width };
    },
    read: (given) => {
      const width = ffnWidth(given);
      if (width === null) return {};
      if (!("--num-experts" in given)) return { "model.mlp.d_ff": width };
      return everyLayer(given) ? {} : { "model.mlp.dense.d_ff": width };
    },
  };
}

function ffnWidth(given: Settings): number | null {
  const wide = numberAt(given, "--hidden-size");
  if (wide === null) return null;
  const otherwise = given["--swiglu"] === true ? Math.floor((4 * wide * 2) / 3 / 64) * 64 : 4 * wide;
  return numberAt(given, "--ffn-hidden-size") ?? otherwise;
}

/**
 * Width of an expert in Megatron's arguments, which defaults to a dense layer's (arguments.py:
 * moe_ffn_hidden_size).
 */
const expertFfnWidth = (given: Settings): number | null =>
  numberAt(given, "--moe-ffn-hidden-size") ?? ffnWidth(given);

function expertWidth(): Row {
  const row = count("model.mlp.expert.d_ff", "--moe-ffn-hidden-size");
  return {
    ...row,
    arguments: [...row.arguments, "--ffn-hidden-size"],
    read: (given) => {
      const width = expertFfnWidth(given);
      return "--num-experts" in given && width !== null ? { "model.mlp.expert.d_ff": width } : {};
    },
  };
}

/** Mapping of shared experts, which Megatron describes as a single one of their summed width. */
function sharedExperts(): Row {
  const argument = "--moe-shared-expert-intermediate-size";
  return {
    fields: ["model.mlp.shared", "model.mlp.shared_d_ff"],
    arguments: [argument],
    write: (settings) => {
      const shared = numberAt(settings, "model.mlp.shared") ?? 0;
      const width = numberAt(settings, "model.mlp.shared_d_ff") ?? 0;
      return shared > 0 ? { [argument]: shared * width } : {};
    },
    read: (given) => {
      const expert = expertFfnWidth(given);
      if (!("--num-experts" in given) || expert === null) return {};
      const width = numberAt(given, argument) ?? 0;
      if (width === 0) return { "model.mlp.shared": 0, "model.mlp.shared_d_ff": expert };
      return width % expert === 0
        ? { "model.mlp.shared": width / expert, "model.mlp.shared_d_ff": expert }
        : { "model.mlp.shared": 1, "model.mlp.shared_d_ff": width };
    },
  };
}

function everyLayer(given: Settings): boolean {
  const frequency = given[FREQUENCY];
  return frequency === undefined || frequency === 1 || frequency === "1";
}

/** Mapping of which layers have experts: every n-th, or a pattern that begins with dense layers. */
function expertLayers(): Row {
  return {
    fields: ["model.mlp.dense_layers", "model.mlp.every"],
    arguments: [FREQUENCY],
    write: (settings) => {
      const dense = numberAt(settings, "model.mlp.dense_layers") ?? 0;
      const every = numberAt(settings, "model.mlp.every") ?? 1;
      const layers = numberAt(settings, "model.layers") ?? 0;
      if (dense === 0) return every === 1 ? {} : { [FREQUENCY]: pattern(0, every, layers) };
      return { [FREQUENCY]: pattern(dense, every, layers) };
    },
    read: (given) => {
      if (!("--num-experts" in given)) return {};
      if (everyLayer(given)) return { "model.mlp.dense_layers": 0, "model.mlp.every": 1 };
      const layers = numberAt(given, "--num-layers") ?? 0;
      // A number n puts experts into the first of every n layers.
      const text = String(given[FREQUENCY]).replace(/\s+/g, "");
      for (let dense = 0; dense < layers; dense++)
        for (let every = 1; every <= layers - dense; every++)
          if (pattern(dense, every, layers) === text)
            return { "model.mlp.dense_layers": dense, "model.mlp.every": every };
      return {};
    },
  };
}

/**
 * Megatron's pattern of layers with experts: `([0]*3+[1]*58)`. After the `dense` first layers, the last of
 * every `every` layers has experts.
 */
function pattern(dense: number, every: number, layers: number): string {
  const left = layers - dense;
  const head = dense > 0 ? [`[0]*${dense}`] : [];
  if (every === 1) return `(${[...head, `[1]*${left}`].join("+")})`;
  const block = `[${[...Array(every - 1).fill(0), 1].join(",")}]*${Math.floor(left / every)}`;
  const rest = left % every > 0 ? [`[0]*${left % every}`] : [];
  return `(${[...head, block, ...rest].join("+")})`;
}
