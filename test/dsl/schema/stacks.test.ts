import { describe, expect, test } from "vitest";
import { frameworkTags } from "../../../src/dsl/schema/rows/framework.ts";
import { estimate } from "../../../src/engine/index.ts";
import { scenarioReader } from "../../../src/validation/programs/scenarioOf.ts";
import { world } from "../../validation/rows.ts";

const read = scenarioReader(world);

function planOf(fields: string, run = "llama3_8b on dgx_h100") {
  const result = read(
    `edition 2026
import deepseek_v3, gpt_oss_120b, kimi_k2_1t, llama3_8b, mixtral_8x7b, qwen3_235b_a22b from "std/models"
import dgx_b200, dgx_h100, gb200_nvl72, gb300_nvl72 from "std/clusters"
plan p { seq_len = 4Ki, global_batch = 1_024 sequences, ${fields} }
let run = ${run} with p
`,
    "stack",
  );
  if (result.kind === "problems") throw new Error(result.diagnostics.map((one) => one.message).join("\n"));
  return result.scenario.plan;
}

test("every stack by its name alone makes a plan of a dense model and of experts", () => {
  for (const { name } of frameworkTags)
    for (const run of ["llama3_8b on dgx_h100", "mixtral_8x7b on gb200_nvl72"])
      expect(planOf(`framework = ${name}, tp = 2`, run).framework.name).toBe(name);
});

describe("megatron_bridge has what its recipes turn on", () => {
  const rack = "deepseek_v3 on (gb200_nvl72 with { nodes = 64 })";
  const mxfp8 = "precision = fp8(scaling = mx)";

  test("gradients in bf16, sequence parallelism, tensor parallelism beside matmuls but in NVFP4", () => {
    const plan = planOf("framework = megatron_bridge(2026), tp = 2");
    expect(plan).toMatchObject({ sequenceParallel: true, overlap: { dp: true, tp: true, ep: false } });
    expect(plan.precision.gradientBytes).toBe(2);
    expect(planOf("framework = megatron_bridge, tp = 2, precision = nvfp4").overlap.tp).toBe(false);
    expect(planOf("framework = megatron_bridge, tp = 1").sequenceParallel).toBe(false);
  });

  test("a step of experts in MXFP8 is one graph on racks since 26.06", () => {
    const graph = planOf(`framework = megatron_bridge(2026), ep = 64, ${mxfp8}`, rack);
    expect(graph.framework).toMatchObject({ cudaGraphs: true, expertKernels: "fused" });
    expect(graph.overlap.ep).toBe(true);
    expect(
      planOf(
        `framework = megatron_bridge, ep = 64, ${mxfp8}`,
        "kimi_k2_1t on (gb200_nvl72 with { nodes = 64 })",
      ),
    ).toMatchObject({ framework: { cudaGraphs: false } });
    for (const fields of [
      `framework = megatron_bridge(2026, release = 26.04), ${mxfp8}`,
      "framework = megatron_bridge",
    ])
      expect(planOf(`${fields}, ep = 64`, rack).framework).toMatchObject({
        ...{ cudaGraphs: false, expertKernels: "eager" },
      });
  });

  test("under latent attention such a step has attention in 8 bits and computes nothing again on GB300 alone", () => {
    const fields = `framework = megatron_bridge, ep = 64, ${mxfp8}`;
    const roomy = planOf(fields, rack.replace("gb200", "gb300"));
    expect(roomy).toMatchObject({ precision: { attention: "fp8" }, recompute: { kind: "none" } });
    expect(planOf(fields, rack)).toMatchObject({
      ...{ precision: { attention: "bf16" }, recompute: { modules: ["mla_up"] } },
    });
    expect(planOf(fields, rack.replace("deepseek_v3", "qwen3_235b_a22b")).precision.attention).toBe("fp8");
  });

  test("experts on several nodes hide their exchange, and a token travels once to a node since 26.02", () => {
    const on = (release: string, ep: number, model = "qwen3_235b_a22b") =>
      planOf(
        `framework = megatron_bridge(2026, release = ${release}), ep = ${ep}, pp = 4, split = uneven`,
        `${model} on (dgx_b200 with { nodes = 32 })`,
      );
    expect(on("26.04", 64)).toMatchObject({ overlap: { ep: true }, dispatch: "per_node" });
    expect(on("26.04", 64, "deepseek_v3").overlap.ep).toBe(false);
    expect(on("25.11", 64, "deepseek_v3").overlap.ep).toBe(true);
    expect(on("26.04", 8)).toMatchObject({ overlap: { ep: false } });
    expect(on("25.11", 64)).toMatchObject({ dispatch: "per_expert" });
  });

  test("latent attention computes its up-projections again", () => {
    expect(planOf("framework = megatron_bridge", rack).recompute).toMatchObject({
      kind: "selective",
      modules: ["mla_up"],
    });
    expect(planOf("framework = megatron_bridge").recompute.kind).toBe("none");
  });

  test("gpt-oss computes norms and the experts' activation again on H100, B200 and GB200, and sends every copy", () => {
    const on = (machine: string, release = "26.02", fields = "") =>
      planOf(
        `framework = megatron_bridge(2026, release = ${release}), ep = 8${fields}`,
        `gpt_oss_120b on ${machine}`,
      );
    const racks = "(gb200_nvl72 with { nodes = 2 })";
    for (const machine of ["dgx_h100", "dgx_b200", racks])
      expect(on(machine)).toMatchObject({
        ...{ recompute: { kind: "selective", modules: ["norms", "moe_act"] }, dispatch: "per_expert" },
      });
    expect(on(racks.replace("gb200", "gb300"))).toMatchObject({
      ...{ recompute: { kind: "none" }, dispatch: "per_expert" },
    });
    expect(on(racks, "26.06", ", precision = fp8(scaling = mx)")).toMatchObject({
      ...{ recompute: { kind: "none" }, dispatch: "per_node" },
    });
  });
});

describe("mlperf_nvidia has what rounds of MLPerf ran", () => {
  test("round 3.0 has FlashAttention 1 and agrees on maxima; later rounds do not wait for them", () => {
    expect(planOf("framework = mlperf_nvidia(2023, round = 3.0)").framework).toMatchObject({
      ...{ flashVersion: 1, scaleKernels: 18, amaxReduction: "replicas", gradientPasses: 1 },
    });
    expect(planOf("framework = mlperf_nvidia(2023)").framework).toMatchObject({
      ...{ flashVersion: 2, scaleKernels: 9, amaxReduction: "none" },
    });
    expect(planOf("framework = mlperf_nvidia(2024)").framework).toMatchObject({
      flashVersion: 3,
      scaleKernels: 0,
    });
  });

  test("adapters have attention in 8 bits, but among context-parallel ranks", () => {
    const lora = "framework = mlperf_nvidia(2024), precision = fp8, finetune = lora(16)";
    expect(planOf(lora).precision.attention).toBe("fp8");
    expect(planOf(`${lora}, cp = 2`).precision.attention).toBe("bf16");
    expect(planOf("framework = mlperf_nvidia(2024), precision = fp8").precision.attention).toBe("bf16");
  });
});

test("stacks on Megatron Core hide what their scripts and papers hide", () => {
  for (const name of ["pai_megatron", "megascale", "nemo"])
    expect(planOf(`framework = ${name}, tp = 2`)).toMatchObject({
      ...{ sequenceParallel: true, overlap: { dp: true, tp: true } },
    });
  expect(planOf("framework = pai_megatron").zero).toBe(1);
});

test("stacks on FSDP2 shard everything; fine-tuners recompute whole layers", () => {
  for (const name of ["torchtune", "xtuner"])
    expect(planOf(`framework = ${name}`)).toMatchObject({ zero: 3, recompute: { kind: "full" } });
  expect(planOf("framework = torchtune").framework.fused).toBe(false);
});

test("FSDP runs elementwise kernels as the model has them: joined by torch.compile, by llm-foundry, or not", () => {
  const { framework } = planOf("framework = fsdp(2024)");
  expect(framework).toMatchObject({ fused: false, rmsNormFused: false });
  expect(planOf("framework = fsdp(2024, compile = true)").framework).toMatchObject({
    ...{ fused: true, rmsNormFused: true },
  });
  expect(planOf("framework = llm_foundry").framework.fused).toBe(true);
});

test("NeMo and Megatron Core split experts as attention; fine-tuners' sequences cross ranks as their own code has it", () => {
  expect(planOf("framework = nemo, tp = 2", "mixtral_8x7b on dgx_h100").etp).toBe(2);
  expect(planOf("framework = xtuner, cp = 2").cpType).toBe("ulysses");
  expect(planOf("framework = meta_llama").precision.gradientBytes).toBe(4);
  expect(planOf("framework = mlperf_nvidia(2026), ep = 8", "mixtral_8x7b on dgx_h100").dispatch).toBe(
    "per_node",
  );
  expect(planOf("framework = megatron_bridge").framework.gradientPasses).toBe(1);
});

test("Meta's stack gathers keys and values, and reduces gradients by groups of micro-batches", () => {
  expect(planOf("framework = meta_llama, cp = 2, pp = 2, vpp = 4, zero = 2")).toMatchObject({
    ...{ cpType: "all_gather", gradientScatter: "group", framework: { freesStageInputs: true } },
  });
});

test("DeepSeek's stack hides exchanges under DualPipe, by node", () => {
  const plan = (schedule: string) =>
    planOf(
      `framework = hai_llm, pp = 8, ep = 8, schedule = ${schedule}, split = uneven`,
      "deepseek_v3 on (dgx_h100 with { nodes = 16 })",
    );
  expect(plan("dualpipe")).toMatchObject({ dispatch: "per_node", overlap: { ep: true, pp: true }, zero: 1 });
  expect(plan("1f1b").overlap.ep).toBe(false);
});

test("fp8 has the scales that the stack's own recipe finds", () => {
  const scaling = (fields: string) => planOf(fields).precision.scaling;
  expect(scaling("framework = megatron_core, precision = fp8")).toBe("delayed");
  for (const name of ["megatron_bridge", "torchtitan", "automodel"])
    expect(scaling(`framework = ${name}, precision = fp8`)).toBe("current");
  expect(scaling("framework = megatron_bridge, precision = fp8(scaling = delayed)")).toBe("delayed");
});

test("Megatron-LM has flash attention unasked since 2024", () => {
  expect(planOf("framework = megatron_lm(2023)").flashAttention).toBe(false);
  expect(planOf("framework = megatron_lm(2024)").flashAttention).toBe(true);
});

// Hugging Face, SmolLM3 (July 2025): 14,070 tokens/s a device on 384 H100 of EC2 p5; text/pretraining/smollm3/stage1_8T.yaml.
test("the default nanotron is what its code does: SmolLM3's run within a tenth", () => {
  const result = read(
    `edition 2026
import p5 from "std/clusters"
model smollm3 {
  layers = 36
  d_model = 2_048
  attention = gqa(heads = 16, kv_heads = 4)
  mlp = swiglu(d_ff = 11_008)
  vocab = 128_256
  tied_embeddings = true
}
plan p { framework = nanotron, tp = 2, dp = 192, sequence_parallel = true, seq_len = 4Ki, micro_batch = 3, global_batch = 576 sequences }
let run = smollm3 on (p5 with { nodes = 48 }) with p
`,
    "smollm3",
  );
  const answer = result.kind === "scenario" ? estimate(result.scenario) : null;
  if (!answer?.ok) throw new Error("no estimate");
  const rate = (576 * 4_096) / (answer.estimate.time.step.value * 384);
  expect(Math.abs(rate / 14_070 - 1)).toBeLessThan(0.1);
});
