import { describe, expect, test } from "vitest";
import { estimate } from "../../../src/engine/index.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";
import { fitOf } from "../../../src/engine/trainingStep/memory/fit.ts";
import { basisFor, peakEnds } from "../../../src/uncertainty/index.ts";
import { programOf, type Row, rowOf } from "../../../src/validation/index.ts";
import { deviceOf } from "../../../src/validation/programs/machine/device.ts";
import { nicsOf, scaleUpOf } from "../../../src/validation/programs/machine/links.ts";
import { slicesOf } from "../../../src/validation/programs/machine/torus.ts";
import { scenarioReader } from "../../../src/validation/programs/scenarioOf.ts";
import { rowNamed, world } from "../rows.ts";

const read = scenarioReader(world);

function scenarioOf(row: Row): Scenario {
  const program = programOf(row);
  if (program.kind !== "program") throw new Error(program.reason);
  const result = read(program.text, row.id);
  if (result.kind === "problems")
    throw new Error(result.diagnostics.map(({ message }) => message).join("\n"));
  return result.scenario;
}

const gptModel = { norm: "layernorm", positions: "learned", bias: true };

describe("a row becomes the scenario that it describes", () => {
  test("Narayanan 2021, Table 1: GPT on 32 A100 with HDR InfiniBand", () => {
    const { model, cluster, plan } = scenarioOf(rowNamed("runs", "sc21-t1-1.7B"));
    expect(model).toMatchObject({
      ...gptModel,
      layers: 24,
      dModel: 2304,
      vocab: 51_200,
      tiedEmbeddings: true,
      attention: { kind: "mha", heads: 24, dHead: 96 },
      mlp: { kind: "gelu", dFf: 9216 },
    });
    expect(cluster).toMatchObject({
      nodes: 4,
      devicesPerNode: 8,
      device: { memoryBytes: 80 * 2 ** 30, peak: { fp16: 312e12 } },
      scaleUp: { kind: "nvswitch", domain: 8, bytesPerSecond: 300e9 },
      scaleOut: { kind: "fat_tree", nicBytesPerSecond: 25e9, nicsPerNode: 8 },
    });
    expect(plan).toMatchObject({
      ...{ tp: 1, pp: 1, vpp: 1, dp: 32, zero: 0, microBatch: 16, globalBatch: 512, seqLen: 2048 },
      ...{ schedule: "1f1b", split: "even", sequenceParallel: false, flashAttention: false },
      recompute: { kind: "full" },
      overlap: { dp: false, tp: false, pp: false },
      precision: { compute: "fp16", gradientBytes: 2 },
    });
  });

  test("Megatron-Bridge: layers that its recipes offload, matrices that they adapt", () => {
    const offloaded = (id: string) => scenarioOf(rowNamed("runs", id)).plan.offloadLayers;
    expect([offloaded("mbridge-074"), offloaded("mbridge-077")]).toEqual([20, 40]);
    const { lora } = scenarioOf(rowNamed("runs", "mbridge-069")).plan;
    expect(lora?.targets).toEqual(["query", "key", "value"]);
  });

  test("Korthikanti 2022: interleaving, selective recomputation, sequence parallelism", () => {
    const { plan, cluster } = scenarioOf(rowNamed("runs", "kor22-530B-selsp"));
    expect(plan).toMatchObject({
      ...{ tp: 8, pp: 35, vpp: 3, dp: 1, schedule: "interleaved_1f1b", sequenceParallel: true },
      ...{ microBatch: 1, globalBatch: 280 },
      recompute: { kind: "selective", modules: ["attention"] },
    });
    expect(cluster.devices).toBe(280);
  });

  test("Megatron-Bridge's GPT-OSS: a window of 128 tokens in every second layer", () => {
    const { model } = scenarioOf(rowNamed("runs", "mbridge-096"));
    expect(model.attention).toMatchObject({
      ...{ kind: "gqa", heads: 64, kvHeads: 8, dHead: 64 },
      ...{ slidingWindow: 128, slidingWindowPattern: 2 },
    });
  });

  test("llm-foundry: FSDP over RoCE at 1,600 Gb/s a node, flash attention, gradients overlapped", () => {
    const { plan, cluster } = scenarioOf(rowNamed("runs", "mosaic-002"));
    expect(plan).toMatchObject({ zero: 3, dp: 256, flashAttention: true, overlap: { dp: true } });
    expect(plan.precision).toMatchObject({ compute: "bf16", gradientBytes: 4 });
    expect(cluster).toMatchObject({ nodes: 32, device: { peak: { bf16: 989.5e12 } } });
    expect(nicsOf("1600Gbps/node RoCE", 8)).toEqual({ kind: "ethernet", count: 8, gbps: 200 });
  });

  test("vTrain: one node, and several with four cards", () => {
    const several = scenarioOf(rowNamed("vtrain", "vtrain-multi-0003"));
    expect(several.cluster).toMatchObject({
      nodes: 8,
      scaleOut: { nicBytesPerSecond: 25e9, nicsPerNode: 4 },
    });
    expect(several.plan).toMatchObject({
      ...{ tp: 2, dp: 32, microBatch: 8, globalBatch: 512, zero: 0 },
      overlap: { dp: false },
      recompute: { kind: "full" },
      precision: { compute: "fp16" },
    });
    expect(several.model).toMatchObject({ layers: 30, vocab: 50_256 });
    const text = programOf(rowNamed("vtrain", "vtrain-multi-0003"));
    expect(text.kind === "program" && text.text).toContain("let run = m on c with p");
  });

  test("nanotron: Llama on EFA, fp32 gradients, ZeRO 1, tensor parallelism that overlaps", () => {
    const { model, plan } = scenarioOf(rowNamed("nanotron", "nano-0001"));
    expect(model).toMatchObject({
      ...{ norm: "rmsnorm", positions: "rotary", bias: false, tiedEmbeddings: true, vocab: 131_072 },
      mlp: { kind: "swiglu", dFf: 8192 },
    });
    expect(plan).toMatchObject({ pp: 2, dp: 4, zero: 1, microBatch: 4, seqLen: 4096 });
    expect(plan.precision).toMatchObject({ compute: "bf16", weightBytes: 2, gradientBytes: 4 });
    const wide = scenarioOf(rowNamed("nanotron", "nano-1019"));
    expect(wide.plan).toMatchObject({ tp: 16, sequenceParallel: true, overlap: { tp: true, dp: true } });
    expect(wide.cluster).toMatchObject({
      nodes: 32,
      scaleUp: { domain: 8, bytesPerSecond: 450e9 },
      scaleOut: { kind: "efa", nicBytesPerSecond: 50e9, nicsPerNode: 8 },
    });
  });
});

describe("interleaving whose number of chunks is not stated", () => {
  test("Llama 3 and the zero bubble's runs: one layer a chunk, one fewer at both ends", () => {
    expect(scenarioOf(rowNamed("runs", "llama3-405B-8192-cp1")).plan).toMatchObject({
      ...{ vpp: 8, split: "lighter_ends", schedule: "interleaved_1f1b" },
    });
    const zeroBubble = rowNamed("runs", "zb-28.3B-interleaved-1F1B-m96");
    expect(scenarioOf(zeroBubble).plan).toMatchObject({ vpp: 2, split: "lighter_ends" });
    const program = programOf(zeroBubble);
    expect(program.kind === "program" && program.assumed.join()).not.toContain("vpp");
  });

  test("Megatron Core's table: one layer a chunk, and said to be assumed", () => {
    const row = rowNamed("runs", "mcore08-h100-314B");
    expect(scenarioOf(row).plan).toMatchObject({ pp: 8, vpp: 12, split: "even" });
    const program = programOf(row);
    expect(program.kind === "program" && program.assumed).toContain(
      "vpp = 12: not stated; one layer per chunk",
    );
  });

  test("InternEvo runs 1F1B unless told otherwise", () => {
    expect(scenarioOf(rowNamed("runs", "internevo-mem-7B-3-tp1pp3")).plan).toMatchObject({
      ...{ pp: 3, vpp: 1, schedule: "1f1b", split: "uneven" },
    });
  });
});

describe("context parallelism and low precision", () => {
  test("Llama 3 at 128K gathers keys and values; MLPerf's runs send them round a ring, SimuMax's by all-to-all", () => {
    expect(scenarioOf(rowNamed("runs", "llama3-405B-16384-cp16")).plan).toMatchObject({
      ...{ tp: 8, cp: 16, cpType: "all_gather", pp: 16, dp: 8, seqLen: 131_072 },
    });
    expect(scenarioOf(rowNamed("runs", "mlperf5.0-405b-eos-dfw_n64_ngc25.01_nemo")).plan).toMatchObject({
      ...{ tp: 8, cp: 2, cpType: "ring", dp: 4 },
      precision: { name: "fp8", scaling: "delayed", weightBytes: 2, operandBytes: 1 },
    });
    expect(scenarioOf(rowNamed("runs", "simumax-b200-40")).plan).toMatchObject({ cp: 8, cpType: "ulysses" });
  });

  test("torchtitan: a scale for a tensor, or for a row, whose operands are gathered in bf16", () => {
    const of = (id: string) => scenarioOf(rowNamed("runs", id)).plan.precision;
    expect(of("titan-21")).toMatchObject({ scaling: "current", operandBytes: 1 });
    expect(of("titan-23")).toMatchObject({ scaling: "rowwise", operandBytes: 2 });
  });

  test("Megatron Bridge: NVFP4 and per-tensor scaling with bf16 gradients, on NVL72 racks", () => {
    const { plan, cluster } = scenarioOf(rowNamed("runs", "mbridge-079"));
    expect(plan.precision).toMatchObject({
      ...{ name: "nvfp4", compute: "fp4", scaling: "nvfp4", operandBytes: 0.5625, gradientBytes: 2 },
    });
    expect(cluster).toMatchObject({ devices: 64, scaleUp: { domain: 64 }, device: { peak: { fp4: 10e15 } } });
    expect(scenarioOf(rowNamed("runs", "mbridge-246")).plan.precision.scaling).toBe("current");
    expect(scenarioOf(rowNamed("runs", "mbridge-078")).plan.precision.scaling).toBe("mx");
  });
});

describe("what tables leave to their recipes", () => {
  test("Megatron Bridge: numbers in parentheses have scales of small blocks", () => {
    expect(scenarioOf(rowNamed("runs", "mbridge-267")).plan.precision.scaling).toBe("mx");
    expect(scenarioOf(rowNamed("runs", "mbridge-266")).plan.precision.scaling).toBe("current");
  });

  test("Megatron Bridge: dense models hide tensor parallelism, interleaved stages their sends", () => {
    const hidden = (id: string) => scenarioOf(rowNamed("runs", id)).plan.overlap;
    expect(hidden("mbridge-246")).toMatchObject({ dp: true, tp: true, pp: true, ep: false });
    expect(hidden("mbridge-079")).toMatchObject({ dp: true, tp: false, pp: true, ep: false });
    expect(hidden("mbridge-137")).toMatchObject({ dp: true, tp: false, pp: false, ep: false });
  });

  test("Megatron Bridge: one graph by rule of the release, the device, the format and the number of experts", () => {
    const of = (id: string) => scenarioOf(rowNamed("runs", id)).plan.framework.cudaGraphs;
    // DeepSeek-V3, GPT-OSS and Kimi (384 experts) in MXFP8 on racks of 26.06 and later; bf16; 26.04; a dense model; a release whose recipes dropped tokens.
    expect(["mbridge-001", "mbridge-005", "mbridge-053"].map(of)).toEqual([true, true, false]);
    expect(["mbridge-138", "mbridge-089", "mbridge-078", "mbridge-284"].map(of)).toEqual(
      Array(4).fill(false),
    );
  });

  test("weak scaling on a verification card runs the recipe of its performance run", () => {
    const { plan } = scenarioOf(rowNamed("runs", "card-qwen3-30b-a3b-pretrain_weak_scaling-GB300-points-0"));
    expect(plan).toMatchObject({ microBatch: 8, precision: { name: "fp8", scaling: "mx" } });
  });

  test("Megatron Bridge: what is one graph has attention in 8 bits, save latent attention on GB200", () => {
    const of = (id: string) => scenarioOf(rowNamed("runs", id)).plan.precision.attention;
    expect(["mbridge-001", "mbridge-002", "mbridge-005"].map(of)).toEqual(["fp8", "bf16", "fp8"]);
    expect(["mbridge-138", "mbridge-089", "mbridge-078"].map(of)).toEqual(Array(3).fill("bf16"));
  });

  test("DeepSeek-V3 predicts a further token, save where its table says so; its head has 8 bits in some recipes", () => {
    const of = (id: string) => scenarioOf(rowNamed("runs", id));
    const ids = ["mlperf6.0-dsv3-GB300-512", "mbridge-002", "mbridge-089", "dsv3-671B-h800"];
    expect(ids.map((id) => of(id).model.mtp)).toEqual([1, 1, 1, 1]);
    expect(of("mbridge-239").model.mtp).toBe(0);
    const heads = ["mbridge-001", "mbridge-002", "mbridge-005", "mbridge-009", "mbridge-089"];
    expect(heads.map((id) => of(id).plan.precision.head)).toEqual(["fp8", "fp8", "fp8", "bf16", "bf16"]);
    expect(of("mlperf6.0-dsv3-GB300-512").plan.precision.head).toBe("fp8");
    expect(of("mlperf6.0-dsv3-GB200-512").plan.precision.head).toBe("bf16");
  });

  test("a cell that names experts or gradients alone leaves what stages send to the framework", () => {
    const of = (id: string) => scenarioOf(rowNamed("runs", id)).plan.overlap;
    expect(of("mlperf6.0-dsv3-GB200-512")).toMatchObject({ dp: true, pp: true, ep: true, tp: false });
    expect(of("mlperf6.0-405b-GB300-512")).toMatchObject({ dp: true, pp: true, ep: false });
  });

  test("MLPerf's Llama 405B numbers stages before replicas since round 5.1", () => {
    const of = (id: string) => scenarioOf(rowNamed("runs", id)).plan.rankOrder.join("_");
    expect(of("mlperf5.1-405b-tyche_ngpu512_ngc25.09_nemo")).toBe("tp_cp_pp_dp");
    expect(of("mlperf5.1-8b-tyche_ngpu72_ngc25.09_nemo")).toBe("tp_cp_dp_pp");
  });

  test("MLPerf: attention in 8 bits, save where H100s on several nodes leave it in bf16", () => {
    const of = (id: string) => scenarioOf(rowNamed("runs", id)).plan.precision.attention;
    expect(of("mlperf4.1-lora-eos_ngc24.09_nemo")).toBe("fp8");
    expect(of("mlperf4.1-lora-eos_n8_ngc24.09_nemo")).toBe("bf16");
    // FP8 is asked for, but with context parallelism the library of that time computes in 16 bits.
    expect(of("mlperf4.0-lora-eos_n8_ngc24.04_nemo")).toBe("bf16");
    expect(of("mlperf4.0-lora-eos_ngc24.04_nemo")).toBe("fp8");
    expect(of("mlperf5.0-lora-tyche_ngpu72_ngc25.04_nemo")).toBe("fp8");
    expect(of("mlperf6.0-dsv3-GB200-512")).toBe("fp8");
    expect(of("mlperf6.0-gptoss20b-GB300-512")).toBe("bf16");
    expect(of("mlperf5.0-lora-MI300X_EPYC_9575F_pytorch")).toBe("bf16");
  });

  test("MLPerf: each round's software", () => {
    const of = (id: string) => scenarioOf(rowNamed("runs", id)).plan.framework;
    expect(of("mlperf3.0-gpt3-dgxh100_n64_nemo")).toMatchObject({
      ...{ name: "mlperf_nvidia", year: 2023, flashVersion: 1, scaleKernels: 18, amaxReduction: "replicas" },
    });
    expect(of("mlperf3.1-gpt3-eos_n64_ngc23.09_nemo")).toMatchObject({
      ...{ year: 2023, flashVersion: 2, scaleKernels: 9, amaxReduction: "none" },
    });
    expect(of("mlperf5.1-lora-hpf_n8")).toMatchObject({
      ...{ year: 2025, flashVersion: 3, scaleKernels: 0, amaxReduction: "none" },
    });
  });

  test("NeuSight's pipelines pass on the whole batch at once", () => {
    const { plan } = scenarioOf(rowNamed("runs", "neusight-GPT2-Large-H100-PP4-b16"));
    expect(plan).toMatchObject({ pp: 4, microBatch: 16, globalBatch: 16 });
  });
});

test("a rack of 72 is one scale-up domain of eighteen boards, whatever the table counts as a node", () => {
  const cells = {
    ...{
      id: "rack",
      source: "a test",
      model: "Llama",
      quality: "A",
      gpu: "GB200 (NVL72)",
      precision: "bf16",
    },
    ...{ layers: "4", hidden: "512", heads: "8", ffn_hidden: "2048", vocab: "32000", seq_len: "1024" },
    ...{ tp: "4", pp: "1", micro_batch: "1", global_batch_seqs: "72", inter_link: "NVL72 domain + 400Gb/s" },
  };
  const of = (gpus_per_node: string, n_gpus: string) =>
    scenarioOf(rowOf({ ...cells, gpus_per_node, n_gpus })).cluster;
  const domain = { kind: "nvswitch", bytesPerSecond: 900e9, sharp: true };
  for (const counted of ["4", "72"])
    expect(of(counted, "144")).toMatchObject({
      ...{ nodes: 36, devicesPerNode: 4, devices: 144 },
      scaleUp: { ...domain, domain: 72 },
      scaleOut: { nicBytesPerSecond: 50e9, nicsPerNode: 4 },
    });
  expect(of("72", "16")).toMatchObject({ nodes: 4, scaleUp: { ...domain, domain: 16 } });
});

describe("links", () => {
  test.each([
    ["8x HDR InfiniBand 200Gb/s", { kind: "fat_tree", count: 8, gbps: 200 }],
    ["4x Omni-Path 100Gb/s, dedicated (measured ~135Gb/s)", { kind: "omni_path", count: 4, gbps: 100 }],
    ["Omni-Path 4x100Gb/s (shared, +-40%)", { kind: "omni_path", count: 4, gbps: 100 }],
    ["1600Gbps/node RoCE", { kind: "ethernet", count: 8, gbps: 200 }],
    ["NVLink5 + 8x 50GB/s EFAv4", { kind: "efa", count: 8, gbps: 400 }],
    ["8x EFA 400Gb/s (p5en)", { kind: "efa", count: 8, gbps: 400 }],
    ["ROCE2; Data bandwidth for GPU-PCIe: 504 GB/s; PCIe-NIC: 500 GB/s", null],
    [
      "InfiniBand 800Gb/s per node (4x HDR, from the repo configs)",
      { kind: "fat_tree", count: 4, gbps: 200 },
    ],
    ["AWS p5 EFA 3200Gb/s per node (memory)", { kind: "efa", count: 8, gbps: 400 }],
    ["RoCE 400Gb/s per GPU", { kind: "ethernet", count: 8, gbps: 400 }],
    [
      "Storage: 2x ConnectX-7 IB NDR 400Gb/s, Compute: 8x ConnectX-7 IB NDR 400Gb/s, Management: 100Gb/s Ethernet",
      { kind: "fat_tree", count: 8, gbps: 400 },
    ],
    [
      "1x Ethernet 100Gb/Sec, 8x NVIDIA Quantum-2 CX7 InfiniBand (400Gb/s)",
      { kind: "fat_tree", count: 8, gbps: 400 },
    ],
    ["EFA 400Gbps", { kind: "efa", count: 8, gbps: 50, uncounted: true }],
    ["3.2 Tbps", { kind: "fat_tree", count: 8, gbps: 400, uncounted: true }],
    ["InfiniBand 200 Gb/s", { kind: "fat_tree", count: 8, gbps: 200, uncounted: true }],
    ["25 Gbps Ethernet", { kind: "ethernet", count: 1, gbps: 25, uncounted: true }],
    ["not stated", null],
    ["RoCE RDMA (rate not stated)", null],
    ["Slingshot-11 4x200Gb/s", { kind: "ethernet", count: 4, gbps: 200 }],
    ["8x NDR InfiniBand", { kind: "fat_tree", count: 8, gbps: 400 }],
    ["2x 100GbE", { kind: "ethernet", count: 2, gbps: 100 }],
    ["NDR 400G x 8", { kind: "fat_tree", count: 8, gbps: 400 }],
  ])("%s", (link, nics) => expect(nicsOf(link, 8)).toEqual(nics));

  test("scale-up: a stated direction's rate, direct links, PCIe by generation", () => {
    const each = null;
    expect(scaleUpOf("NVLink4 NVSwitch 450GB/s/dir", "h100_sxm")).toEqual({
      ...{ kind: "nvswitch", gbytes: 450, each },
    });
    expect(scaleUpOf("NVLINK Gen4 900 GB/s + NVSWITCH Gen3", "h100_sxm")).toEqual({
      ...{ kind: "nvswitch", gbytes: null, each },
    });
    expect(scaleUpOf("NVLink2 150GB/s/dir", "v100_sxm")).toEqual({ kind: "nvlink", gbytes: 150, each });
    expect(scaleUpOf("PCIe Gen5", "a100_80gb_sxm")).toEqual({ kind: "pcie", gbytes: 64, each });
    expect(scaleUpOf(undefined, "a100_80gb_pcie", "pcie")).toEqual({ kind: "pcie", gbytes: null, each });
  });

  test("four of twelve links to each neighbour are boards of four", () => {
    expect(scaleUpOf("NVLink (4 inter-gpu links)", "a100_80gb_sxm")).toMatchObject({
      kind: "nvlink",
      each: 4,
    });
    expect(scenarioOf(rowNamed("runs", "bs176-058")).cluster).toMatchObject({
      devicesPerNode: 8,
      scaleUp: { kind: "nvlink", domain: 8, boards: 2 },
    });
  });
});

test.each([
  ["A100-SXM4-40GB", "a100_40gb_sxm"],
  ["A100-SXM4-80GB (paper) / 40GB (quoting repo)", "a100_80gb_sxm"],
  ["A100-SXM4", "a100_80gb_sxm"],
  ["NVIDIA H100 80GB", "h100_sxm"],
  ["H100-SXM-96GB-HBM2e-500W", "h100_96gb_sxm"],
  ["H100-SXM-94/95GB-HBM2e-500W", "h100_96gb_sxm"],
  ["H100 NVL", "h100_nvl"],
  ["H800-SXM", "h800_sxm"],
  ["A800-80GB", "a800_sxm"],
  ["A800/H800-80GB", null],
  ["V100-SXM2-16GB", "v100_16gb_sxm"],
  ["V100-SXM3-32GB (DGX-2)", "v100_sxm"],
  ["B200-SXM", "b200_sxm"],
  ["B300-SXM", "b300_sxm"],
  ["A100-PCIe-80GB", "a100_80gb_pcie"],
  ["GB200 (NVL72)", "gb200"],
  ["GB300 (NVL72)", "gb300"],
  ["MI300X 192GB HBM3", "mi300x"],
  ["MI250X GCD (Frontier)", "mi250x_gcd"],
  ["H100 SXM5 80GB", "h100_sxm"],
  ["NVIDIA A100-SXM4-40GB", "a100_40gb_sxm"],
  ["8x NVIDIA H100 80GB HBM3", "h100_sxm"],
  ["DGX H100", "h100_sxm"],
  ["Tesla V100-SXM2-32GB", "v100_sxm"],
  ["AMD Instinct MI300X", "mi300x"],
  ["NVIDIA GeForce RTX 4090", "rtx_4090"],
  ["Gaudi 3", "gaudi3"],
  ["AWS Trainium2", "trainium2"],
  ["TPU v5e", "tpu_v5e"],
  ["Google Cloud TPU v5p", "tpu_v5p"],
  ["TPU v6e (Trillium)", "tpu_v6e"],
  ["Cerebras WSE-2", null],
])("device %s is %s", (gpu, std) => expect(deviceOf(gpu)?.std ?? null).toBe(std));

test.each([
  [8, 256, 2, { slices: 1, shape: [2, 4] }],
  [512, 256, 2, { slices: 2, shape: [16, 16] }],
  [128, 6_144, 3, { slices: 1, shape: [4, 4, 8] }],
  [6_144, 6_144, 3, { slices: 1, shape: [16, 16, 24] }],
  [1, 256, 2, { slices: 1, shape: [1] }],
] as const)("%i chips on slices of at most %i stand on %i dimensions", (chips, pod, dimensions, slices) =>
  expect(slicesOf(chips, { dimensions, linkGBs: 50, pod })).toEqual(slices),
);

test("a row of chips on a torus is a slice, and degrees left blank are 1 where the others make up all", () => {
  const cells = { layers: "4", hidden: "512", heads: "8", seq_len: "1024", global_batch_seqs: "64" };
  const row = rowOf({ ...cells, id: "tpu", gpu: "TPU v6e", n_gpus: "64", dp: "64", zero_stage: "3" });
  const { cluster, plan } = scenarioOf(row);
  // Only a pod's whole width of 16 is closed to a ring.
  expect(cluster).toMatchObject({
    devices: 64,
    scaleUp: { kind: "torus", shape: [8, 8], domain: 64, closed: [false, false] },
  });
  expect(plan).toMatchObject({ tp: 1, pp: 1, dp: 64, zero: 3 });
});

const decoder = { layers: "4", hidden: "512", heads: "8", seq_len: "1024", global_batch_seqs: "1,024" };
const onH100 = { ...decoder, gpu: "H100", n_gpus: "16", gpus_per_node: "8", tp: "1", pp: "1", dp: "16" };

test.each([
  ["3 (FSDP over 8, replicated over 2)", 8],
  ["3, replicated over 4", 4],
  ["FSDP-8 within a rack", 8],
  ["hybrid shard", 8],
  ["3 (FSDP over 16, replicated over 1)", 16],
])("state of %s is sharded over %i ranks", (zero_stage, dpShard) => {
  const { plan } = scenarioOf(rowOf({ ...onH100, zero_stage }));
  expect(plan).toMatchObject({ zero: 3, dpShard, globalBatch: 1_024 });
});

test("a remark behind a number does not hide it", () => {
  const cells = { micro_batch: "8 (memory)", dp: "12,288", tp: "2 pods x 3", pp: "1-2", seq_len: "4K" };
  const more = { n_gpus: "64 GPUs", peak_mem_gb: "70.1 GiB", global_batch_seqs: "4M tokens", mfu_pct: "52%" };
  const row = rowOf({ ...cells, ...more });
  expect([...Object.keys(cells), ...Object.keys(more)].map((column) => row.number(column))).toEqual([
    ...[8, 12_288, undefined, undefined, 4_096],
    ...[64, 70.1, undefined, 52],
  ]);
});

test("shared experts have a width of their own; DeepSeek-V3 and V2 route to some groups of experts", () => {
  const cells = { ...onH100, moe_experts: "256", moe_topk: "8", moe_expert_ffn: "1024", gated_mlp: "yes" };
  const of = (change: Record<string, string>) => scenarioOf(rowOf({ ...cells, ...change })).model.mlp;
  expect(of({ moe_shared_ffn: "512" })).toMatchObject({ shared: 1, sharedDff: 512 });
  expect(of({ moe_shared_ffn: "2048" })).toMatchObject({ shared: 2, sharedDff: 1_024 });
  expect(of({ model: "DeepSeek-V3 cut to 4 layers" })).toMatchObject({ groups: 8, topGroups: 4 });
  expect(of({ model: "deepseek-v2", moe_experts: "160" })).toMatchObject({ groups: 8, topGroups: 3 });
  expect(of({ model: "Kimi K2" })).toMatchObject({ groups: 1 });
});

test("adapters beside frozen weights, which NVIDIA's submissions to MLPerf keep in 8 bits", () => {
  const cells = { ...onH100, model: "Llama 2 LoRA r8 (MLPerf)" };
  const { lora } = scenarioOf(rowOf({ ...cells, recompute: "none" })).plan;
  expect(lora).toMatchObject({ rank: 8, targets: ["query", "key", "value", "output"] });
  expect(lora).toMatchObject({ weightBytes: null, asOperands: false });
  const low = scenarioOf(rowOf({ ...cells, precision: "fp8" })).plan.lora;
  expect(low).toMatchObject({ weightBytes: 1, asOperands: true });
  expect(scenarioOf(rowOf({ ...cells, gpu: "MI300X", precision: "fp8" })).plan.lora?.asOperands).toBe(false);
});

test("a line break in a name stays out of the program; a V100 trains in fp16 where nothing is said", () => {
  expect(scenarioOf(rowOf({ ...onH100, model: "a } model\nx = 1" })).model.layers).toBe(4);
  expect(scenarioOf(rowOf({ ...onH100, gpu: "V100-SXM2-32GB" })).plan.precision.compute).toBe("fp16");
  expect(programOf(rowOf(decoder))).toEqual({ kind: "unexpressed", reason: "missing: gpu" });
});

test("attention beside the feed-forward, and state kept in the hosts' memory", () => {
  expect(scenarioOf(rowOf({ ...onH100, attention: "MQA, parallel block" })).model.block).toBe("parallel");
  const { stateOffload } = scenarioOf(
    rowOf({ ...onH100, zero_stage: "3", offload: "optimizer params" }),
  ).plan;
  expect(stateOffload).toMatchObject({ optimizer: "host", weights: "host" });
});

test("a device's memory is the table's where its name leaves it open", () => {
  expect(deviceOf("A100-SXM4", 40)?.std).toBe("a100_40gb_sxm");
  expect(deviceOf("A100-SXM4-80GB", 40)?.std).toBe("a100_80gb_sxm");
});

test("what a row leaves open is assumed, and said", () => {
  const { id: _, ...cells } = { id: "", layers: "4", hidden: "512", heads: "8", seq_len: "1024" };
  const program = programOf(
    rowOf({ ...cells, gpu: "H100-SXM5-80GB", n_gpus: "16", tp: "1", pp: "1", global_batch_seqs: "64" }),
  );
  if (program.kind !== "program") throw new Error(program.reason);
  expect(program.framework.label).toBe("not recognised");
  for (const word of ["micro_batch = 1", "vocab = 51200", "network", "recompute as", "dp from"])
    expect(program.assumed.join("\n")).toContain(word);
  expect(program.text).toContain("# assumed: micro_batch = 1: not stated");
});

describe("arguments of Megatron's tests that its golden values leave out", () => {
  const planOfTest = (model: string, cells: Readonly<Record<string, string>> = {}) =>
    scenarioOf(
      rowOf({
        ...{ id: "t", source: "NVIDIA/Megatron-LM CI golden values", model: `gpt:${model}` },
        ...{ layers: "12", hidden: "512", heads: "8", ffn_hidden: "2048", seq_len: "1024", gated_mlp: "no" },
        ...{ gpu: "H100-SXM5-80GB", n_gpus: "8", tp: "1", pp: "1", dp: "8", micro_batch: "4" },
        ...{ global_batch_seqs: "32", precision: "bf16", recompute: "none", flash_attn: "yes", ...cells },
      }),
    ).plan;

  test("a fresh start asks for unfused attention; one that resumes does not", () => {
    expect(planOfTest("gpt3_mcore_te_tp1_pp1_dist_optimizer_fim_dataset").flashAttention).toBe(false);
    expect(planOfTest("gpt3_mcore_te_tp1_pp1_resume_torch_dist_dist_optimizer").flashAttention).toBe(true);
    expect(planOfTest("gpt3_mcore_te_tp2_pp2_cp2_nondeterministic").flashAttention).toBe(true);
    expect(planOfTest("gpt3_7b_tp4_pp1_memory_speed").flashAttention).toBe(true);
  });

  test("a fused loss keeps logits and their exponentials", () => {
    expect(planOfTest("gpt3_mcore_te_tp2_pp2_cross_entropy_loss_fusion").framework.logitBytes).toBe(10);
    expect(planOfTest("gpt3_mcore_te_tp2_pp2_resume_torch_dist").framework.logitBytes).toBe(6);
  });

  test("they ran on eight devices, but for those of a release", () => {
    const open = { n_gpus: "", dp: "" };
    expect(planOfTest("gpt3_mcore_te_tp2_pp2", { ...open, tp: "2", pp: "2" })).toMatchObject({ dp: 2 });
    expect(planOfTest("gpt3_mcore_te_tp1_pp1", { ...open, gpu: "GB200" })).toMatchObject({ dp: 8 });
    expect(planOfTest("gpt3_mcore_te_tp1_pp1_1node", { ...open, gpu: "GB200" })).toMatchObject({ dp: 4 });
    const release = rowOf({
      ...{ id: "t", source: "NVIDIA/Megatron-LM CI golden values", model: "gpt:gpt3_15b_8t_release_sm" },
      ...{ layers: "12", hidden: "512", seq_len: "1024", gpu: "H100-SXM5-80GB", tp: "8", pp: "1" },
    });
    expect(programOf(release)).toEqual({ kind: "unexpressed", reason: "missing: n_gpus" });
  });

  // tests/functional_tests/test_cases/gpt: --microbatch-group-size-per-virtual-pipeline-stage: 5.
  test("a tunable pipeline has five micro-batches of a chunk in a row", () => {
    const cells = { pp: "4", vpp: "3", dp: "2", global_batch_seqs: "40", schedule: "interleaved-1F1B" };
    const found = planOfTest("gpt3_mcore_te_tp1_pp4_vp1_tunable_overlap", cells);
    expect(found).toMatchObject({ numMicroBatches: 5, microBatchGroup: 5 });
  });

  test("hybrids and distillation are no decoder that trains alone", () => {
    const reason = (model: string) => {
      const program = programOf(rowOf({ id: "t", source: "s", model }));
      return program.kind === "unexpressed" ? program.reason : null;
    };
    expect(reason("nemotron:nemotron3_5_lightning_nightly")).toMatch(/hybrid/);
    expect(reason("Nemotron_3_Nano")).toMatch(/hybrid/);
    expect(reason("gpt:gpt3_mcore_te_tp2_pp1_modelopt_distill_resume")).toMatch(/teacher/);
  });
});

describe("what sources and recipes say beside the tables", () => {
  test("DeepSeek-V3 keeps the inputs of SwiGLU in fp8 and its moments in bf16", () => {
    const { recompute, precision } = scenarioOf(rowNamed("runs", "dsv3-671B-h800")).plan;
    expect(recompute.modules).toEqual(["norms", "mla_up", "moe_act"]);
    expect(precision).toMatchObject({
      ...{ gradientBytes: 4, momentBytes: 2, actInputBytes: 1, attentionOutputBytes: 1.5 },
    });
  });

  test("DeepSpeed on Azure has its activations in the hosts' memory", () => {
    expect(scenarioOf(rowNamed("runs", "dsazure-1T")).plan).toMatchObject({
      ...{ offload: "activations", offloadLayers: null },
    });
  });

  test("torchtitan's 405B model gathers weights in 8 bits, its 70B model does not", () => {
    const gathered = (id: string) => scenarioOf(rowNamed("runs", id)).plan.precision.gatherBytes;
    expect(["titan-42", "titan-21", "titan-41"].map(gathered)).toEqual([1, 2, 2]);
  });

  test("Megatron-LM's example of Llama is set up as NeMo's recipes are", () => {
    const of = (size: string) => scenarioOf(rowNamed("runs", `mlm-llama-fp8-LLAMA3-${size}`)).plan;
    expect(of("70B")).toMatchObject({
      overlap: { dp: true, tp: true, pp: true },
      precision: { gradientBytes: 2 },
    });
    expect(of("8B").overlap).toMatchObject({ dp: true, tp: false });
  });

  test("Llama 3 projects queries, keys and values one by one: no copy outlives the rotary embedding", () => {
    expect(scenarioOf(rowNamed("runs", "llama3-405B-8192-cp1")).plan.framework.rotaryCopies).toBe(false);
  });

  test("its gradients are scattered in groups, and what its stages receive is freed: the runs that ran fit", () => {
    for (const id of ["llama3-405B-8192-cp1", "llama3-405B-16384-cp1"]) {
      const scenario = scenarioOf(rowNamed("runs", id));
      expect(scenario.plan).toMatchObject({
        gradientScatter: "group",
        framework: { freesStageInputs: true },
      });
      const answer = estimate(scenario);
      if (!answer.ok) throw new Error("no estimate");
      const { memory, params } = answer.estimate;
      expect(fitOf(memory, peakEnds(basisFor("memory", scenario, params.value)))).not.toBe("no");
    }
  });

  test("figures in parentheses are of another way to scale fp8", () => {
    const { precision } = scenarioOf(rowNamed("runs", "mbridge-286")).plan;
    expect(precision).toMatchObject({ compute: "fp8", scaling: "mx" });
  });
});

test("MLPerf's LoRA on MI300X recomputes the first 21 layers, on MI325X what its row says", () => {
  const recomputed = (device: string) =>
    scenarioOf(rowNamed("runs", `mlperf5.0-lora-${device}`)).plan.recompute.layers;
  expect(recomputed("MI300X_EPYC_9575F_pytorch")).toBe(21);
  expect(recomputed("1xBM.GPU.MI300X.8")).toBe(21);
  expect(recomputed("MI325X_EPYC_9575F_pytorch")).toBeUndefined();
});

test("GPT-OSS has biases, clamped experts and sinks; its tokens travel as its release sends them", () => {
  const run = (id: string) => scenarioOf(rowNamed("runs", id));
  expect(run("mbridge-138").model).toMatchObject({ bias: true, mlp: { expert: { clamped: true } } });
  expect(run("mbridge-001").model).toMatchObject({ bias: false });
  expect([run("mbridge-138").model.positions, run("mbridge-001").model.positions]).toEqual([
    "yarn",
    "rotary",
  ]);
  expect(run("mlperf6.0-gptoss20b-GB300-512")).toMatchObject({
    ...{ model: { positions: "rotary" }, plan: { cpType: "ulysses" } },
  });
  // Its own recipes send every copy, but on boards with room and where a step is one graph.
  expect(run("mbridge-138").plan).toMatchObject({ dispatch: "per_expert", overlap: { ep: false } });
  expect(run("mbridge-257").plan).toMatchObject({ dispatch: "per_expert", overlap: { ep: false } });
  expect(run("mlperf6.0-gptoss20b-GB300-512").plan).toMatchObject({
    ...{ dispatch: "per_node", framework: { cudaGraphs: true, expertKernels: "fused" } },
  });
});

test("llm-foundry's rows of mixed precision DEFAULT were made with PyTorch 2.1, which recomputes no last product", () => {
  const of = (id: string) => scenarioOf(rowNamed("runs", id)).plan.framework.recomputeSkips;
  expect(of("mosaic-088")).toBe("layer_end");
  expect(of("mosaic-079")).toBe("nothing");
});

test("DEFAULT is llm-foundry's mixed precision, and no other default", () => {
  expect(scenarioOf(rowNamed("vtrain", "vtrain-multi-0003")).plan.precision.gradientBytes).toBe(2);
});

describe("a mixture of experts", () => {
  test("DeepSeek-V3: latent attention, one shared expert, three dense layers, 32-way experts", () => {
    const { model, plan } = scenarioOf(rowNamed("runs", "mbridge-001"));
    expect(model).toMatchObject({
      attention: { kind: "mla", heads: 128, dHead: 128, qRank: 1536, kvRank: 512, dRope: 64, dV: 128 },
      mlp: { kind: "moe", experts: 256, topK: 8, shared: 1, denseLayers: 3, expert: { dFf: 2048 } },
    });
    expect(model.mlp).toMatchObject({ dense: { kind: "swiglu", dFf: 18_432 } });
    expect(plan).toMatchObject({ tp: 1, pp: 2, vpp: 8, dp: 128, ep: 32, etp: 1 });
  });

  test("Qwen3: grouped queries, no shared expert", () => {
    const { model, plan } = scenarioOf(rowNamed("runs", "mbridge-276"));
    expect(model).toMatchObject({
      attention: { kind: "gqa", heads: 64, kvHeads: 4, dHead: 128 },
      mlp: { experts: 128, topK: 8, shared: 0, denseLayers: 0, dense: null },
    });
    expect(plan).toMatchObject({ tp: 2, dp: 32, ep: 64, etp: 1, recompute: { kind: "none" } });
  });

  test("Megatron's names of what is recomputed, and of tensor parallelism inside experts", () => {
    const named = (id: string) => scenarioOf(rowNamed("runs", id)).plan;
    const offloading =
      "mcgold-gpt3_moe_mcore_te_tp2_pp2_ep4_etp1_no_mtp_no_a2a_ovlp_fine_grained_offloading-h100";
    expect(named(offloading)).toMatchObject({ etp: 1, recompute: { kind: "selective" } });
    expect(named(offloading).recompute.modules).toEqual(["norms", "mla_up", "mlp", "moe_act"]);
    expect(named("mlperf6.0-dsv3-GB300-512").overlap.ep).toBe(true);
  });
});

test("Megatron-Bridge's recipes say what its tables do not", () => {
  const planOf = (id: string) => scenarioOf(rowNamed("runs", id)).plan;
  const graphed = planOf("mbridge-002");
  expect(graphed).toMatchObject({
    overlap: { ep: true },
    framework: { cudaGraphs: true },
    split: "lighter_last",
  });
  expect(graphed.recompute.modules).toEqual(["mla_up"]);
  expect(graphed.framework.expertKernels).toBe("fused");
  const before = planOf("mbridge-179");
  expect(before).toMatchObject({
    overlap: { ep: false },
    framework: { cudaGraphs: false, expertKernels: "eager" },
  });
});
