import {
  HAI_LLM_2024,
  HAI_LLM_2025,
  KIMI_2025,
  type Limit,
  LLAMA_3,
  MAXTEXT,
  MEGATRON_2019,
  MEGATRON_2021,
  MEGATRON_2022,
  MEGATRON_CORE_2023,
  MEGATRON_CORE_2024,
  MEGATRON_DEEPSPEED,
  PATHWAYS,
  SHARDED_2022,
  SHARDED_2023,
} from "./limit.ts";

/** Runs of one file of std/papers whose authors chose the plan. */
export interface PublishedPlans {
  readonly paper: string;
  readonly title: string;
  /** Names of scenarios in the file. */
  readonly runs: readonly string[];
  readonly limits: readonly Limit[];
  /**
   * Reason for the difference between the authors' choice and the search's, as far as known. Without figures
   * of the estimate: the page's tables have them.
   */
  readonly why: string;
}

export const publishedPlans: readonly PublishedPlans[] = [
  {
    paper: "megatron2019",
    title: "Megatron-LM, 2019",
    runs: ["all"],
    limits: MEGATRON_2019,
    why: "The authors scale only tensor parallelism, with eight sequences per replica in every run, so that runs on 1 to 512 devices are comparable. The search avoids recomputation with two sequences at a time, which leaves little memory for fragmentation. Today's best plan splits sequences and has a short pipeline; the code of 2019 had neither.",
  },
  {
    paper: "narayanan2021",
    title: "Megatron-LM with pipelines, 2021",
    runs: [
      ...["t_1_7b", "t_3_6b", "t_7_5b", "t_18b", "t_39b"],
      ...["t_76b", "t_145b", "t_310b", "t_530b", "t_1t"],
    ],
    limits: MEGATRON_2021,
    why: "The authors recompute every layer in all runs of the table, so that sizes are comparable. Nearly all of the difference comes from that. Up to 310B the search saves all activations, with one or two sequences at a time. Most often it uses narrower tensor groups and deeper pipelines, and some of its plans leave no memory free. The authors make tensor groups as wide as a node, by the rule of their section 3. At 530B and 1T the search recomputes too, and differs in one choice: narrower tensor groups, or an interleaved pipeline.",
  },
  {
    paper: "mtnlg2022",
    title: "Megatron-Turing NLG 530B, 2022",
    runs: ["n280", "n350", "n420"],
    limits: MEGATRON_DEEPSPEED,
    why: "On 280 and 350 nodes the search differs from the authors in one choice: it shards the optimizer's state, which saves memory rather than time. On 420 nodes it saves all activations, with wider tensor groups and three times as many stages; it gains little and leaves no memory free. The authors ran one layout on all three sizes.",
  },
  {
    paper: "palm2022",
    title: "PaLM 540B, 2022",
    runs: ["run"],
    limits: PATHWAYS,
    why: "The authors' program is not public, so MaxText's constants are used instead. The search saves all activations in smaller micro-batches; by this estimate that may not fit, and the authors' plan surely does. They do not recompute everything, as the two utilizations that they print show.",
  },
  {
    paper: "korthikanti2022",
    title: "Sequence parallelism and selective recomputation, 2022",
    runs: ["t22", "t175", "t530", "t1t"],
    limits: MEGATRON_2022,
    why: "The paper times one replica to compare methods of recomputation; it does not optimise the degrees. For the 530B model the search makes the same choices as the authors. For the two smaller models it halves tensor groups. For the largest it uses a shorter, interleaved pipeline. Each of these plans leaves less memory free.",
  },
  {
    paper: "opt2022",
    title: "OPT-175B, 2022",
    runs: ["run"],
    limits: SHARDED_2022,
    why: "The paper does not print the micro-batch or the recomputation; the library assumes values that surely fit. The search uses narrower tensor groups and fewer sequences at a time, which pay only together. They make it possible to save all activations, which brings nearly all of the gain but leaves no memory free.",
  },
  {
    paper: "glm130b2022",
    title: "GLM-130B, 2022",
    runs: ["run"],
    limits: MEGATRON_DEEPSPEED,
    why: "The devices have 40 GB. The authors recompute with tensor groups of four. The search saves all activations with groups of eight and a longer pipeline, which costs less than recomputation. The authors' code could run that plan, but it leaves almost no memory free.",
  },
  {
    paper: "bloom2022",
    title: "BLOOM, 2022",
    runs: ["run"],
    limits: MEGATRON_DEEPSPEED,
    why: "The authors chose by trying layouts on the machine (their tuning runs are in `validation/runs.csv`). The search saves all activations with twice as many stages. Its plan leaves no memory free, which is too risky for a run of months.",
  },
  {
    paper: "llama2_2023",
    title: "LLaMA 65B, 2023",
    runs: ["l65"],
    limits: SHARDED_2023,
    why: "Tensor groups of eight are inferred from the released shards. The micro-batch, the sharding and the absence of recomputation are the library's assumptions: the paper prints only that the outputs of linear layers were saved. So the difference is between the search and the library's guess. It suggests that the authors' groups may have been narrower.",
  },
  {
    paper: "megascale2024",
    title: "MegaScale's baseline, 2024",
    runs: ["g3072", "g6144", "g8192", "g12288"],
    limits: MEGATRON_CORE_2023,
    why: "Tensor groups of eight fill a node. By this estimate groups of four with more virtual stages are faster, most often with two sequences at a time. The paper does not print whether the baseline sharded its optimizer's state. The library assumes that it did not; the search does.",
  },
  {
    paper: "deepseek_v2_2024",
    title: "DeepSeek-V2, 2024",
    runs: ["v2"],
    limits: HAI_LLM_2024,
    why: "The authors avoid tensor parallelism because of its communication. The search of its time uses it nevertheless, in pairs, because it then needs only a quarter of the pipeline stages, interleaved and without recomputation. Today's best plan differs from the authors' only in the schedule. Their experts stay within a node (8 devices), because their routing limits the number of devices that a token is sent to.",
  },
  {
    paper: "nemotron4_2024",
    title: "Nemotron-4 340B, 2024",
    runs: ["g1536", "g3072", "g6144"],
    limits: MEGATRON_CORE_2024,
    why: "The report's table does not say whether the optimizer's state is sharded. The library assumes so, as in NeMo's recipe and in the report of the 15B model. The search uses tensor groups of two nodes, because the recipe overlaps part of their collectives, and a quarter of the pipeline stages with two sequences at a time.",
  },
  {
    paper: "llama3_2024",
    title: "Llama 3 405B, 2024",
    runs: ["g8192", "g16384", "long"],
    limits: LLAMA_3,
    why: "The authors use tensor groups as wide as a node and split only long sequences. The search also splits shorter sequences, with narrower tensor groups. By this estimate the authors' plan on 8,192 devices fits but leaves no memory free. In the long-context phase the search differs only in a shorter pipeline. Today's best plans also shard the weights and offload activations to host memory.",
  },
  {
    paper: "deepseek_v3_2024",
    title: "DeepSeek-V3, 2024",
    runs: ["v3"],
    limits: HAI_LLM_2025,
    why: "The search differs from the authors in one choice: it places experts on half as many devices, which gains little and leaves no memory for fragmentation. DualPipe overlaps the exchange of tokens with another micro-batch, so that experts on eight nodes cost little. The authors' kernels send over InfiniBand and NVLink at the same time (section 3.2.2). They avoid tensor parallelism on purpose, as the search does.",
  },
  {
    paper: "mixtral2024",
    title: "Mixtral 8x7B in MaxText, 2024",
    runs: ["run"],
    limits: MAXTEXT,
    why: "The batch is the library's assumption. Recomputing everything is MaxText's default, so the published plan leaves most of the memory free. The search uses that memory for activations and recomputes nothing, which is nearly all of the difference. To make this fit, it shards experts over eight devices and uses fewer sequences at a time.",
  },
  {
    paper: "kimi_k2_2025",
    title: "Kimi K2, 2025",
    runs: ["run"],
    limits: KIMI_2025,
    why: "The search of its time makes the same choices as the authors. The numbers of virtual stages and of devices are the library's assumptions.",
  },
  {
    paper: "qwen3_2025",
    title: "Qwen3 30B-A3B in Megatron-Bridge, 2025",
    runs: ["run"],
    limits: MEGATRON_CORE_2024,
    why: "The published configuration spreads experts over both nodes, takes one sequence at a time and recomputes nothing. The search keeps experts within a node and takes four sequences at a time: larger matmuls for each expert gain more than the recomputation that they require costs.",
  },
];

const OURS = "the authors do not print how the model was sharded; the plan is ours";
const ARITHMETIC = "the file checks bytes and shares; no run is timed";
const AGAIN = "the file uses plans of other files, for other results";

/** Files of std/papers that define a plan but are not compared with a search, with the reason. */
export const notCompared: Readonly<Record<string, string>> = {
  bubble: ARITHMETIC,
  colossus2024: OURS,
  convergence: "the file checks batches and losses; the plans are ours",
  dbrx2024: OURS,
  device_hours: AGAIN,
  diloco2023: "replicas synchronise every few hundred steps, which changes the training",
  dit: "the file checks parameters and FLOPs; the plan is ours",
  energy: AGAIN,
  gpt3_2020: OURS,
  gpt_oss_2025: OURS,
  lora: "adapters on one device; the file checks only their memory",
  mixed_precision: ARITHMETIC,
  nemotron_nano2025: "the extension to long contexts; the file checks only its memory",
  offload: "the file checks what fits on devices and hosts; models and batches are ours",
  optimizers: ARITHMETIC,
  phases: OURS,
  reliability: AGAIN,
  schedules: ARITHMETIC,
  serving: "the file checks serving; nothing is trained",
  sharding: ARITHMETIC,
  zero2020: ARITHMETIC,
};
