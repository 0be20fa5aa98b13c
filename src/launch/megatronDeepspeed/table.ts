import type { ArgumentTable } from "../carry/argumentTable.ts";
import type { Row } from "../carry/row.ts";
import { always, count, flag, implied, where } from "../carry/rows.ts";
import { listAt, numberAt, type Settings, textAt } from "../carry/settings.ts";
import { configRows } from "../deepspeed/configRows.ts";
import { batchRows, optimizerRows } from "../megatron/trainingRows.ts";

const at = numberAt;
const beyondOne =
  (path: string) =>
  (settings: Settings): boolean =>
    (at(settings, path) ?? 1) > 1;
const [DEGREE_TP, DEGREE_PP, DEGREE_SP] = [
  "--tensor-model-parallel-size",
  "--pipeline-model-parallel-size",
  "--ds-sequence-parallel-size",
];

/**
 * Table that maps Megatron-DeepSpeed's arguments (`pretrain_gpt.py`) and the keys of its DeepSpeed
 * configuration to a plan and back.
 */
export const megatronDeepspeed: ArgumentTable = {
  name: "Megatron-DeepSpeed",
  version: "f4157bea",
  source: "microsoft/Megatron-DeepSpeed, megatron/arguments.py",
  model: false,
  sections: [
    {
      title: "PARALLEL",
      rows: [
        count("plan.tp", DEGREE_TP, 1),
        where(beyondOne("plan.tp"), flag("plan.sequence_parallel", "--sequence-parallel")),
        count("plan.pp", DEGREE_PP, 1),
        pipelines(),
        where(beyondOne("plan.pp"), always({ "plan.schedule": "1f1b", "plan.vpp": 1, "plan.split": "even" })),
        count("plan.cp", DEGREE_SP, 1),
        where(beyondOne("plan.cp"), always({ "plan.cp_type": "ulysses" })),
        where(hasExperts, count("plan.ep", "--moe-expert-parallel-size", 1)),
        where(
          hasExperts,
          always({ "plan.etp": 1, "plan.dispatch": "per_expert", "plan.balance": "balanced" }),
        ),
        implied(["plan.dp", "plan.num_micro_batches"], replicas),
        count("plan.zero", "--zero-stage", 1),
        always({ "plan.rank_order": "tp_cp_dp_pp", "plan.sync": "synchronous", "plan.dp_shard": "all" }),
      ],
    },
    {
      title: "TRAINING",
      rows: [...batchRows, format(), recompute(), ...configRows, onHost(), ...optimizerRows, flash()],
    },
  ],
  aside: [
    /^--(nnodes|nproc-per-node|node-rank|master-(addr|port)|rdzv-.*|max-restarts|deepspeed.*)$/,
    /^--(lr|min-lr|lr-.*|weight-decay|adam-.*|clip-grad|init-method-std|seed|data-.*|split|tokenizer-.*|vocab-file|merge-file|num-workers|save|load|log-.*|tensorboard-.*|eval-.*|distributed-.*)$/,
    /^--(num-layers|hidden-size|ffn-hidden-size|num-attention-heads|num-key-value-heads|num-experts|topk|max-position-embeddings|swiglu|normalization|use-rotary-position-embeddings|no-position-embedding|untie-embeddings-and-output-weights|disable-bias-linear|no-query-key-layer-scaling)$/,
  ],
};

function hasExperts(settings: Settings): boolean {
  return settings["model.mlp"] === "moe";
}

/** Mapping of the pipeline module, which is on by default. ZeRO 2 and 3 require it off. */
function pipelines(): Row {
  const none = "--no-pipeline-parallel";
  return {
    fields: [],
    arguments: [none],
    write: (settings): Settings => ((at(settings, "plan.zero") ?? 0) >= 2 ? { [none]: true } : {}),
    read: () => ({}),
  };
}

function replicas(given: Settings, { devices }: { readonly devices: number | null }): Settings {
  if (devices === null) return {};
  const dp = [DEGREE_TP, DEGREE_PP, DEGREE_SP].reduce((left, name) => left / (at(given, name) ?? 1), devices);
  const [batch, micro] = [at(given, "--global-batch-size"), at(given, "--micro-batch-size")];
  return {
    "plan.dp": dp,
    ...(batch === null || micro === null ? {} : { "plan.num_micro_batches": batch / (dp * micro) }),
  };
}

/** Mapping of precision. Under bf16, gradients are summed in fp32. */
function format(): Row {
  const part = (name: string): string => `plan.precision.${name}`;
  return {
    fields: ["plan.precision", ...["gradients", "gradient_reduce", "master", "moments"].map(part)],
    arguments: ["--fp16", "--bf16"],
    write: (settings): Settings => {
      const name = textAt(settings, "plan.precision");
      return name === "fp16" || name === "bf16" ? { [`--${name}`]: true } : {};
    },
    read: (given) => {
      const name = given["--fp16"] === true ? "fp16" : given["--bf16"] === true ? "bf16" : "fp32";
      const sum = name === "fp16" ? "fp16" : "fp32";
      return {
        "plan.precision": name,
        [part("gradients")]: sum,
        [part("gradient_reduce")]: sum,
        [part("master")]: name === "fp32" ? "none" : "fp32",
        [part("moments")]: "fp32",
      };
    },
  };
}

/**
 * Mapping of recomputation: groups of layers by DeepSpeed's checkpointing, the attention core by Megatron's.
 */
function recompute(): Row {
  const [full, own, unit] = [
    "--checkpoint-activations",
    "--deepspeed-activation-checkpointing",
    "--checkpoint-num-layers",
  ];
  const core = "--recompute-activations";
  const shards = "--partition-activations";
  const field = "plan.recompute";
  return {
    fields: [field, `${field}.modules`, `${field}.unit`, `${field}.distribute`],
    arguments: [full, own, unit, core, shards],
    write: (settings): Settings => {
      if (settings[field] === "full")
        return {
          ...{ [full]: true, [own]: true, [unit]: at(settings, `${field}.unit`) ?? 1 },
          ...(settings[`${field}.distribute`] === true ? { [shards]: true } : {}),
        };
      const wanted = listAt(settings, `${field}.modules`) ?? [];
      return settings[field] === "selective" && wanted.join() === "attention" ? { [core]: true } : {};
    },
    read: (given): Settings => {
      const together = at(given, unit) ?? 1;
      if (given[full] === true)
        return {
          [field]: "full",
          ...(together === 1 ? {} : { [`${field}.unit`]: together }),
          ...(given[shards] === true ? { [`${field}.distribute`]: true } : {}),
        };
      return given[core] === true
        ? { [field]: "selective", [`${field}.modules`]: ["attention"] }
        : { [field]: null };
    },
  };
}

/** Mapping of offload to the host, which both the configuration and the script must state. */
function onHost(): Row {
  const [optimizer, inputs] = ["--cpu-optimizer", "--checkpoint-in-cpu"];
  return {
    fields: [],
    arguments: [optimizer, inputs],
    write: (settings): Settings => ({
      ...(settings["plan.offload_optimizer"] === null ? {} : { [optimizer]: true }),
      ...(settings["plan.offload"] === "activations" ? { [inputs]: true } : {}),
    }),
    read: () => ({}),
  };
}

function flash(): Row {
  return flag("plan.flash_attention", "--use-flash-attn-v2");
}
