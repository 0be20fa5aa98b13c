import type { Row } from "../carry/row.ts";
import { always, count, flag, word } from "../carry/rows.ts";
import { numberAt as at, type Settings, textAt } from "../carry/settings.ts";

const piped = (settings: Settings): boolean => (at(settings, "plan.pp") ?? 1) > 1;

/** Mappings of the model: a decoder with separate heads and a dense MLP in each layer. */
export const modelRows: readonly Row[] = [
  count("model.layers", "model.layers"),
  count("model.d_model", "model.d_model"),
  attention(),
  mlp(),
  count("model.vocab", "model.vocab"),
  tied(),
  word(
    "model.positions",
    "model.positions",
    { rotary: "rotary", learned: "learned", none: "none" },
    "rotary",
  ),
  count("model.max_seq_len", "model.max_seq_len"),
  word("model.norm", "model.norm", { rmsnorm: "rmsnorm", layernorm: "layernorm" }, "rmsnorm"),
  either("model.bias", "model.bias"),
  {
    fields: ["model.dropout"],
    arguments: ["model.dropout"],
    write: (settings): Settings => ({ "model.dropout": settings["model.dropout"] === true ? 0.1 : 0 }),
    read: (given) => ({ "model.dropout": (at(given, "model.dropout") ?? 0) > 0 }),
  },
  either("plan.flash_attention", "model.flash_attention"),
  always({
    "model.block": "sequential",
    "model.norms_per_layer": 2,
    "model.recurrent": null,
    "model.mtp": 0,
  }),
];

/** Mapping of attention. Latent attention is written as heads of its width, which is named as lost. */
function attention(): Row {
  const part = (name: string): string => `model.attention.${name}`;
  const fields = ["heads", "d_head", "kv_heads", "qkv_bias", "qk_norm", "sliding_window"].map(part);
  return {
    fields: ["model.attention", ...fields],
    arguments: ["heads", "kv_heads", "d_head", "qkv_bias", "qk_norm"].map((name) => `model.${name}`),
    write: (settings): Settings => {
      const heads = at(settings, part("heads")) ?? 1;
      return {
        "model.heads": heads,
        "model.kv_heads": at(settings, part("kv_heads")) ?? heads,
        "model.d_head": at(settings, part("d_head")),
        "model.qkv_bias": settings[part("qkv_bias")] === true,
        "model.qk_norm": settings[part("qk_norm")] === "per_head",
      };
    },
    read: (given): Settings => {
      const [heads, kvHeads] = [at(given, "model.heads"), at(given, "model.kv_heads")];
      if (heads === null) return {};
      const grouped = kvHeads !== null && kvHeads !== heads;
      return {
        "model.attention": grouped ? "gqa" : "mha",
        [part("heads")]: heads,
        [part("d_head")]: at(given, "model.d_head"),
        ...(grouped ? { [part("kv_heads")]: kvHeads } : {}),
        [part("qkv_bias")]: given["model.qkv_bias"] === true,
        [part("qk_norm")]: given["model.qk_norm"] === true ? "per_head" : "none",
        [part("sliding_window")]: null,
      };
    },
  };
}

const KINDS = ["swiglu", "geglu", "gelu", "relu"];

/** Mapping of the MLP. Experts are written as a dense MLP of the width that a token meets, which is named as lost. */
function mlp(): Row {
  const experts = ["experts", "top_k", "shared", "expert"].map((name) => `model.mlp.${name}`);
  return {
    fields: ["model.mlp", "model.mlp.d_ff", ...experts],
    arguments: ["model.mlp", "model.d_ff"],
    write: (settings): Settings => {
      const mixture = settings["model.mlp"] === "moe";
      const kind = textAt(settings, mixture ? "model.mlp.expert" : "model.mlp") ?? "";
      const wide = at(settings, mixture ? "model.mlp.expert.d_ff" : "model.mlp.d_ff");
      const times = mixture ? (at(settings, "model.mlp.top_k") ?? 1) : 1;
      return {
        "model.mlp": KINDS.includes(kind) ? kind : "gelu",
        ...(wide === null ? {} : { "model.d_ff": wide * times }),
      };
    },
    read: (given): Settings => {
      const wide = at(given, "model.d_ff");
      return wide === null ? {} : { "model.mlp": textAt(given, "model.mlp"), "model.mlp.d_ff": wide };
    },
  };
}

/** Mapping of tied embeddings, which stages of a pipeline would have to keep equal. */
function tied(): Row {
  const row = either("model.tied_embeddings", "model.tied_embeddings");
  const apart = (settings: Settings): Settings => ({ ...settings, "model.tied_embeddings": false });
  return { ...row, write: (settings, size) => row.write(piped(settings) ? apart(settings) : settings, size) };
}

/** Mapping of a field to an attribute that is always written: True or False. */
function either(field: string, argument: string): Row {
  return { ...flag(field, argument), write: (settings) => ({ [argument]: settings[field] === true }) };
}
