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

/** Runs of one file of std/papers whose plan their authors chose. */
export interface PublishedPlans {
  readonly paper: string;
  readonly title: string;
  /** Names of scenarios in the file. */
  readonly runs: readonly string[];
  readonly limits: readonly Limit[];
  /** Why the authors chose otherwise than the search, as far as it can be told. */
  readonly why: string;
}

export const publishedPlans: readonly PublishedPlans[] = [
  {
    paper: "megatron2019",
    title: "Megatron-LM, 2019",
    runs: ["all"],
    limits: MEGATRON_2019,
    why: "The authors scale tensor parallelism alone, with eight sequences a replica in every run, so that runs on 1 to 512 devices compare. Without recomputation two sequences fit and no forward pass is run twice; 27.3 of 32 GiB leave little for what fragments. A short pipeline would be worth more than either, and the code had none.",
  },
  {
    paper: "narayanan2021",
    title: "Megatron-LM with pipelines, 2021",
    runs: [
      ...["t_1_7b", "t_3_6b", "t_7_5b", "t_18b", "t_39b"],
      ...["t_76b", "t_145b", "t_310b", "t_530b", "t_1t"],
    ],
    limits: MEGATRON_2021,
    why: "The authors recompute every layer in all runs of the table, so that sizes compare, and a quarter of a step is there: activations can be kept up to 310B, from 18B on with narrower tensor groups and deeper, interleaved pipelines, often without a gigabyte to spare. They make tensor groups as wide as a node by the rule of their section 3. From 530B on recomputation stays, and the search finds 4 to 5 % in a choice of degrees.",
  },
  {
    paper: "mtnlg2022",
    title: "Megatron-Turing NLG 530B, 2022",
    runs: ["n280", "n350", "n420"],
    limits: MEGATRON_DEEPSPEED,
    why: "On 280 and 350 nodes the search makes the authors' choices; it would shard the optimizer's state too, which is worth half a percent and 16 GiB. On 420 nodes it finds 3 % in a plan that keeps all activations in 105 stages and has no byte to spare. The authors ran one layout on all three sizes.",
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
    why: "The paper times one replica to compare ways of recomputing; the degrees were not what it sought. Where memory allows the search halves tensor groups, or makes the pipeline shorter and interleaves it more, up to the last byte of the devices.",
  },
  {
    paper: "opt2022",
    title: "OPT-175B, 2022",
    runs: ["run"],
    limits: SHARDED_2022,
    why: "The micro-batch and what was recomputed are not printed; the library takes what surely fits. Without tensor groups, each device with a sequence of its own, weights are gathered as often and no activations are sent: 13 %, from two changes that pay only together.",
  },
  {
    paper: "glm130b2022",
    title: "GLM-130B, 2022",
    runs: ["run"],
    limits: MEGATRON_DEEPSPEED,
    why: "Devices of 40 GB: the authors recompute in tensor groups of four, and the search keeps all activations in groups of eight, which cost a tenth more and save a quarter. Their code could run that plan; it has no byte to spare.",
  },
  {
    paper: "bloom2022",
    title: "BLOOM, 2022",
    runs: ["run"],
    limits: MEGATRON_DEEPSPEED,
    why: "The authors chose by trying layouts on the machine (their tuning runs are in `validation/runs.csv`). The search keeps all activations in twice as many stages, with 80.0 of 80 GiB: a plan that nobody would start a run of months with.",
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
    why: "Tensor groups of eight fill a node; groups of four with more virtual stages are 11 to 13 % faster by this estimate. Whether the baseline sharded its optimizer's state is not printed; the library takes that it did not.",
  },
  {
    paper: "deepseek_v2_2024",
    title: "DeepSeek-V2, 2024",
    runs: ["v2"],
    limits: HAI_LLM_2024,
    why: "The authors do without tensor parallelism on purpose, since it costs communication, and the search agrees that it costs (18 %). It takes it all the same, for a pipeline of 4 stages in 60 chunks instead of 16 stages. Their experts stay within a node (8 devices), which their limit on the devices that a token goes to rests on.",
  },
  {
    paper: "nemotron4_2024",
    title: "Nemotron-4 340B, 2024",
    runs: ["g1536", "g3072", "g6144"],
    limits: MEGATRON_CORE_2024,
    why: "The report's table does not tell whether the optimizer's state is sharded; the library takes it so, as in NeMo's recipe and in the report of the 15B model. The search takes tensor groups of two nodes, since the recipe hides part of their collectives, and a pipeline a quarter as long.",
  },
  {
    paper: "llama3_2024",
    title: "Llama 3 405B, 2024",
    runs: ["g8192", "g16384", "long"],
    limits: LLAMA_3,
    why: "The authors keep to tensor groups of a node and split sequences only where they are long; the search splits them in narrower groups as well, for 4 to 6 %. On 8,192 devices their plan fits with no byte to spare by this estimate. The long phase agrees but for a shorter pipeline. Zero-bubble schedules would be worth most today.",
  },
  {
    paper: "deepseek_v3_2024",
    title: "DeepSeek-V3, 2024",
    runs: ["v3"],
    limits: HAI_LLM_2025,
    why: "The search makes six of the eight choices as the authors did, and what it makes otherwise is worth a percent: experts on 16 devices instead of 64, and a pipeline twice as long. DualPipe hides the traffic of tokens behind another micro-batch, so that experts on eight nodes cost little; the authors' kernels send over InfiniBand and NVLink at once (section 3.2.2), and they do without tensor parallelism on purpose, as the search does.",
  },
  {
    paper: "mixtral2024",
    title: "Mixtral 8x7B in MaxText, 2024",
    runs: ["run"],
    limits: MAXTEXT,
    why: "The batch and what is recomputed are the library's, and with them the published plan needs more memory than there is: MaxText's run probably kept less (its configuration for another TPU recomputes everything). The search's best fits, and is 2 % slower than a plan that does not.",
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

/** Files of std/papers that define a plan and are set beside no search, and why. */
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
