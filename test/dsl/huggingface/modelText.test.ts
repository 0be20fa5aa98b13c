import { describe, expect, test } from "vitest";
import { families } from "../../../src/dsl/huggingface/families.ts";
import { modelText } from "../../../src/dsl/huggingface/modelText.ts";
import { cell, codes, memorySession, shown } from "../../support/memorySession.ts";
import { gptOss, released } from "./configs.ts";

const importing = (config: object) => {
  const session = memorySession({ "config.json": JSON.stringify(config) });
  return { session, first: cell(session, 'import mine from "./config.json"\n') };
};

describe("a released model's configuration has the parameters that its weights have", () => {
  test.each(released)("%s: %i", (_, params, config) => {
    const { session, first } = importing(config);
    expect(codes(first)).toEqual([]);
    expect(shown(session, "mine.params")).toBe(params);
  });
});

test("an imported model is one like any other: its fields, a name of its own, `with`", () => {
  const { session } = importing(gptOss);
  expect(shown(session, "mine.attention.sliding_window_pattern")).toBe(2);
  expect(shown(session, "mine.mlp.experts")).toBe(128);
  expect(shown(session, "mine.mlp.expert.clamped")).toBe(true);
  expect(shown(session, "(mine with { layers = 24, mlp.experts = 32 }).params")).toBeCloseTo(20.9e9, -8);
});

test("YaRN's rotations have a factor, unless `mscale` takes it back", () => {
  const positions = (scaling: object): unknown =>
    shown(importing({ ...gptOss, rope_scaling: scaling }).session, "mine.positions");
  expect(positions({ rope_type: "yarn", factor: 32 })).toBe("yarn");
  expect(positions({ type: "yarn", factor: 40, mscale: 1, mscale_all_dim: 1 })).toBe("rotary");
  expect(positions({ type: "yarn", factor: 40, mscale: 0.7, mscale_all_dim: 1 })).toBe("yarn");
  expect(positions({ rope_type: "llama3", factor: 8 })).toBe("rotary");
});

test("a model inside of a model that also sees is the text's", () => {
  const [, params, config] = released[0] ?? [];
  const { session } = importing({ model_type: "mllama", text_config: config });
  expect(shown(session, "mine.params")).toBe(params);
});

describe("what cannot be read says why", () => {
  test.each([
    ["[1]", "it is no JSON object"],
    ["{", "it is not JSON"],
    ["{}", "it has no `model_type`"],
    ['{"model_type": "lama"}', "`model_type` is `lama`, which is not known here"],
    ['{"model_type": "llama"}', "it has no `num_hidden_layers`"],
    ['{"model_type": "llama", "num_hidden_layers": "many"}', "`num_hidden_layers` is no whole number"],
    ['{"model_type": "llama", "num_hidden_layers": -1}', "`num_hidden_layers` is no whole number"],
  ])("%s", (json, problem) => {
    expect(modelText("mine", json, "config.json")).toMatchObject({ problem });
  });
  test("experts in every second layer are not taken for experts in all", () => {
    const [, , llama] = released[0] ?? [];
    const config = {
      ...{ ...llama, model_type: "llama4_text", num_local_experts: 128, num_experts_per_tok: 1 },
      ...{ interleave_moe_layer_step: 2, intermediate_size: 8192, intermediate_size_mlp: 16_384 },
    };
    expect(modelText("mine", JSON.stringify(config), "config.json")).toMatchObject({
      text: expect.stringContaining("every = 2, dense = swiglu(d_ff = 16384)"),
    });
  });
  test("a shared expert of a width of its own, and experts in groups", () => {
    const [, , llama] = released[0] ?? [];
    const config = {
      ...{ ...llama, model_type: "qwen2_moe", num_experts: 60, num_experts_per_tok: 4 },
      ...{ moe_intermediate_size: 1408, shared_expert_intermediate_size: 5000 },
      ...{ n_group: 4, topk_group: 2 },
    };
    expect(modelText("mine", JSON.stringify(config), "config.json")).toMatchObject({
      text: expect.stringContaining("shared = 1, shared_d_ff = 5000, top_k = 4"),
    });
    expect(modelText("mine", JSON.stringify(config), "config.json")).toMatchObject({
      text: expect.stringContaining("groups = 4, top_groups = 2"),
    });
  });
  test("a value that the language refuses is shown in the text that the file stands for", () => {
    const [, , config] = released[0] ?? [];
    const [mistake] = importing({ ...config, num_hidden_layers: 0 }).first.diagnostics;
    expect(mistake?.code).toBe("out-of-range");
    expect(mistake?.place?.source.name).toBe("config.json, as a model");
  });
});

test.each([...families.keys()])("%s has a definition that reads without mistakes", (model_type) => {
  const [, , base] = released.find(([name]) => name.includes("DeepSeek")) ?? [];
  const plain = { kv_lora_rank: null, n_routed_experts: null };
  const { session, first } = importing({
    ...base,
    ...(model_type.startsWith("deepseek") ? {} : plain),
    ...{ n_head: 16, num_heads: 16, patch_size: 16, linear_num_key_heads: 16, linear_num_value_heads: 16 },
    ...{ num_labels: 1000, mamba_num_heads: 16, hybrid_override_pattern: "M-*".repeat(9) },
    model_type,
  });
  expect(codes(first)).toEqual([]);
  const result = cell(session, "show mine");
  expect(result.diagnostics.map(({ message }) => message)).toEqual([]);
});
