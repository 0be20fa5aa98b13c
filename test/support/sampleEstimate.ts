import type { Breakdown } from "../../src/engine/estimate/breakdown.ts";
import type { Estimate } from "../../src/engine/estimate/estimate.ts";
import type { Device } from "../../src/engine/scenario/device.ts";
import type { Scenario } from "../../src/engine/scenario/scenario.ts";
import { a100, gpt3, hdrFatTree, mixed, nvswitch, plan, selene } from "../engine/support/scenarios.ts";

const GIB = 2 ** 30;

/** Breakdown node: a leaf, or a sum of its parts. */
export function part(
  name: string,
  label: string,
  unit: string,
  value: number,
  parts: readonly Breakdown[] = [],
): Breakdown {
  return {
    name,
    label,
    unit,
    value: parts.length === 0 ? value : parts.reduce((sum, one) => sum + one.value, 0),
    parts,
  };
}

/**
 * Scenario of a 175B model with eight stages. With the estimate below it has a realistic shape, without being
 * a claim.
 */
export function sampleScenario(): Scenario {
  const device: Device = {
    ...a100,
    name: "a100_sxm_80gb",
    gemmEfficiency: 0.82,
    memoryEfficiency: 0.85,
    launchSeconds: 5e-6,
    reservedBytes: 1.5 * GIB,
  };
  return {
    name: "base",
    model: { ...gpt3, name: "gpt3_175b" },
    cluster: selene(64, device, {
      scaleUp: { ...nvswitch, efficiency: 0.8 },
      scaleOut: { ...hdrFatTree, efficiency: 0.85 },
      price: { kind: "hourly", perDeviceSecond: 2 / 3_600 },
    }),
    plan: plan({
      name: "ptd",
      tp: 8,
      dp: 8,
      pp: 8,
      zero: 1,
      sequenceParallel: true,
      globalBatch: 1_536,
      precision: { ...mixed, gradientBytes: 4 },
      recompute: { kind: "selective", modules: ["attention"] },
      overlap: { dp: true, tp: false, pp: false, ep: false, sharedExperts: false },
      tokens: 300e9,
    }),
    origins: { "plan.tp": { kind: "given", text: "8", file: "gpt3.dtp", line: 12 } },
  };
}

export function sampleEstimate(): Estimate {
  const stages = Array.from({ length: 8 }, (_, stage) =>
    part("memory", `stage ${stage}`, "B", 0, [
      part("memory.weights", "weights", "B", (stage === 0 || stage === 7 ? 5.28 : 5.13) * GIB),
      part("memory.gradients", "gradients", "B", (stage === 0 || stage === 7 ? 10.56 : 10.26) * GIB),
      part("memory.optimizer", "optimizer state", "B", 3.86 * GIB),
      part("memory.activations", "activations", "B", (8 - stage) * 1.19 * 2.1 * GIB),
      part("memory.logits", "logits and loss", "B", stage === 7 ? 0.62 * GIB : 0),
      part("memory.buffers", "buffers", "B", 0.75 * GIB),
      part("memory.reserved", "reserved", "B", 1.5 * GIB),
    ]),
  );
  const step = part("time", "step time", "s", 0, [
    part("time.compute", "compute", "s", 0, [
      part("time.gemm", "matmuls", "s", 21.4),
      part("time.attention", "attention", "s", 2.31),
      part("time.memory_bound", "memory-bound kernels", "s", 3.02),
      part("time.recompute", "recomputation", "s", 0.87),
    ]),
    part("time.communication", "exposed communication", "s", 0, [
      part("time.tp", "tensor parallel", "s", 3.61),
      part("time.pp", "pipeline", "s", 0.42),
      part("time.dp", "data parallel", "s", 0.31),
    ]),
    part("time.bubble", "bubble", "s", 1.16),
    part("time.optimizer", "optimizer", "s", 0.05),
  ]);
  const params = part("params", "parameters", "param", 0, [
    part("params.layers", "layers", "param", 0, [
      part("params.attention", "attention", "param", 96 * 4 * 12_288 ** 2),
      part("params.mlp", "mlp", "param", 96 * 8 * 12_288 ** 2),
    ]),
    part("params.embedding", "embedding", "param", (51_200 + 2_048) * 12_288),
  ]);
  const first = stages[0] ?? part("memory", "stage 0", "B", 0);
  const bytes = (kind: string): number =>
    first.parts.find((one) => one.name === `memory.${kind}`)?.value ?? 0;
  const tokens = 1_536 * 2_048;
  return {
    params,
    activeParams: params.value,
    trainedParams: params.value,
    stages: stages.map((_, stage) => ({
      stage,
      layers: 12,
      chunks: [12],
      spans: [[12 * stage, 12 * (stage + 1)]],
      kinds: [{ kind: "dense", layers: 12 }],
      embedding: stage === 0,
      head: stage === 7,
    })),
    memory: {
      peak: first.value,
      peakStage: 0,
      capacity: 80 * GIB,
      needed: first.value,
      stored: true,
      stages,
      weights: bytes("weights"),
      gradients: bytes("gradients"),
      optimizer: bytes("optimizer"),
      activations: bytes("activations"),
      logits: 0,
      buffers: bytes("buffers"),
      reserved: bytes("reserved"),
      layerActivations: 0.2 * GIB,
      beyond: [],
    },
    time: { step, forward: 0.045, backward: 0.098 },
    comm: [
      {
        dimension: "tp",
        op: "all_gather",
        what: "activations",
        groupSize: 8,
        tier: "scale_up",
        algorithm: "ring",
        bytes: 50_331_648,
        count: 11_520,
        callSeconds: 1.62e-4,
        totalSeconds: 1.866,
        exposedSeconds: 1.866,
      },
      {
        dimension: "tp",
        op: "reduce_scatter",
        what: "activations",
        groupSize: 8,
        tier: "scale_up",
        algorithm: "ring",
        bytes: 50_331_648,
        count: 10_765,
        callSeconds: 1.62e-4,
        totalSeconds: 1.744,
        exposedSeconds: 1.744,
      },
      {
        dimension: "pp",
        op: "send_recv",
        what: "activations",
        groupSize: 2,
        tier: "scale_out",
        algorithm: "direct",
        bytes: 6_291_456,
        count: 768,
        callSeconds: 5.5e-4,
        totalSeconds: 0.42,
        exposedSeconds: 0.42,
      },
      {
        dimension: "dp",
        op: "reduce_scatter",
        what: "gradients",
        groupSize: 8,
        tier: "scale_out",
        algorithm: "ring",
        bytes: 1.1e10,
        count: 1,
        callSeconds: 0.46,
        totalSeconds: 0.46,
        exposedSeconds: 0.2,
      },
      {
        dimension: "dp",
        op: "all_gather",
        what: "weights",
        groupSize: 8,
        tier: "scale_out",
        algorithm: "ring",
        bytes: 5.5e9,
        count: 1,
        callSeconds: 0.23,
        totalSeconds: 0.23,
        exposedSeconds: 0.11,
      },
    ],
    modelFlops: 3.32e18,
    hardwareFlops: 3.43e18,
    mfu: 0.627,
    hfu: 0.648,
    modelFlopsPerDevice: 195.6e12,
    hardwareFlopsPerDevice: 202e12,
    tokensPerSecond: tokens / step.value,
    tokensPerSecondPerDevice: tokens / step.value / 512,
    bubbleFraction: 0.03,
    bubbleRatio: 7 / 192,
    pools: null,
    experts: null,
    reliability: null,
    checkpoint: null,
    goodput: null,
    run: {
      steps: 300e9 / tokens,
      training: (300e9 / tokens) * step.value,
      time: part("run", "wall-clock time", "s", (300e9 / tokens) * step.value),
      failures: null,
      timeToTrain: (300e9 / tokens) * step.value,
      deviceTime: (300e9 / tokens) * step.value * 512,
    },
    data: null,
    cost: {
      total: part("cost", "cost", "$", (300e9 / tokens) * step.value * 512 * (2 / 3_600)),
      perToken: (step.value * 512 * (2 / 3_600)) / tokens,
      rate: 2 / 3_600,
    },
    energy: {
      power: part("power", "power", "J/s", 0, [
        part("power.devices", "devices", "J/s", 180_000),
        part("power.host", "hosts", "J/s", 102_400),
      ]),
      devicePower: 351,
      step: 282_400 * step.value,
      perToken: (282_400 * step.value) / tokens,
      run: null,
      carbon: null,
      water: null,
    },
    compressionRatio: null,
    staleness: null,
    privacy: null,
    convergence: null,
    assumptions: ["tensor-parallel communication is not hidden behind compute"],
  };
}
