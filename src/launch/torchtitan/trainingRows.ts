import { checkpointEvery, checkpointSteps } from "../carry/checkpointSteps.ts";
import type { Row } from "../carry/row.ts";
import { always, count, word } from "../carry/rows.ts";
import { listAt, numberAt, type Settings, textAt } from "../carry/settings.ts";
import { TRIAL_STEPS } from "../carry/trialSteps.ts";
import { flavorOf, flavors } from "./flavors.ts";

const at = numberAt;
const [FLOAT8, MX] = ["quantize.linear.float8", "quantize.linear.mx"];

/** A model is a name and a flavour here: those of the library that it has. */
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

export const stepRows: readonly Row[] = [count("plan.seq_len", "training.seq_len", 2048), tokens()];

export const stateRows: readonly Row[] = [
  precision(),
  word("plan.optimizer", "optimizer.name", { adam: "Adam", adamw: "AdamW" }, "adamw"),
  recompute(),
  offload(),
  always({ "plan.flash_attention": true }),
  checkpoint(),
];

/** A budget of tokens as steps, the last one whole. */
function tokens(): Row {
  const argument = "training.steps";
  return {
    fields: ["plan.tokens"],
    arguments: [argument],
    write: (settings) => {
      const [budget, length, batch] = ["plan.tokens", "plan.seq_len", "plan.global_batch"].map((path) =>
        at(settings, path),
      );
      if (budget == null) return { [argument]: TRIAL_STEPS };
      if (length == null || batch == null) return {};
      return { [argument]: Math.ceil(budget / (length * batch)) };
    },
    read: (given) => {
      const [steps, length, batch] = [argument, "training.seq_len", "training.global_batch_size"].map(
        (name) => at(given, name),
      );
      if (steps == null) return {};
      return length == null || batch == null || batch < 0 ? {} : { "plan.tokens": steps * length * batch };
    },
  };
}

/** Weights, gradients and the optimizer's state are fp32 on their shards; products run in what `mixed_precision_param` says. */
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
        : { [param]: "bfloat16", [converters]: [FLOAT8], [`${FLOAT8}.recipe_name`]: "tensorwise" };
    },
    read: (given): Settings => {
      const used = listAt(given, converters) ?? [];
      const narrow = used.some(
        (each) => each === FLOAT8 || each === MX || each === "float8" || each === "mx",
      );
      const wide = given[param] === "float32";
      const recipe = given[`${FLOAT8}.recipe_name`] ?? "tensorwise";
      if (narrow && used.every((each) => !each.includes("mx")) && recipe !== "tensorwise") return {};
      return {
        "plan.precision": narrow ? "fp8" : wide ? "fp32" : "bf16",
        ...(narrow ? { [part("scaling")]: used.some((each) => each.includes("mx")) ? "mx" : "current" } : {}),
        [part("gradients")]: "fp32",
        [part("gradient_reduce")]: "fp32",
        [part("moments")]: "fp32",
      };
    },
  };
}

/** Its selective modes keep other tensors than any module of the language names, so they are read as nothing. */
function recompute(): Row {
  const mode = "activation_checkpoint.mode";
  return {
    fields: ["plan.recompute", "plan.recompute.modules"],
    arguments: [mode],
    write: (settings): Settings => {
      const kind = settings["plan.recompute"];
      if (kind === "selective")
        return { [mode]: "selective", "activation_checkpoint.selective_ac_option": "op" };
      return { [mode]: kind === "full" ? "full" : "none" };
    },
    read: (given): Settings => {
      const kind = given[mode] ?? "selective";
      return kind === "full"
        ? { "plan.recompute": "full" }
        : kind === "none"
          ? { "plan.recompute": null }
          : {};
    },
  };
}

/** It moves parameters, gradients and the optimizer's state together or not at all. */
function offload(): Row {
  const argument = "training.enable_cpu_offload";
  return {
    fields: ["plan.offload"],
    arguments: [argument],
    write: () => ({}),
    read: (given): Settings => (given[argument] === true ? {} : { "plan.offload": null }),
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
