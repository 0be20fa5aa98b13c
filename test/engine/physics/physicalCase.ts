import fc from "fast-check";

/** A model on a cluster under a plan, as somebody would write it. */
export interface PhysicalCase {
  readonly model: string;
  readonly machine: Machine;
  /** Scale-up domains' nodes, or slices of a torus. */
  readonly nodes: number;
  readonly framework: string;
  /** How many times as fast as the machine another one is. */
  readonly more: number;
  /** The plan's degrees and settings, in the language. */
  readonly plan: Readonly<Record<string, string>>;
}

/** A cluster of the standard library, and which of its fields hold its bandwidths. */
export interface Machine {
  readonly cluster: string;
  readonly link: "bandwidth" | "link" | null;
  readonly nic: "nic" | "per_chip" | null;
  readonly nodeDevices: number;
  /** Of a torus: the slice that is taken of it. */
  readonly shape?: readonly number[];
}

const switched = (cluster: string, nodeDevices = 8): Machine => ({
  ...{ cluster, nodeDevices, link: "bandwidth", nic: "nic" },
});
const torus = (cluster: string, ...shape: readonly number[]): Machine => ({
  ...{ cluster, shape, link: "link", nic: "per_chip" },
  nodeDevices: shape.reduce((product, side) => product * side, 1),
});

/** Every generation of devices and every kind of network that the standard library has. */
const machines: readonly Machine[] = [
  ...["selene", "dgx_h100", "dgx_h200", "dgx_b200", "dgx_b300", "hgx_h800"].map((name) => switched(name)),
  ...["dgx_1v", "jean_zay_a100", "frontier", "mi300x_node", "mi325x_node", "mi355x_node"].map((name) =>
    switched(name),
  ),
  ...["p4d", "p4de", "p5", "p5en", "p6_b200", "nd_a100_v4", "a3_high", "a3_mega", "a3_ultra"].map((name) =>
    switched(name),
  ),
  ...["grand_teton_24k", "grand_teton_titan", "a100_100gbe", "h100_2to1", "colossus_100k"].map((name) =>
    switched(name),
  ),
  ...["alps", "perlmutter", "jean_zay_v100", "gb200_nvl72", "gb300_nvl72"].map((name) => switched(name, 4)),
  ...["a100_pcie_node", "l40s_node", "alex_a40", "rtx_4090_node"].map((name) => ({
    ...switched(name),
    nic: null,
  })),
  switched("dgx_2", 16),
  ...["gaudi2_node", "gaudi3_node"].map((name) => switched(name)),
  ...[torus("v5p_pod", 4, 4, 4), torus("v5p_pod", 4, 4, 8), torus("v4_pod", 4, 4, 4)],
  ...[torus("v5e_pod", 8, 8), torus("v6e_pod", 16, 16), torus("v3_pod", 8, 8), torus("v7_pod", 4, 4, 4)],
];

/** Dense, of experts, with windows, recurrent; small to large. */
const models = [
  ...["gpt2_xl", "gpt_7_5b", "gpt3_175b", "llama2_7b", "llama3_8b", "llama3_70b", "llama3_405b"],
  ...["qwen2_5_7b", "qwen3_32b", "gemma2_9b", "mistral_7b", "bloom_7b1", "gpt_neox_20b", "llama3_2_1b"],
  ...["mixtral_8x7b", "deepseek_v3", "deepseek_v2_lite", "qwen3_30b_a3b", "gpt_oss_20b", "olmoe_7b"],
  ...["dbrx_132b", "mamba2_2_7b", "nemotron_h_8b", "bert_large"],
];

const frameworks = [
  ...["generic", "megatron_lm(2021)", "megatron_lm(2024)", "megatron_core(2023)", "megatron_core"],
  ...["megatron_deepspeed", "deepspeed(2021)", "deepspeed(2022)", "deepspeed", "fsdp(2022)", "fsdp"],
  ...["torchtitan", "automodel", "nanotron", "maxtext", "internevo"],
];

const power = (most: number) => fc.integer({ min: 0, max: most }).map((n) => 2 ** n);

/** Cases of every sort. Many do not divide, or ask for what a stack or a device does not have: the engine refuses these. */
export const physicalCases: fc.Arbitrary<PhysicalCase> = fc
  .record({
    model: fc.constantFrom(...models),
    machine: fc.constantFrom(...machines),
    nodes: fc.oneof(power(7), fc.constantFrom(1, 2, 3, 4, 6, 18)),
    framework: fc.constantFrom(...frameworks),
    tp: fc.oneof(fc.constant(1), power(3)),
    pp: fc.oneof(fc.constant(1), power(3)),
    cp: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, power(2)),
    ep: fc.oneof(fc.constant(1), power(5)),
    vpp: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.constantFrom(2, 4)),
    schedule: fc.constantFrom("1f1b", "1f1b", "gpipe", "zb_h1", "zb_h2"),
    zero: fc.integer({ min: 0, max: 3 }),
    sequenceParallel: fc.boolean(),
    flashAttention: fc.boolean(),
    recompute: fc.constantFrom("none", "none", "full", "selective"),
    precision: fc.constantFrom("bf16", "bf16", "fp16", "fp32", "fp8", "fp8(scaling = mx)"),
    seqLen: fc.constantFrom(512, 2_048, 4_096, 8_192),
    microBatch: power(2),
    rounds: fc.integer({ min: 1, max: 9 }),
    more: fc.double({ min: 1, max: 10, noNaN: true }),
  })
  .map(({ model, machine, nodes, framework, ...r }) => {
    const devices = machine.nodeDevices * nodes;
    const tp = Math.min(r.tp, devices);
    const pp = Math.min(r.pp, Math.max(1, devices / tp));
    const cp = Math.min(r.cp, Math.max(1, devices / tp / pp));
    const dp = devices / (tp * pp * cp);
    const vpp = pp > 1 && r.schedule === "1f1b" ? r.vpp : 1;
    const plan = {
      ...{
        framework,
        tp: `${tp}`,
        pp: `${pp}`,
        cp: `${cp}`,
        ep: /moe|mixtral|deepseek|a3b|oss|dbrx/.test(model) ? `${r.ep}` : "1",
      },
      ...{ vpp: `${vpp}`, schedule: pp === 1 ? "1f1b" : vpp > 1 ? "interleaved_1f1b" : r.schedule },
      ...{ zero: `${r.zero}`, sequence_parallel: `${r.sequenceParallel && tp > 1}`, recompute: r.recompute },
      ...{ flash_attention: `${r.flashAttention}`, precision: r.precision },
      ...{ seq_len: `${model === "bert_large" ? 512 : r.seqLen}`, micro_batch: `${r.microBatch}` },
      global_batch: `${Math.ceil(dp) * r.microBatch * r.rounds * pp} sequences`,
    };
    return { model, machine, nodes, framework, more: r.more, plan };
  });
