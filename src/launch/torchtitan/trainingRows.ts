import { checkpointEvery, checkpointSteps } from "../carry/checkpointSteps.ts";
import type { Row } from "../carry/row.ts";
import { always, count, word } from "../carry/rows.ts";
import { listAt, numberAt, type Settings, textAt } from "../carry/settings.ts";
import { tokensInSteps } from "../carry/tokensInSteps.ts";
import { flavorOf, flavors } from "./flavors.ts";

const at = numberAt;
const [FLOAT8, MX] = ["quantize.linear.float8", "quantize.linear.mx"];

/**
 * Mappings of the model, which torchtitan identifies by name and flavour. Only models of dtp's library that
 * torchtitan has can be written.
 */
export const modelRows: readonly Row[] = [
  {
    fields: ["model.layers", "model.d_model", "model.attention.heads"],
    arguments: ["model.name", "model.flavor"],
    write: (settings) => {
      const found = flavors.find(
        ({ layers, dModel, heads }) =>
          layers === settings["model.layers"] &&
          dModel === settings["model.d_model"] &&
          heads === settings["model.attention.heads"],
      );
      return found ? { "model.name": found.name, "model.flavor": found.flavor } : {};
    },
    read: (given) => {
      const found = flavorOf(given);
      return found
        ? {
            "model.layers": found.layers,
            "model.d_model": found.dModel,
            "model.attention.heads": found.heads,
          }
        : {};
    },
  },
];

export const stepRows: readonly Row[] = [
  count("plan.seq_len", "training.seq_len", 2048),
  tokensInSteps("training.steps", (given) => {
    const [length, batch] = [at(given, "training.seq_len"), at(given, "training.global_batch_size")];
    return length === null || batch === null || batch < 0 ? null : length * batch;
  }),
];

export const stateRows: readonly Row[] = [
  precision(),
  word("plan.optimizer", "optimizer.name", { adam: "Adam", adamw: "AdamW" }, "adamw"),
  recompute(),
  offload(),
  always({ "plan.flash_attention": true }),
  checkpoint(),
];

/**
 * Mapping of precision. Weights, gradients and optimizer state are fp32 shards; matmuls use
 * `mixed_precision_param`.
 */
function precision(): Row {
  const [converters, param] = ["model.converters", "training.mixed_precision_param"];
  const part = (name: string): string => `plan.precision.${name}`;
  return {
    fields: ["plan.precision", part("scaling"), part("gradients"), part("gradient_reduce"), part("moments")],
    arguments: [converters, param, `${FLOAT8}.recipe_name`],
    write: (settings): Settings => {
      const name = textAt(settings, "plan.precision");
      if (name === "fp32" || name === "tf32") return { [param]: "float32" };
      const scaling = settings[part("scaling")];
      if (name !== "fp8") return { [param]: "bfloat16" };
      return scaling === "mx"
        ? { [param]: "bfloat16", [converters]: [MX] }
        : {
            [param]: "bfloat16",
            [converters]: [FLOAT8],
            [`${FLOAT8}.recipe_name`]: scaling === "rowwise" ? "rowwise" : "tensorwise",
          };
    },
    read: (given): Settings => {
      const used = listAt(given, converters) ?? [];
      const narrow = used.some(
        (each) => each === FLOAT8 || each === MX || each === "float8" || each === "mx",
      );
      const wide = given[param] === "float32";
      const recipe = given[`${FLOAT8}.recipe_name`] ?? "tensorwise";
      const known = recipe === "tensorwise" || recipe === "rowwise";
      if (narrow && used.every((each) => !each.includes("mx")) && !known) return {};
      const own = recipe === "rowwise" ? "rowwise" : "current";
      return {
        "plan.precision": narrow ? "fp8" : wide ? "fp32" : "bf16",
        ...(narrow ? { [part("scaling")]: used.some((each) => each.includes("mx")) ? "mx" : own } : {}),
        [part("gradients")]: "fp32",
        [part("gradient_reduce")]: "fp32",
        [part("moments")]: "fp32",
      };
    },
  };
}

/**
 * Mapping of recomputation: whole layers, every n-th layer, or by operator. Every n-th layer is read as an
 * equal number of first layers of each stage. torchtitan has no choice by module.
 */
function recompute(): Row {
  const [mode, option] = ["activation_checkpoint.mode", "activation_checkpoint.selective_ac_option"];
  const [kind, modules, layers] = ["plan.recompute", "plan.recompute.modules", "plan.recompute.layers"];
  return {
    fields: [kind, modules, layers],
    arguments: [mode, option],
    write: (settings): Settings => {
      if (settings[kind] === "selective") return { [mode]: "selective", [option]: "op" };
      if (settings[kind] !== "full") return { [mode]: "none" };
      const some = at(settings, layers);
      if (some === null) return { [mode]: "full" };
      const held = layersOfChunk(
        at(settings, "model.layers"),
        at(settings, "plan.pp"),
        at(settings, "plan.vpp"),
      );
      const every = held === null ? 0 : Math.max(1, Math.floor(held / some));
      return held !== null && Math.floor(held / every) === some
        ? { [mode]: "selective", [option]: String(every) }
        : { [mode]: "full" };
    },
    read: (given): Settings => {
      const policy = given[mode] ?? "selective";
      if (policy === "full") return { [kind]: "full" };
      if (policy === "none") return { [kind]: null };
      if (policy !== "selective") return {};
      const chosen = String(given[option] ?? "2");
      if (chosen === "op") return { [kind]: "selective", [modules]: ["ops"] };
      const every = Number(chosen);
      if (every === 1) return { [kind]: "full" };
      const flavor = flavorOf(given);
      const stages = at(given, "parallelism.pipeline_parallel_degree") ?? 1;
      const schedule = textAt(given, "parallelism.pipeline_parallel_schedule") ?? "1F1B";
      const chunks = stages === 1 || schedule === "1F1B" || schedule === "GPipe" ? 1 : 2;
      const own = at(given, "parallelism.pipeline_parallel_layers_per_stage");
      const held = own ?? layersOfChunk(flavor?.layers ?? null, stages, chunks);
      if (held === null || !Number.isInteger(every) || every < 1) return {};
      const some = Math.floor(held / every);
      return some === 0 ? { [kind]: null } : { [kind]: "full", [layers]: some };
    },
  };
}

const layersOfChunk = (layers: number | null, pp: number | null, vpp: number | null): number | null => {
  const held = layers === null ? 0 : layers / ((pp ?? 1) * (vpp ?? 1));
  return held >= 1 && Number.isInteger(held) ? held : null;
};

/**
 * Mapping of offload, which moves parameters, gradients and optimizer state together or not at all, and never
 * activations.
 */
function offload(): Row {
  const argument = "training.enable_cpu_offload";
  const state = ["plan.offload_optimizer", "plan.offload_weights"] as const;
  return {
    fields: ["plan.offload", ...state],
    arguments: [argument],
    write: (settings): Settings =>
      state.every((field) => settings[field] === "host") ? { [argument]: true } : {},
    read: (given): Settings => {
      const place = given[argument] === true ? "host" : null;
      return { "plan.offload": null, [state[0]]: place, [state[1]]: place };
    },
  };
}

function checkpoint(): Row {
  const [on, every, mode] = ["checkpoint.enable", "checkpoint.interval", "checkpoint.async_mode"];
  return {
    fields: ["plan.checkpoint", "plan.checkpoint.interval", "plan.checkpoint.overlap"],
    arguments: [on, every, mode],
    write: (settings, { stepSeconds }): Settings => {
      const steps = checkpointSteps(settings, stepSeconds);
      if (steps === null) return { [on]: false };
      const async = settings["plan.checkpoint.overlap"] === "async";
      return { [on]: true, [every]: steps, [mode]: async ? "async" : "disabled" };
    },
    read: (given, { stepSeconds }): Settings =>
      given[on] === true
        ? checkpointEvery(at(given, every) ?? 500, stepSeconds, (given[mode] ?? "disabled") !== "disabled")
        : { "plan.checkpoint": null },
  };
}
