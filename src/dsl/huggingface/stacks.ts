import { call } from "./call.ts";
import type { Config } from "./config.ts";
import type { Family } from "./families.ts";

/**
 * Writes the encoder of an encoder-decoder as an expression of the language. Attention and feed-forward are included
 * only where they differ from the decoder's.
 */
export function encoder(config: Config, family: Family): string {
  const heads = config.optional("encoder_attention_heads");
  const wide = config.optional("encoder_ffn_dim");
  const kind = family.mlp instanceof Function ? family.mlp(config) : family.mlp;
  return call("encoder", {
    layers: config.optional("encoder_layers") ?? allLayers(config),
    ...(heads === null || heads === config.value("decoder_attention_heads")
      ? {}
      : { attention: call("mha", { heads }) }),
    ...(wide === null || wide === config.value("decoder_ffn_dim") ? {} : { mlp: call(kind, { d_ff: wide }) }),
  });
}

/** Writes the image patches that a vision model reads as an expression of the language. */
export const patches = (config: Config): string =>
  call("patches", {
    image: config.optional("image_size") ?? 224,
    patch: config.count("patch_size"),
    channels: config.optional("num_channels") ?? 3,
  });

/** Number of layers of the decoder of an encoder-decoder. For any other model, the number of all layers. */
export const decoderLayers = (config: Config, family: Family): number =>
  (family.encoder ? config.optional("num_decoder_layers", "decoder_layers") : null) ?? allLayers(config);

const allLayers = (config: Config): number =>
  config.count("num_hidden_layers", "n_layer", "n_layers", "num_layers");

/** Number of a classifier's labels; 2 by default (transformers, configuration_utils.py). */
export function classes(config: Config): number {
  const labels = config.value("id2label");
  const named = typeof labels === "object" && labels !== null ? Object.keys(labels).length : null;
  return config.optional("num_labels") ?? named ?? 2;
}
