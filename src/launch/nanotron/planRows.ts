import { checkpointEvery, checkpointSteps } from "../carry/checkpointSteps.ts";
import type { Row } from "../carry/row.ts";
import { always, count, implied, where, word } from "../carry/rows.ts";
import { listAt, numberAt, type Settings, textAt } from "../carry/settings.ts";
import { stepsOf, tokensInSteps } from "../carry/tokensInSteps.ts";
import { isMoe, MODEL } from "./modelRows.ts";

const at = numberAt;
const P = "parallelism";
const [MODE, ASYNC] = [`${P}.tp_mode`, `${P}.tp_linear_async_communication`];
const [MICRO, ACCUMULATION] = ["tokens.micro_batch_size", "tokens.batch_accumulation_per_replica"];
const LENGTH = "tokens.sequence_length";
const STEPS = "tokens.train_steps";
const [KERNEL, STRIDE] = [`${MODEL}._attn_implementation`, `${MODEL}.ring_attn_heads_k_stride`];

/** Names of number formats (config/utils_config.py: str_to_dtype). */
const HALVES: Readonly<Record<string, string>> = { bf16: "bfloat16", fp16: "float16", fp32: "float32" };

const beyondOne =
  (path: string) =>
  (settings: Settings): boolean =>
    (at(settings, path) ?? 1) > 1;
const piped = beyondOne("plan.pp");

export const parallelRows: readonly Row[] = [
  count("plan.tp", `${P}.tp`),
  where(beyondOne("plan.tp"), {
    ...word("plan.sequence_parallel", MODE, { true: "REDUCE_SCATTER", false: "ALL_REDUCE" }, "false"),
    read: (given) => ({ "plan.sequence_parallel": scattered(given) }),
  }),
  overlap(),
  count("plan.pp", `${P}.pp`),
  where(piped, word("plan.schedule", `${P}.pp_engine`, { "1f1b": "1f1b", gpipe: "afab" }, "gpipe")),
  // trainer.py: blocks go to stages by get_block_compute_costs.
  where(piped, always({ "plan.vpp": 1, "plan.split": "balanced" })),
  count("plan.dp", `${P}.dp`),
  count("plan.cp", `${P}.context_parallel_size`, 1),
  where(beyondOne("plan.cp"), contextParallel()),
  kernel(),
  where(isMoe, experts()),
  where(
    isMoe,
    always({ "plan.dispatch": "per_expert", "plan.balance": "balanced", "plan.capacity": "dropless" }),
  ),
  always({ "plan.rank_order": "tp_cp_dp_pp", "plan.sync": "synchronous" }),
  where(beyondOne("plan.dp"), count("plan.zero", "optimizer.zero_stage", 0)),
  always({ "plan.dp_shard": "all" }),
];

/** True for reduce-scatters and all-gathers of activations, which is sequence parallelism. */
const scattered = (given: Settings): boolean =>
  textAt(given, MODE)?.toUpperCase() === "REDUCE_SCATTER" && (at(given, `${P}.tp`) ?? 1) > 1;

/** Mapping of overlap. The all-reduce mode cannot overlap (tensor_parallel/nn.py raises a ValueError). */
function overlap(): Row {
  return {
    fields: ["plan.overlap"],
    arguments: [ASYNC],
    write: (settings): Settings => {
      const wanted = listAt(settings, "plan.overlap")?.includes("tp") === true;
      return { [ASYNC]: wanted && settings["plan.sequence_parallel"] === true };
    },
    // The gradients' hooks always overlap the backward pass.
    read: (given) => ({
      "plan.overlap": ["dp", ...(given[ASYNC] === true && scattered(given) ? ["tp"] : [])],
    }),
  };
}

/**
 * Mapping of context parallelism, which is a choice of attention's kernel: `ring` passes keys and values round,
 * `llama3_ring_attention` gathers them by heads. Each rank has one contiguous piece (data/clm_collator.py).
 */
function contextParallel(): Row {
  return {
    fields: ["plan.cp_type", "plan.cp_order"],
    arguments: [KERNEL, STRIDE],
    write: (settings): Settings => {
      const kind = textAt(settings, "plan.cp_type");
      if (kind === "all_gather") return { [KERNEL]: "llama3_ring_attention", [STRIDE]: 1 };
      return kind === "ring" ? { [KERNEL]: "ring" } : {};
    },
    read: (given): Settings => {
      const kind = textAt(given, KERNEL) ?? "";
      if (!kind.includes("ring") || (at(given, `${P}.context_parallel_size`) ?? 1) === 1) return {};
      return {
        "plan.cp_type": kind === "llama3_ring_attention" ? "all_gather" : "ring",
        "plan.cp_order": "contiguous",
      };
    },
  };
}

/** Mapping of attention without context parallelism. All kernels of nanotron are of the flash kind. */
function kernel(): Row {
  return {
    fields: ["plan.flash_attention"],
    arguments: [KERNEL],
    write: (settings): Settings =>
      (at(settings, "plan.cp") ?? 1) > 1 ? {} : { [KERNEL]: "flash_attention_2" },
    read: () => ({ "plan.flash_attention": true }),
  };
}

/**
 * Mapping of expert parallelism. `parallel/context.py` of this version arranges the ranks in ep · pp · dp · cp · tp
 * places while their number is pp · dp · cp · tp, so it starts with whole experts alone.
 */
function experts(): Row {
  const argument = `${P}.expert_parallel_size`;
  return {
    fields: ["plan.ep", "plan.etp"],
    arguments: [argument],
    write: (settings): Settings => (at(settings, "plan.ep") === 1 ? { [argument]: 1 } : {}),
    read: (given) => ({ "plan.ep": at(given, argument) ?? 1, "plan.etp": 1 }),
  };
}

export const batchRows: readonly Row[] = [
  count("plan.seq_len", LENGTH),
  count("plan.micro_batch", MICRO),
  count("plan.num_micro_batches", ACCUMULATION),
  implied(["plan.global_batch"], (given) => {
    const batch = sequences(given);
    return batch === null ? {} : { "plan.global_batch": batch };
  }),
  tokensInSteps(STEPS, (given) => {
    const [batch, length] = [sequences(given), at(given, LENGTH)];
    return batch === null || length === null ? null : batch * length;
  }),
  documents(),
];

/** Sequences of a step (config.py: global_batch_size). */
function sequences(given: Settings): number | null {
  const [micro, rounds, dp] = [MICRO, ACCUMULATION, `${P}.dp`].map((name) => at(given, name));
  return micro == null || rounds == null || dp == null ? null : micro * rounds * dp;
}

/** Mapping of document masking. The training data decides the documents' lengths. */
function documents(): Row {
  const argument = `${MODEL}._use_doc_masking`;
  return {
    fields: ["plan.documents"],
    arguments: [argument],
    instead: "attention within documents of any length",
    write: (settings): Settings => ({ [argument]: settings["plan.documents"] !== null }),
    read: (given): Settings => (given[argument] === true ? {} : { "plan.documents": null }),
  };
}

export const stateRows: readonly Row[] = [
  precision(),
  optimizer(),
  recompute(),
  always({ "plan.offload": null, "plan.offload_optimizer": null, "plan.offload_weights": null }),
  checkpoint(),
];

/** Mapping of recomputation: all of each layer, or nothing. */
function recompute(): Row {
  const argument = `${P}.recompute_layer`;
  return {
    fields: ["plan.recompute"],
    arguments: [argument],
    write: (settings): Settings => ({ [argument]: settings["plan.recompute"] === "full" }),
    read: (given) => ({ "plan.recompute": given[argument] === true ? "full" : null }),
  };
}

/**
 * Mapping of precision: one format for weights and matmuls. With `accumulate_grad_in_fp32`, gradients, their sum
 * over ranks, the optimizer's weights and its moments are in fp32; without it all are of that one format.
 */
function precision(): Row {
  const [dtype, wide] = ["model.dtype", "optimizer.accumulate_grad_in_fp32"];
  const part = (name: string): string => `plan.precision.${name}`;
  return {
    fields: ["plan.precision", ...["gradients", "gradient_reduce", "master", "moments"].map(part)],
    arguments: [dtype, wide],
    write: (settings): Settings => {
      const name = textAt(settings, "plan.precision") ?? "bf16";
      const theirs = HALVES[name === "tf32" ? "fp32" : name];
      const summed = theirs !== "float32" && settings[part("gradients")] === "fp32";
      return theirs === undefined ? {} : { [dtype]: theirs, [wide]: summed };
    },
    read: (given): Settings => {
      const name = Object.keys(HALVES).find((own) => HALVES[own] === (given[dtype] ?? "bfloat16"));
      if (name === undefined) return {};
      const own = given[wide] === true || name === "fp32" ? "fp32" : name;
      return {
        "plan.precision": name,
        [part("gradients")]: own,
        [part("gradient_reduce")]: own,
        [part("master")]: given[wide] === true && name !== "fp32" ? "fp32" : "none",
        [part("moments")]: own,
      };
    },
  };
}

/** Mapping of the optimizer. Adam is AdamW without weight decay (torch.optim.AdamW). */
function optimizer(): Row {
  const [name, decay] = ["optimizer.optimizer_factory.name", "optimizer.weight_decay"];
  return {
    fields: ["plan.optimizer"],
    arguments: [name, decay],
    write: (settings): Settings => {
      const own = textAt(settings, "plan.optimizer");
      if (own === "sgd") return { [name]: "sgd" };
      return own === "adam" ? { [name]: "adamW", [decay]: 0 } : own === "adamw" ? { [name]: "adamW" } : {};
    },
    read: (given): Settings => {
      if (given[name] === "sgd") return { "plan.optimizer": "sgd" };
      return (given[name] ?? "adamW") === "adamW"
        ? { "plan.optimizer": at(given, decay) === 0 ? "adam" : "adamw" }
        : {};
    },
  };
}

/** Mapping of checkpoints, which the steps wait for. An interval beyond the last step is none. */
function checkpoint(): Row {
  const argument = "checkpoints.checkpoint_interval";
  return {
    fields: ["plan.checkpoint", "plan.checkpoint.interval", "plan.checkpoint.overlap"],
    arguments: [argument],
    write: (settings, { stepSeconds }): Settings => {
      const steps = stepsOf(settings);
      if (settings["plan.checkpoint"] === null) return steps === null ? {} : { [argument]: steps + 1 };
      const every = checkpointSteps(settings, stepSeconds);
      return every === null ? {} : { [argument]: every };
    },
    read: (given, { stepSeconds }): Settings => {
      const [every, steps] = [at(given, argument), at(given, STEPS)];
      return every === null || (steps !== null && every > steps)
        ? { "plan.checkpoint": null }
        : checkpointEvery(every, stepSeconds, false);
    },
  };
}
