import { describe, expect, test } from "vitest";
import { modelText } from "../../../src/dsl/huggingface/modelText.ts";
import { cell, codes, memorySession, shown } from "../../support/memorySession.ts";
import { stacked } from "./stacked.ts";

const importing = (config: object, std: string) => {
  const session = memorySession({ "config.json": JSON.stringify(config) });
  const first = cell(session, `import mine from "./config.json"\nimport ${std} from "std/models"\n`);
  return { session, first };
};

const configOf = (std: string): Readonly<Record<string, unknown>> =>
  stacked.find(([, name]) => name === std)?.[2] ?? {};

const textOf = (config: object): unknown => modelText("mine", JSON.stringify(config), "config.json");

describe("a released configuration is the model that std has of it", () => {
  test.each(stacked)("%s is %s", (_, std, config) => {
    const { session, first } = importing(config, std);
    expect(codes(first)).toEqual([]);
    expect(shown(session, "mine.params")).toBe(shown(session, `${std}.params`));
    expect(shown(session, "mine.active_params")).toBe(shown(session, `${std}.active_params`));
    expect(shown(session, "mine.layers")).toBe(shown(session, `${std}.layers`));
  });
});

test("an image model's classes and patches, and a base model's 86,567,656 parameters", () => {
  const base = {
    ...{ ...configOf("vit_h_14"), num_hidden_layers: 12, hidden_size: 768, num_attention_heads: 12 },
    ...{ intermediate_size: 3072, patch_size: 16 },
  };
  const { session, first } = importing(base, "vit_h_14");
  expect(codes(first)).toEqual([]);
  expect(shown(session, "mine.params")).toBe(86_567_656);
  expect(shown(session, "mine.input.patch")).toBe(16);
});

describe("which layers have attention", () => {
  test("as the file lists them, at the length at which the list repeats", () => {
    const kinds = Array.from({ length: 48 }, (_, i) =>
      (i + 1) % 4 === 0 ? "full_attention" : "linear_attention",
    );
    const { full_attention_interval: _, ...config } = configOf("qwen3_next_80b_a3b");
    expect(textOf({ ...config, layer_types: kinds })).toMatchObject({
      text: expect.stringContaining("pattern = [recurrent, recurrent, recurrent, attention]\n"),
    });
  });
  test("of OLMo 3 three have a sliding window and the fourth has none", () => {
    const config = {
      ...{ model_type: "olmo3", num_hidden_layers: 64, hidden_size: 5120, intermediate_size: 27_648 },
      ...{ num_attention_heads: 40, num_key_value_heads: 8, vocab_size: 100_278, sliding_window: 4096 },
    };
    expect(textOf(config)).toMatchObject({
      text: expect.stringMatching(/qk_norm = all_heads.*sliding_window = 4_?096, sliding_window_pattern = 4/),
    });
  });
  test("letters that a pattern does not have are refused", () => {
    expect(textOf({ ...configOf("nemotron_h_8b"), hybrid_override_pattern: "MXM" })).toMatchObject({
      problem: "its `hybrid_override_pattern` is no text of `M`, `-`, `*` and `E`",
    });
  });
});

test("an encoder that differs from the decoder has layers, heads and widths of its own", () => {
  const config = {
    ...{ ...configOf("bart_large"), encoder_layers: 6, encoder_attention_heads: 8, encoder_ffn_dim: 2048 },
  };
  expect(textOf(config)).toMatchObject({
    text: expect.stringContaining(
      "encoder = encoder(layers = 6, attention = mha(heads = 8), mlp = gelu(d_ff = 2048))",
    ),
  });
});

describe("an architecture that is not known is told the nearest that is", () => {
  test.each([
    ["qwen4_moe", { num_experts: 128 }, "qwen3_moe"],
    ["deepseek_v32", { kv_lora_rank: 512 }, "deepseek_v3"],
    ["bamba", { mamba_n_heads: 128 }, "nemotron_h"],
    ["zamba2", { state_size: 64 }, "mamba2"],
    ["longt5", { d_kv: 64 }, "t5"],
    ["blenderbot", { encoder_layers: 2 }, "bart"],
    ["modernbert", { hidden_size: 768 }, "bert"],
    ["dinov2", { patch_size: 14 }, "vit"],
    ["hunyuan_moe", { num_local_experts: 64 }, "mixtral"],
    ["something", { hidden_size: 8 }, "llama"],
  ])("%s: %o is nearest to %s", (model_type, keys, nearest) => {
    expect(textOf({ model_type, ...keys })).toMatchObject({
      problem: `\`model_type\` is \`${model_type}\`, which is not known here`,
      help: expect.stringContaining(` \`${nearest}\``),
    });
  });
});
