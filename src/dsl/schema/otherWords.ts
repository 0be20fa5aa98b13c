import { type Aliases, aliased, allAliases } from "./aliases.ts";

/**
 * What papers and other software call a value, for did-you-mean, where the spelling alone would lead to another one (`mxfp8` is near
 * `mxfp4`, and no fp4). Field → other word → value as it is written.
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

/** The value that others call `word` in a field; null for no known one. */
export const otherWord = (field: string, word: string): string | null => aliased(words, field, word);

/** All of them, for tests: field, word, value. */
export const otherWords = allAliases(words);
