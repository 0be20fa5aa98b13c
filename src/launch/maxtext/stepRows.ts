import { checkpointEvery, checkpointSteps } from "../carry/checkpointSteps.ts";
import type { Row, RunSize } from "../carry/row.ts";
import { always, count, where, word } from "../carry/rows.ts";
import { listAt, numberAt, type Settings, textAt } from "../carry/settings.ts";
import { tokensInSteps } from "../carry/tokensInSteps.ts";
import { sizeOf } from "./mesh.ts";
import { contextDegree, tensorDegree } from "./meshRows.ts";
import { decoderLayers } from "./modelRows.ts";

const at = numberAt;
const piped = (settings: Settings): boolean => (at(settings, "plan.pp") ?? 1) > 1;
const sharded = (settings: Settings): boolean => settings["plan.zero"] === 3;

const [DEVICE_BATCH, ACCUMULATION, MICRO_BATCHES] = [
  "per_device_batch_size",
  "gradient_accumulation_steps",
  "num_pipeline_microbatches",
];

export const stepRows: readonly Row[] = [
  count("plan.seq_len", "max_target_length", 2048),
  batch(),
  tokensInSteps("steps", (given, size) => {
    const sequences = sequencesOf(given, size);
    return sequences === null ? null : sequences * (at(given, "max_target_length") ?? 2048);
  }),
  where(piped, schedule()),
  where(piped, always({ "plan.split": "even" })),
  where(sharded, gathering()),
  where((settings) => settings["plan.documents"] !== null, documents()),
];

/** Devices over which one copy of a sequence is spread: all of a replica's. */
function replicaDevices(given: Settings, size: RunSize): number {
  return tensorDegree(given, size) * contextDegree(given, size) * stages(given, size);
}

const stages = (given: Settings, size: RunSize): number => sizeOf(given, "pipeline", size) ?? 1;

/**
 * Mapping of the batch, which MaxText counts per device and accumulation step. A pipeline divides it into
 * micro-batches; without one, it is one micro-batch.
 */
function batch(): Row {
  return {
    fields: ["plan.micro_batch", "plan.global_batch", "plan.num_micro_batches"],
    arguments: [DEVICE_BATCH, ACCUMULATION, MICRO_BATCHES],
    write: (settings): Settings => {
      const [micro, many] = [at(settings, "plan.micro_batch"), at(settings, "plan.num_micro_batches")];
      const spread = ["plan.tp", "plan.cp", "plan.pp"].reduce(
        (left, one) => left * (at(settings, one) ?? 1),
        1,
      );
      if (micro === null || many === null) return {};
      return piped(settings)
        ? { [DEVICE_BATCH]: (micro * many) / spread, [ACCUMULATION]: 1, [MICRO_BATCHES]: many }
        : { [DEVICE_BATCH]: micro / spread, [ACCUMULATION]: many };
    },
    read: (given, size): Settings => {
      const held = (at(given, DEVICE_BATCH) ?? 12) * replicaDevices(given, size);
      const rounds = at(given, ACCUMULATION) ?? 1;
      const pp = stages(given, size);
      const asked = at(given, MICRO_BATCHES) ?? -1;
      const many = pp === 1 ? 1 : asked > 0 ? asked : pp;
      const all = sequencesOf(given, size);
      return {
        // One rounding: a replica's share of a batch is whole, whatever it is per device.
        "plan.micro_batch": whole(held / many),
        "plan.num_micro_batches": many * rounds,
        "plan.global_batch": all ?? `dp * ${whole(held * rounds)} sequences`,
      };
    },
  };
}

const whole = (value: number): number =>
  Math.abs(value - Math.round(value)) < 1e-6 ? Math.round(value) : value;

/** Sequences of a step; null where the number of replicas is unknown. */
function sequencesOf(given: Settings, size: RunSize): number | null {
  const each = (at(given, DEVICE_BATCH) ?? 12) * replicaDevices(given, size) * (at(given, ACCUMULATION) ?? 1);
  const replicas = (["expert", "fsdp", "data"] as const).map((axis) => sizeOf(given, axis, size));
  return replicas.some((one) => one === null)
    ? null
    : whole(replicas.reduce<number>((left, one) => left * (one ?? 1), each));
}

/**
 * Mapping of the schedule: all forward passes, then all backward passes, which JAX derives from them. Several repeats
 * pass the micro-batches round the stages again (layers/pipeline.py: the circular pipeline).
 */
function schedule(): Row {
  const [each, repeats] = ["num_layers_per_pipeline_stage", "num_pipeline_repeats"];
  return {
    fields: ["plan.schedule", "plan.vpp"],
    arguments: [each, repeats],
    write: (settings): Settings => {
      const chunks = at(settings, "plan.vpp") ?? 1;
      const held = (at(settings, "model.layers") ?? 0) / ((at(settings, "plan.pp") ?? 1) * chunks);
      const wanted = chunks > 1 ? "breadth_first" : "gpipe";
      return settings["plan.schedule"] === wanted && Number.isInteger(held)
        ? { [each]: held, [repeats]: chunks }
        : {};
    },
    read: (given, size): Settings => {
      const [layers, pp] = [decoderLayers(given), stages(given, size)];
      const asked = at(given, repeats) ?? -1;
      const chunks = asked > 0 ? asked : layers === null ? null : layers / (pp * (at(given, each) ?? 1));
      if (pp === 1 || chunks === null || !Number.isInteger(chunks)) return {};
      return { "plan.schedule": chunks > 1 ? "breadth_first" : "gpipe", "plan.vpp": chunks };
    },
  };
}

/** Mapping of the time at which gathered weights are freed. A pipeline may keep them for the whole step. */
function gathering(): Row {
  const once = "pipeline_fsdp_ag_once";
  return {
    fields: ["plan.reshard_after"],
    arguments: [once],
    write: (settings): Settings =>
      piped(settings) ? { [once]: settings["plan.reshard_after"] === "step" } : {},
    read: (given) => ({ "plan.reshard_after": given[once] === true ? "step" : "forward" }),
  };
}

/** Mapping of document masking: packed sequences attend within their documents. */
function documents(): Row {
  return {
    fields: ["plan.documents"],
    arguments: ["packing"],
    instead: "attention within documents of any length",
    write: () => ({ packing: true }),
    read: () => ({}),
  };
}

export const stateRows: readonly Row[] = [
  precision(),
  optimizer(),
  recompute(),
  offloaded("plan.offload_optimizer", "optimizer_memory_host_offload"),
  offloaded("plan.offload_weights", "parameter_memory_host_offload"),
  {
    ...word("plan.flash_attention", "attention", { true: "autoselected", false: "dot_product" }, "true"),
    read: (given) => ({ "plan.flash_attention": given.attention !== "dot_product" }),
  },
  capacity(),
  checkpoint(),
];

/** Quantizations by scaling (configs/types.py: QuantizationType). The first of a scaling is written. */
function quantizations(): readonly (readonly [name: string, scaling: string, theirs: string])[] {
  return [
    ["fp8", "delayed", "te_fp8_delayedscaling"],
    ["fp8", "delayed", "fp8"],
    ["fp8", "current", "te_fp8_currentscaling"],
    ["fp8", "mx", "te_mxfp8"],
  ];
}

/** Mapping of precision: the format of matmuls, and that of the weights, whose fp32 copies are the master weights. */
function precision(): Row {
  const [matmuls, weights, narrow] = ["dtype", "weight_dtype", "quantization"];
  const [master, scaling] = ["plan.precision.master", "plan.precision.scaling"];
  return {
    fields: ["plan.precision", master, scaling],
    arguments: [matmuls, weights, narrow],
    write: (settings): Settings => {
      const name = textAt(settings, "plan.precision");
      const found = quantizations().find(([own, how]) => own === name && how === settings[scaling]);
      const wide = name === "fp32" || name === "tf32";
      if (!found && !wide && name !== "bf16") return {};
      return {
        [matmuls]: wide ? "float32" : "bfloat16",
        [weights]: wide || settings[master] === "fp32" ? "float32" : "bfloat16",
        ...(found ? { [narrow]: found[2] } : {}),
      };
    },
    read: (given): Settings => {
      const asked = textAt(given, narrow) ?? "";
      const found = quantizations().find(([, , theirs]) => theirs === asked);
      const format = { bfloat16: "bf16", float32: "fp32" }[textAt(given, matmuls) ?? "bfloat16"];
      if (format === undefined || (asked !== "" && !found)) return {};
      const kept = (given[weights] ?? "float32") === "float32" && format !== "fp32";
      return {
        "plan.precision": found ? found[0] : format,
        [master]: kept ? "fp32" : "none",
        ...(found ? { [scaling]: found[1] } : {}),
      };
    },
  };
}

/** Mapping of the optimizer. Adam is AdamW without weight decay. */
function optimizer(): Row {
  const [type, decay] = ["opt_type", "adam_weight_decay"];
  return {
    fields: ["plan.optimizer"],
    arguments: [type, decay],
    write: (settings): Settings => {
      const own = textAt(settings, "plan.optimizer") ?? "";
      if (own === "adam") return { [type]: "adamw", [decay]: 0 };
      return ["adamw", "sgd", "muon"].includes(own) ? { [type]: own } : {};
    },
    read: (given): Settings => {
      const theirs = textAt(given, type) ?? "adamw";
      if (theirs === "adam_pax") return { "plan.optimizer": "adamw" };
      return { "plan.optimizer": theirs === "adamw" && at(given, decay) === 0 ? "adam" : theirs };
    },
  };
}

/** Policies of rematerialisation that save the results of matmuls, except those of these modules. */
const POLICIES: readonly (readonly [modules: readonly string[], policy: string])[] = [
  [[], "minimal_with_context"],
  [["attention"], "minimal"],
  [["mlp"], "save_dot_with_context_except_mlp"],
  [["attention", "mlp"], "save_dot_except_mlp"],
];

/**
 * Mapping of recomputation and of offloaded activations. The least that JAX recomputes is the elementwise work between
 * matmuls, so `minimal_with_context` is none.
 */
function recompute(): Row {
  const [policy, input] = ["remat_policy", "decoder_layer_input"];
  const [kind, modules, offload] = ["plan.recompute", "plan.recompute.modules", "plan.offload"];
  return {
    fields: [kind, modules, offload],
    arguments: [policy, input],
    write: (settings): Settings => {
      const moved = settings[offload] === "activations";
      const own = settings[kind];
      if (own === "full") return moved ? { [policy]: "custom", [input]: "offload" } : { [policy]: "full" };
      if (own === null && moved) return { [policy]: "minimal_offloaded" };
      const wanted = (listAt(settings, modules) ?? []).toSorted().join();
      const found = POLICIES.find(([names]) => names.join() === wanted);
      return found ? { [policy]: found[1] } : {};
    },
    read: (given): Settings => {
      const asked = textAt(given, policy) ?? "full";
      const moved = (asked === "custom" && given[input] === "offload") || asked === "minimal_offloaded";
      const place = moved ? "activations" : null;
      if (asked === "full" || asked === "custom") return { [kind]: "full", [offload]: place };
      if (asked === "minimal_offloaded") return { [kind]: null, [offload]: place };
      const found = POLICIES.find(([, theirs]) => theirs === asked)?.[0];
      if (!found) return {};
      return found.length === 0
        ? { [kind]: null, [offload]: null }
        : { [kind]: "selective", [modules]: found, [offload]: null };
    },
  };
}

function offloaded(field: string, argument: string): Row {
  return {
    ...word(field, argument, { host: true, null: false }, "null"),
    write: (settings): Settings => (settings[field] === "host" ? { [argument]: true } : {}),
  };
}

/** Mapping of the capacity of experts, which MaxText has with padded slots alone (base.yml: capacity_factor). */
function capacity(): Row {
  const [factor, sparse] = ["capacity_factor", "sparse_matmul"];
  const field = "plan.capacity";
  return where((settings) => settings["model.mlp"] === "moe", {
    fields: [field, `${field}.factor`, `${field}.pad`],
    arguments: [factor, sparse],
    write: (settings): Settings => {
      const most = at(settings, `${field}.factor`);
      return most === null || settings[`${field}.pad`] !== true ? {} : { [factor]: most, [sparse]: false };
    },
    read: (given): Settings => {
      const most = at(given, factor) ?? -1;
      return most > 0
        ? { [field]: "limited", [`${field}.factor`]: most, [`${field}.pad`]: true }
        : { [field]: "dropless" };
    },
  });
}

function checkpoint(): Row {
  const [on, every, apart] = ["enable_checkpointing", "checkpoint_period", "async_checkpointing"];
  return {
    fields: ["plan.checkpoint", "plan.checkpoint.interval", "plan.checkpoint.overlap"],
    arguments: [on, every, apart],
    write: (settings, { stepSeconds }): Settings => {
      const steps = checkpointSteps(settings, stepSeconds);
      if (steps === null) return { [on]: false };
      return { [on]: true, [every]: steps, [apart]: settings["plan.checkpoint.overlap"] === "async" };
    },
    read: (given, { stepSeconds }): Settings =>
      given[on] === false
        ? { "plan.checkpoint": null }
        : checkpointEvery(at(given, every) ?? 10_000, stepSeconds, given[apart] !== false),
  };
}
