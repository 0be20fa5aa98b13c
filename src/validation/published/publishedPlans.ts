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
    why: "The authors scale tensor parallelism alone, with eight sequences a replica in every run, so that runs on 1 to 512 devices compare. Without recomputation two sequences fit and no forward pass is run twice; that leaves little memory for what fragments. Today's best splits sequences and has a short pipeline, and the code had neither.",
  },
  {
    paper: "narayanan2021",
    title: "Megatron-LM with pipelines, 2021",
    runs: [
      ...["t_1_7b", "t_3_6b", "t_7_5b", "t_18b", "t_39b"],
      ...["t_76b", "t_145b", "t_310b", "t_530b", "t_1t"],
    ],
    limits: MEGATRON_2021,
    why: "The authors recompute every layer in all runs of the table, so that sizes compare, and nearly all of the difference is there. Up to 310B the search keeps all activations: one or two sequences at a time, most often in narrower tensor groups and deeper pipelines, and in some runs without a byte to spare. They make tensor groups as wide as a node by the rule of their section 3. At 530B and 1T the search recomputes as well and makes one choice otherwise: narrower tensor groups, or an interleaved pipeline.",
  },
  {
    paper: "mtnlg2022",
    title: "Megatron-Turing NLG 530B, 2022",
    runs: ["n280", "n350", "n420"],
    limits: MEGATRON_DEEPSPEED,
    why: "On 280 and 350 nodes the search makes the authors' choices but one: it shards the optimizer's state, which saves more memory than time. On 420 nodes it keeps all activations, in wider tensor groups and three times as many stages, gains little and has no byte to spare. The authors ran one layout on all three sizes.",
  },
  {
    paper: "palm2022",
    title: "PaLM 540B, 2022",
    runs: ["run"],
    limits: PATHWAYS,
    why: "MaxText stands for the authors' program, which is not public, and by this estimate the plan does not fit: what it holds at its peak is probably overestimated. So the difference says little of the authors' choice; they recompute less than all, as the two utilizations that they print show.",
  },
  {
    paper: "korthikanti2022",
    title: "Sequence parallelism and selective recomputation, 2022",
    runs: ["t22", "t175", "t530", "t1t"],
    limits: MEGATRON_2022,
    why: "The paper times one replica to compare ways of recomputing; the degrees were not what it sought. For the 530B model the search makes every choice as the authors did. For the two smaller ones it halves tensor groups, for the largest it makes the pipeline shorter and interleaves it; each of these plans leaves less memory free.",
  },
  {
    paper: "opt2022",
    title: "OPT-175B, 2022",
    runs: ["run"],
    limits: SHARDED_2022,
    why: "The micro-batch and what was recomputed are not printed; the library takes what surely fits. Narrower tensor groups with fewer sequences at a time pay only together; they keep all activations, to the last byte of the devices, and that is where the time is.",
  },
  {
    paper: "glm130b2022",
    title: "GLM-130B, 2022",
    runs: ["run"],
    limits: MEGATRON_DEEPSPEED,
    why: "Devices of 40 GB: the authors recompute in tensor groups of four, and the search keeps all activations in groups of eight and a longer pipeline, which costs less than recomputation. Their code could run that plan; it leaves next to no memory free.",
  },
  {
    paper: "bloom2022",
    title: "BLOOM, 2022",
    runs: ["run"],
    limits: MEGATRON_DEEPSPEED,
    why: "The authors chose by trying layouts on the machine (their tuning runs are in `validation/runs.csv`). The search keeps all activations in twice as many stages, without a byte to spare: a plan that nobody would start a run of months with.",
  },
  {
    paper: "llama2_2023",
    title: "LLaMA 65B, 2023",
    runs: ["l65"],
    limits: SHARDED_2023,
    why: "Tensor groups of eight are those of the released shards; the micro-batch, the sharding and that nothing is recomputed are the library's: the paper prints only that the outputs of linear layers were kept. So the difference is between the search and the library's guess, and tells that the authors' groups may have been narrower.",
  },
  {
    paper: "megascale2024",
    title: "MegaScale's baseline, 2024",
    runs: ["g3072", "g6144", "g8192", "g12288"],
    limits: MEGATRON_CORE_2023,
    why: "Tensor groups of eight fill a node; by this estimate groups of four with more virtual stages are faster, most often with two sequences at a time. Whether the baseline sharded its optimizer's state is not printed; the library takes that it did not, and the search does.",
  },
  {
    paper: "deepseek_v2_2024",
    title: "DeepSeek-V2, 2024",
    runs: ["v2"],
    limits: HAI_LLM_2024,
    why: "The authors do without tensor parallelism on purpose, since it costs communication, and the search agrees that it costs. With what there was then it takes it all the same, in pairs, for a pipeline a quarter as long, interleaved and without recomputation; today's best makes all of the authors' choices but the schedule. Their experts stay within a node (8 devices), which their limit on the devices that a token goes to rests on.",
  },
  {
    paper: "nemotron4_2024",
    title: "Nemotron-4 340B, 2024",
    runs: ["g1536", "g3072", "g6144"],
    limits: MEGATRON_CORE_2024,
    why: "The report's table does not tell whether the optimizer's state is sharded; the library takes it so, as in NeMo's recipe and in the report of the 15B model. The search takes tensor groups of two nodes, since the recipe hides part of their collectives, and a pipeline a quarter as long with two sequences at a time.",
  },
  {
    paper: "llama3_2024",
    title: "Llama 3 405B, 2024",
    runs: ["g8192", "g16384", "long"],
    limits: LLAMA_3,
    why: "The authors keep to tensor groups of a node and split sequences only where they are long; the search splits them in narrower groups as well. On 8,192 devices their plan fits with no byte to spare by this estimate. The long phase agrees but for a shorter pipeline. Today's best shard the weights too and put activations in the hosts' memory.",
  },
  {
    paper: "deepseek_v3_2024",
    title: "DeepSeek-V3, 2024",
    runs: ["v3"],
    limits: HAI_LLM_2025,
    why: "The search makes every choice but one as the authors did: it keeps experts on half as many devices, which is worth little and leaves no room for fragments. DualPipe hides the traffic of tokens behind another micro-batch, so that experts on eight nodes cost little; the authors' kernels send over InfiniBand and NVLink at once (section 3.2.2), and they do without tensor parallelism on purpose, as the search does.",
  },
  {
    paper: "mixtral2024",
    title: "Mixtral 8x7B in MaxText, 2024",
    runs: ["run"],
    limits: MAXTEXT,
    why: "The batch is the library's; that everything is recomputed is MaxText's default, and so the published plan leaves most of the memory free. The search fills it with activations and recomputes nothing, which is nearly all of the difference; experts over eight devices and fewer sequences at a time make the room.",
  },
  {
    paper: "kimi_k2_2025",
    title: "Kimi K2, 2025",
    runs: ["run"],
    limits: KIMI_2025,
    why: "The search of its time makes every choice as the authors did. The number of virtual stages and of devices is the library's.",
  },
  {
    paper: "qwen3_2025",
    title: "Qwen3 30B-A3B in Megatron-Bridge, 2025",
    runs: ["run"],
    limits: MEGATRON_CORE_2024,
    why: "The published configuration has experts over both nodes, a sequence at a time, and recomputes nothing. Experts within a node and four sequences at a time are what the search takes: larger products for each expert are worth more than the layers that must be recomputed for them.",
  },
];

const OURS = "the authors do not print how the model was sharded; the plan is ours";
const ARITHMETIC = "bytes and shares that a plan decides; no run is timed";
const AGAIN = "plans of other files, asked something else";

/** Files of std/papers that define a plan but are not compared with a search, with the reason. */
export const notCompared: Readonly<Record<string, string>> = {
  bubble: ARITHMETIC,
  colossus2024: OURS,
  convergence: "batches and losses; the plans are ours",
  dbrx2024: OURS,
  device_hours: AGAIN,
  diloco2023: "replicas that meet every few hundred steps, which trains another way",
  energy: AGAIN,
  gpt3_2020: OURS,
  gpt_oss_2025: OURS,
  lora: "adapters on one device, whose memory is what is checked",
  mixed_precision: ARITHMETIC,
  nemotron_nano2025: "the extension to long contexts, whose memory is what is checked",
  offload: "what fits on devices and hosts; models and batches are ours",
  optimizers: ARITHMETIC,
  reliability: AGAIN,
  schedules: ARITHMETIC,
  serving: "what serving takes; nothing is trained",
  sharding: ARITHMETIC,
  zero2020: ARITHMETIC,
};
