import { suggest } from "../diagnostics/index.ts";
import { attention } from "./attention.ts";
import { Config, ConfigProblem } from "./config.ts";
import { type Family, families } from "./families.ts";
import { feedForward } from "./feedForward.ts";
import { nearestFamily } from "./nearestFamily.ts";
import { classes, decoderLayers, encoder, patches } from "./stacks.ts";

/** Result of converting a configuration: the text of a model definition, or the problem with advice. */
export type ModelText = { readonly text: string } | { readonly problem: string; readonly help: string };

/**
 * Converts a Hugging Face `config.json` to the text of a model definition. Properties that the file leaves to its
 * architecture's code come from `families.ts`.
 */
export function modelText(name: string, json: string, cite: string): ModelText {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return { problem: "it is not JSON", help: "import the `config.json` next to a model's weights" };
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    return {
      problem: "it is no JSON object",
      help: "import the `config.json` next to a model's weights",
    };
  const whole = new Config(parsed);
  const config = whole.inner("text_config") ?? whole;
  const type = String(config.value("model_type") ?? whole.value("model_type") ?? "");
  const family = families.get(type);
  if (!family) return { problem: unknown(type), help: instead(type, config) };
  try {
    return { text: definition(name, config, family, cite) };
  } catch (error) {
    if (error instanceof ConfigProblem)
      return { problem: error.what, help: `\`model_type\` ${type} needs it` };
    throw error;
  }
}

const unknown = (type: string): string =>
  type === "" ? "it has no `model_type`" : `\`model_type\` is \`${type}\`, which is not known here`;

function instead(type: string, config: Config): string {
  const nearest = nearestFamily(type, config, families.keys());
  return suggest(type, families.keys()) === nearest
    ? `did you mean \`${nearest}\`?`
    : `the nearest that is known is \`${nearest}\`: if its layers are the same write that, else define a \`model\` with \`blocks\` or \`pattern\``;
}

function definition(name: string, config: Config, family: Family, cite: string): string {
  const of = <T>(rule: T | ((config: Config) => T) | undefined, otherwise: T): T =>
    rule === undefined ? otherwise : rule instanceof Function ? rule(config) : rule;
  const parallel = family.parallel?.(config) ?? false;
  const mixers = family.mixers?.(config) ?? null;
  // Null leaves out a field: the model lacks the property, or the language's default is right.
  const fields: readonly (readonly [name: string, value: string | number | boolean | null])[] = [
    ["layers", decoderLayers(config, family)],
    ["d_model", config.count("hidden_size", "n_embd", "n_embed", "d_model")],
    ["attention", mixers?.attention === false ? "none" : attention(config, family)],
    ["mlp", mixers?.mlp === false ? "none" : feedForward(config, family)],
    ["recurrent", mixers?.recurrent ?? null],
    ["pattern", mixers?.pattern ?? null],
    ["encoder", family.encoder ? encoder(config, family) : null],
    ["mask", family.mask ?? null],
    ["input", family.images ? patches(config) : null],
    ["mtp", config.optional("num_nextn_predict_layers")],
    ["vocab", family.images ? classes(config) : words(config)],
    ["max_seq_len", family.images ? null : longest(config) + (family.extraPositions ?? 0)],
    ["positions", positionsOf(config, family)],
    ["norm", family.norm],
    ["block", parallel ? "parallel" : "sequential"],
    ["norms_per_layer", of(family.normsPerLayer, parallel ? 1 : 2)],
    ["bias", of(family.bias, false)],
    ["dropout", dropouts.some((key) => Number(config.value(key) ?? 0) > 0)],
    ["tied_embeddings", config.flag("tie_word_embeddings", family.tied)],
  ];
  const lines = fields.flatMap(([key, value]) => (value === null ? [] : [`  ${key} = ${value}`]));
  return `model ${name} cite ${JSON.stringify(cite)} {\n${lines.join("\n")}\n}\n`;
}

const dropouts = ["resid_pdrop", "dropout", "hidden_dropout", "hidden_dropout_prob", "dropout_rate"];

/** Number of rows of the token embedding, which is the field `vocab`. BERT's segment embeddings are included. */
const words = (config: Config): number =>
  config.count("vocab_size") + (config.optional("type_vocab_size") ?? 0);

/**
 * Word for the model's position encoding (field `positions`). YaRN gets the word `yarn` unless its factor on sines and
 * cosines is 1. The factor is 1 where `mscale` equals `mscale_all_dim`, as in DeepSeek-V3 (Hugging Face Transformers,
 * modeling_rope_utils.py, _compute_yarn_parameters).
 */
function positionsOf(config: Config, { positions }: Family): string {
  const scaling = config.inner("rope_scaling") ?? config.inner("rope_parameters");
  if (positions !== "rotary" || scaling === null) return positions;
  const kind = scaling.value("rope_type", "type");
  const whole = scaling.value("mscale_all_dim");
  if (kind !== "yarn" || (whole !== null && scaling.value("mscale") === whole)) return positions;
  return "yarn";
}

const longest = (config: Config): number =>
  config.optional("max_position_embeddings", "n_positions", "max_seq_len", "seq_length", "n_ctx") ?? 2048;
