import type { ArgumentTable } from "../carry/argumentTable.ts";
import type { Row } from "../carry/row.ts";
import { always, count, implied, where, word } from "../carry/rows.ts";
import { numberAt, type Settings, textAt } from "../carry/settings.ts";
import { configRows, ZERO } from "./configRows.ts";

const at = numberAt;
const [SEQUENCE, REPLICAS] = ["sequence_parallel_size", "data_parallel_size"];

/**
 * Table that maps the keys of DeepSpeed's configuration to a plan and back. A dot in a key stands for each
 * enclosing object.
 */
export const deepspeed: ArgumentTable = {
  name: "DeepSpeed",
  version: "v0.19.5",
  source: "deepspeedai/DeepSpeed, docs/_pages/config-json.md and deepspeed/runtime",
  toScript: ["plan.seq_len", "plan.tokens"],
  model: false,
  sections: [
    { title: "batch", rows: [batch()] },
    {
      title: "zero",
      rows: [count("plan.zero", `${ZERO}.stage`, 0), shardGroups(), ...configRows],
    },
    {
      title: "parallel",
      rows: [
        where(beyondOne("plan.tp"), count("plan.tp", "tensor_parallel.autotp_size", 1)),
        experts(),
        implied(["plan.dp"], (given, { devices }): Settings => {
          const dp = replicas(given, devices);
          return dp === null ? {} : { "plan.dp": dp };
        }),
        where(beyondOne("plan.cp"), sequences()),
        where(beyondOne("plan.cp"), always({ "plan.cp_type": "ulysses" })),
        where(beyondOne("plan.tp"), always({ "plan.sequence_parallel": false })),
        where(beyondOne("plan.pp"), always({ "plan.schedule": "1f1b", "plan.vpp": 1 })),
        always({ "plan.pp": 1, "plan.rank_order": "tp_cp_dp_pp", "plan.sync": "synchronous" }),
      ],
    },
    { title: "precision", rows: [precision()] },
    { title: "memory", rows: [recompute()] },
    {
      title: "optimizer",
      rows: [
        word("plan.optimizer", "optimizer.type", {
          adam: "Adam",
          adamw: "AdamW",
          lion: "Lion",
          lamb: "Lamb",
          muon: "Muon",
          sgd: "SGD",
        }),
      ],
    },
  ],
  aside: [
    /^(optimizer\.params|scheduler)(\.|$)/,
    /^_/,
    /^(gradient_clipping|steps_per_print|wall_clock_breakdown|tensorboard|wandb|csv_monitor|comet|comms_logger|flops_profiler|prescale_gradients|dump_state|seed|zero_allow_untested_optimizer)(\.|$)/,
    /^(fp16|bf16)\.(loss_scale|loss_scale_window|initial_scale_power|hysteresis|min_loss_scale|auto_cast|consecutive_hysteresis)$/,
    new RegExp(
      `^${ZERO}\\.(allgather_partitions|allgather_bucket_size|reduce_scatter|reduce_bucket_size|contiguous_gradients|round_robin_gradients|sub_group_size|stage3_.*|offload_.*\\.(pin_memory|buffer_.*|max_in_cpu|fast_init|pipeline_.*))$`,
    ),
  ],
};

function beyondOne(path: string): (settings: Settings) => boolean {
  return (settings) => (at(settings, path) ?? 1) > 1;
}

/**
 * Mapping of the batch. DeepSpeed derives the accumulation steps from the global batch, the micro-batch and
 * the number of replicas.
 */
function batch(): Row {
  const [whole, micro, steps] = [
    "train_batch_size",
    "train_micro_batch_size_per_gpu",
    "gradient_accumulation_steps",
  ];
  return {
    fields: ["plan.global_batch", "plan.micro_batch", "plan.num_micro_batches"],
    arguments: [whole, micro, steps],
    write: (settings) => ({
      [whole]: settings["plan.global_batch"] ?? null,
      [micro]: settings["plan.micro_batch"] ?? null,
    }),
    read: (given, { devices }): Settings => {
      const dp = replicas(given, devices);
      const [all, perDevice, rounds] = [at(given, whole), at(given, micro), at(given, steps)];
      const one = perDevice ?? (all !== null && dp !== null ? all / (dp * (rounds ?? 1)) : null);
      if (one === null) return all === null ? {} : { "plan.global_batch": all };
      const many = all ?? (dp === null ? `dp * ${one * (rounds ?? 1)} sequences` : dp * one * (rounds ?? 1));
      return {
        "plan.global_batch": many,
        "plan.micro_batch": one,
        ...(dp === null || typeof many !== "number" ? {} : { "plan.num_micro_batches": many / (dp * one) }),
      };
    },
  };
}

function replicas(given: Settings, devices: number | null): number | null {
  const others = Math.max(1, at(given, "tensor_parallel.autotp_size") ?? 1) * (at(given, SEQUENCE) ?? 1);
  return devices === null ? null : devices / others;
}

/**
 * Mapping of Ulysses sequence parallelism, for which `deepspeed.initialize` makes a mesh of replicas and
 * sequence shards.
 */
function sequences(): Row {
  return {
    fields: ["plan.cp"],
    arguments: [SEQUENCE, REPLICAS],
    write: (settings) => ({ [SEQUENCE]: at(settings, "plan.cp"), [REPLICAS]: at(settings, "plan.dp") }),
    read: (given) => ({ "plan.cp": at(given, SEQUENCE) ?? 1 }),
  };
}

/** Mapping of MiCS: groups of replicas that shard state within a group, under ZeRO 3. */
function shardGroups(): Row {
  const argument = `${ZERO}.mics_shard_size`;
  return {
    fields: ["plan.dp_shard"],
    arguments: [argument],
    write: (settings) => {
      const ranks = at(settings, "plan.dp_shard");
      return ranks === null || settings["plan.zero"] !== 3 ? {} : { [argument]: ranks };
    },
    read: (given) => {
      const ranks = at(given, argument);
      return { "plan.dp_shard": ranks === null || ranks < 1 ? "all" : ranks };
    },
  };
}

function experts(): Row {
  const [on, size] = ["expert_parallel.enabled", "expert_parallel.autoep_size"];
  return {
    fields: ["plan.ep", "plan.etp"],
    arguments: [on, size],
    write: (settings): Settings => {
      const ep = at(settings, "plan.ep") ?? 1;
      return settings["model.mlp"] === "moe" && ep > 1 ? { [on]: true, [size]: ep } : {};
    },
    read: (given) => ({ "plan.ep": given[on] === true ? (at(given, size) ?? 1) : 1, "plan.etp": 1 }),
  };
}

function precision(): Row {
  const [half, brain, sum] = ["fp16.enabled", "bf16.enabled", "data_types.grad_accum_dtype"];
  const gradients = "plan.precision.gradients";
  return {
    fields: ["plan.precision", gradients, "plan.precision.master", "plan.precision.moments"],
    arguments: [half, brain, sum],
    write: (settings): Settings => {
      const name = textAt(settings, "plan.precision");
      const kept = textAt(settings, gradients);
      return {
        ...(name === "fp16" ? { [half]: true } : {}),
        ...(name === "fp16" || name === "fp32" || name === "tf32" ? {} : { [brain]: true }),
        ...(kept !== null && ["fp32", "fp16", "bf16"].includes(kept) ? { [sum]: kept } : {}),
      };
    },
    read: (given) => {
      const name = given[brain] === true ? "bf16" : given[half] === true ? "fp16" : "fp32";
      const kept = textAt(given, sum);
      return {
        "plan.precision": name,
        ...(kept === null ? {} : { [gradients]: kept }),
        "plan.precision.master": name === "fp32" ? "none" : "fp32",
        "plan.precision.moments": "fp32",
      };
    },
  };
}

/**
 * Mapping of recomputation. The section configures `deepspeed.checkpointing`, which the model's code calls
 * for each layer.
 */
function recompute(): Row {
  const split = "activation_checkpointing.partition_activations";
  const distribute = "plan.recompute.distribute";
  return {
    fields: ["plan.recompute", distribute],
    arguments: [split],
    write: (settings): Settings =>
      settings["plan.recompute"] === "full" ? { [split]: settings[distribute] === true } : {},
    read: (given) => ({
      "plan.recompute": Object.keys(given).some((key) => key.startsWith("activation_checkpointing."))
        ? "full"
        : null,
      ...(given[split] === true ? { [distribute]: true } : {}),
    }),
  };
}
