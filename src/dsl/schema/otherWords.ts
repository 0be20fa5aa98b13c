import { type Aliases, aliased, allAliases } from "./aliases.ts";

/**
 * Words of papers and other software for values of fields, by field. An error on an unknown word suggests the value of
 * the language. Needed where similar spelling would suggest a wrong value (`mxfp8` resembles `mxfp4`, which is fp4).
 */
const words: Aliases = {
  schedule: {
    depth_first: "interleaved_1f1b",
    interleaved: "interleaved_1f1b",
    one_f_one_b: "1f1b",
    afab: "gpipe",
    dapple: "1f1b",
    zero_bubble: "zb_h1",
    zbv: "zb_v",
    dual_pipe: "dualpipe",
  },
  precision: {
    mxfp8: "fp8(scaling = mx)",
    fp8_blockwise: "fp8(scaling = blockwise)",
    fp4: "nvfp4",
    bfloat16: "bf16",
    float16: "fp16",
    float32: "fp32",
    half: "fp16",
    amp: "fp16",
  },
  scaling: { mxfp8: "mx", block: "blockwise", tensorwise: "current" },
  optimizer: { adamw_8bit: "adam_8bit", momentum: "sgd_momentum", distributed_shampoo: "shampoo" },
  recompute: { core_attn: "selective(attention)" },
  scale_out: { infiniband: "fat_tree", ib: "fat_tree", roce: "ethernet" },
  cp_type: { p2p: "ring", ring_attention: "ring", a2a: "ulysses", deepspeed_ulysses: "ulysses" },
};

/** Value of a field that papers or other software call `word`; null for an unknown word. */
export const otherWord = (field: string, word: string): string | null => aliased(words, field, word);

/** All words of papers and other software for values, for tests: field, word, value of the language. */
export const otherWords = allAliases(words);
