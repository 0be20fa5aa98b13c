import type { RlRow } from "./rlRows.ts";

/** Models of the table by their names in the library, or as they differ from one. */
const MODELS: Readonly<Record<string, readonly [name: string, change: string]>> = {
  "Qwen3-235B-A22B": ["qwen3_235b_a22b", ""],
  "Qwen3-30B-A3B": ["qwen3_30b_a3b", ""],
  "Qwen3-32B": ["qwen3_32b", ""],
  "DeepSeek-V3": ["deepseek_v3", ""],
  "Llama-3.1-8B-Instruct": ["llama3_8b", ""],
  // Hugging Face Qwen/Qwen2-7B-Instruct, config.json: as Qwen2.5-7B.
  "Qwen2-7B-Instruct": ["qwen2_5_7b", ""],
  // Hugging Face deepseek-ai/deepseek-llm-7b-chat, config.json.
  "deepseek-llm-7b-chat": ["llama2_7b", " with { layers = 30, vocab = 102_400, max_seq_len = 4_096 }"],
};

const MACHINES: Readonly<
  Record<string, { readonly name: string; readonly perNode: number; readonly device?: string }>
> = {
  H100: { name: "dgx_h100", perNode: 8 },
  H20: { name: "dgx_h100", perNode: 8, device: "h20_sxm" },
  GB200: { name: "gb200_nvl72", perNode: 4 },
  MI300X: { name: "mi300x_node", perNode: 8 },
};

/** A measured iteration as a program whose `base.rl` is the engine's answer, or the reason why it is none. */
export type RlProgram =
  | { readonly kind: "program"; readonly text: string }
  | { readonly kind: "unexpressed"; readonly reason: string };

export function rlProgram(row: RlRow): RlProgram {
  const no = (reason: string): RlProgram => ({ kind: "unexpressed", reason });
  const model = MODELS[row.model];
  const machine = MACHINES[row.gpu];
  if (!model) return no(`no model ${row.model}`);
  if (!machine) return no(`no machine with ${row.gpu}`);
  const training = row.gpus - row.rolloutGpus;
  const replica = row.tp * row.cp * row.pp;
  if (training % replica !== 0) return no("its degrees do not divide its training devices");
  const dp = training / replica;
  if ((row.tp * row.cp * dp) % row.ep !== 0)
    return no("its expert-parallel degree does not fit its training devices");
  const tokens = row.promptLen + row.responseMean;
  // A training sequence holds the longest response; whole responses are packed into it.
  const sequence = row.responseMax;
  const batch = Math.max(1, Math.round((row.batchSeqs * tokens) / sequence / dp)) * dp;
  const nodes = (gpus: number): number => Math.max(1, gpus / machine.perNode);
  const partial = gpusOf(training, machine.perNode);
  const verl = row.system.startsWith("verl");
  const placement =
    row.placement === "colocated"
      ? "colocated"
      : `overlapped(${nodes(row.rolloutGpus)}, staleness = ${row.staleness}, partial = true)`;
  const lines = [
    `framework = ${verl ? "fsdp(2024)" : "megatron_core(2025)"}`,
    ...(row.tp > 1 ? [`tp = ${row.tp}`, "sequence_parallel = true"] : []),
    ...(row.cp > 1 ? [`cp = ${row.cp}`] : []),
    ...(row.ep > 1 ? [`ep = ${row.ep}`, "etp = 1"] : []),
    ...(row.pp > 1 ? [`pp = ${row.pp}`, "split = uneven"] : []),
    ...["dp = fill", `zero = ${row.zero}`, `seq_len = ${sequence}`, "micro_batch = 1"],
    `global_batch = ${batch} sequences`,
    `documents = packed(${Math.round(tokens)} tokens, variation = 0.3)`,
    `precision = ${row.precision}`,
    "recompute = full",
    `rl = rl(
    prompts = ${row.prompts}
    samples = ${row.samples}
    prompt = ${Math.round(row.promptLen)} tokens
    response = responses(${Math.round(row.responseMean)} tokens, max = ${row.responseMax} tokens)
    rollout = rollout(tp = ${row.rolloutTp}, memory = ${row.rolloutMemory}${row.precision === "fp8" ? ", weights = fp8" : ""})
    placement = ${placement}
    passes = ${row.passes}
    critic = ${row.critic}
  )`,
  ];
  const [name, change] = model;
  return {
    kind: "program",
    text: `import ${machine.name} from "std/clusters"
${machine.device ? `import ${machine.device} from "std/devices"\n` : ""}import ${name} from "std/models"
plan measured {
  ${lines.join("\n  ")}
}
let base = (${name}${change}) on (${machine.name} with { nodes = ${nodes(training)}${partial}${machine.device ? `, device = ${machine.device}` : ""} }) with measured
`,
  };
}

/** Change of a machine that trains on less than a node. */
const gpusOf = (training: number, perNode: number): string =>
  training < perNode ? `, devices_per_node = ${training}` : "";
