import { checkpointEvery, checkpointSteps } from "../carry/checkpointSteps.ts";
import type { Row } from "../carry/row.ts";
import { count, flag, word } from "../carry/rows.ts";
import { listAt, numberAt, type Settings, textAt } from "../carry/settings.ts";
import { TRIAL_STEPS } from "../carry/trialSteps.ts";

const at = numberAt;

/** Mappings of Megatron's arguments for the batch and the number of steps. */
export const batchRows: readonly Row[] = [
  count("plan.seq_len", "--seq-length"),
  count("plan.micro_batch", "--micro-batch-size"),
  count("plan.global_batch", "--global-batch-size"),
  tokens(),
  documents(),
];

export const precisionRows: readonly Row[] = [precision()];

export const memoryRows: readonly Row[] = [
  recompute(),
  {
    ...flag("plan.flash_attention", "--attention-backend"),
    write: (settings) => ({
      "--attention-backend": settings["plan.flash_attention"] === true ? "auto" : "unfused",
    }),
    read: (given) => ({
      "plan.flash_attention": !["unfused", "local"].includes(textAt(given, "--attention-backend") ?? ""),
    }),
  },
  offload(),
];

export const optimizerRows: readonly Row[] = [
  {
    fields: ["plan.optimizer"],
    arguments: ["--optimizer", "--sgd-momentum"],
    write: (settings): Settings => {
      const name = textAt(settings, "plan.optimizer");
      if (name === "sgd") return { "--optimizer": "sgd", "--sgd-momentum": 0 };
      return { "--optimizer": name === "sgd_momentum" ? "sgd" : "adam" };
    },
    // Megatron's Adam is AdamW: weight decay is separate. Memory and time are the same.
    read: (given) => ({
      "plan.optimizer":
        given["--optimizer"] !== "sgd" ? "adam" : at(given, "--sgd-momentum") === 0 ? "sgd" : "sgd_momentum",
    }),
  },
];

export const checkpointRows: readonly Row[] = [checkpoint()];

/** Mapping of the token budget, which Megatron counts in samples, rounded up. */
function tokens(): Row {
  const [samples, steps] = ["--train-samples", "--train-iters"];
  return {
    fields: ["plan.tokens"],
    arguments: [samples, steps],
    write: (settings) => {
      const [budget, length] = [at(settings, "plan.tokens"), at(settings, "plan.seq_len")];
      if (budget === null) return { [steps]: TRIAL_STEPS };
      return length === null ? {} : { [samples]: Math.ceil(budget / length) };
    },
    read: (given) => {
      const [length, batch] = [at(given, "--seq-length"), at(given, "--global-batch-size")];
      const [sampleCount, rounds] = [at(given, samples), at(given, steps)];
      if (length !== null && sampleCount !== null) return { "plan.tokens": sampleCount * length };
      if (length !== null && batch !== null && rounds !== null)
        return { "plan.tokens": rounds * batch * length };
      return samples in given || steps in given ? {} : { "plan.tokens": null };
    },
  };
}

/**
 * Mapping of document masking: attention stays within documents, which end with an end-of-document token. The
 * training data decides their lengths.
 */
function documents(): Row {
  const names = ["--reset-position-ids", "--reset-attention-mask", "--eod-mask-loss"];
  return {
    fields: ["plan.documents"],
    arguments: names,
    instead: "attention within documents of any length",
    write: (settings) =>
      settings["plan.documents"] === null ? {} : Object.fromEntries(names.map((name) => [name, true])),
    read: (given): Settings => (given[names[1] ?? ""] === true ? {} : { "plan.documents": null }),
  };
}

const RECIPES: readonly (readonly [scaling: string, recipe: string])[] = [
  ["delayed", "delayed"],
  ["current", "tensorwise"],
  ["blockwise", "blockwise"],
  ["mx", "mxfp8"],
];
const NARROW: Readonly<Record<string, string>> = { fp8: "--fp8-format", nvfp4: "--fp4-format" };

/**
 * Mapping of precision: the number format of matmuls, gradients and state. Under bf16, gradients are summed
 * in fp32 unless disabled.
 */
function precision(): Row {
  const names = ["--bf16", "--fp16", "--fp8-format", "--fp8-recipe", "--fp4-format", "--fp4-recipe"];
  const [reduced, aware] = ["--grad-reduce-in-bf16", "--use-precision-aware-optimizer"];
  const [grads, params] = ["--main-grads-dtype", "--main-params-dtype"];
  const moments = ["--exp-avg-dtype", "--exp-avg-sq-dtype"] as const;
  const [ends, start, end] = [
    "--first-last-layers-bf16",
    "--num-layers-at-start-in-bf16",
    "--num-layers-at-end-in-bf16",
  ];
  const part = (name: string): string => `plan.precision.${name}`;
  return {
    fields: [
      "plan.precision",
      ...["gradients", "gradient_reduce", "master", "moments", "scaling", "bf16_layers"].map(part),
    ],
    arguments: [...names, reduced, aware, grads, params, ...moments, ends, start, end],
    write: (settings) => {
      const name = textAt(settings, "plan.precision") ?? "bf16";
      const words = (field: string): string => textAt(settings, part(field)) ?? "";
      const recipe = RECIPES.find(([scaling]) => scaling === words("scaling"))?.[1];
      const wide = at(settings, part("bf16_layers"));
      const kept = words("moments") !== "fp32" || (words("master") === "fp16" && name !== "fp32");
      return {
        ...(name === "fp16"
          ? { "--fp16": true }
          : name === "fp32" || name === "tf32"
            ? {}
            : { "--bf16": true }),
        ...(name === "fp8"
          ? { "--fp8-format": "hybrid", ...(recipe ? { "--fp8-recipe": recipe } : {}) }
          : {}),
        ...(name === "nvfp4" ? { "--fp4-format": "e2m1", "--fp4-recipe": "nvfp4" } : {}),
        ...(wide === null ? {} : { [ends]: true, [start]: Math.ceil(wide / 2), [end]: Math.floor(wide / 2) }),
        ...(words("gradient_reduce") === "bf16" ? { [reduced]: true } : {}),
        ...(kept ? { [aware]: true } : {}),
        ...(kept && words("gradients") === "bf16" ? { [grads]: "bf16" } : {}),
        ...(kept && words("master") === "fp16" ? { [params]: "fp16" } : {}),
        ...(kept ? Object.fromEntries(moments.map((each) => [each, words("moments")])) : {}),
      };
    },
    read: (given) => {
      const narrow = Object.entries(NARROW).find(([, argument]) => argument in given)?.[0];
      const name = narrow ?? (given["--fp16"] === true ? "fp16" : given["--bf16"] === true ? "bf16" : "fp32");
      const half = given[reduced] === true || given[grads] === "bf16";
      const sum = name === "fp16" ? "fp16" : half ? "bf16" : "fp32";
      const scaling = RECIPES.find(([, recipe]) => recipe === (given["--fp8-recipe"] ?? "delayed"))?.[0];
      const wide = given[ends] === true ? (at(given, start) ?? 1) + (at(given, end) ?? 1) : null;
      return {
        "plan.precision": name,
        [part("gradients")]: sum,
        [part("gradient_reduce")]: sum,
        [part("master")]: name === "fp32" ? "none" : (textAt(given, params) ?? "fp32"),
        [part("moments")]: textAt(given, moments[0]) ?? "fp32",
        ...(name === "fp8" && scaling ? { [part("scaling")]: scaling } : {}),
        ...(wide === null ? {} : { [part("bf16_layers")]: wide }),
      };
    },
  };
}

const MODULES: readonly (readonly [own: string, theirs: string])[] = [
  ["attention", "core_attn"],
  ["norms", "layernorm"],
  ["mlp", "mlp"],
  ["mla_up", "mla_up_proj"],
  ["moe_act", "moe_act"],
  ["shared_experts", "shared_experts"],
  ["moe", "moe"],
];

/**
 * Mapping of recomputation: whole layers (one or several at a time), the first layers of each chunk, or
 * modules of each layer.
 */
function recompute(): Row {
  const [grain, method] = ["--recompute-granularity", "--recompute-method"];
  const [layers, modules, old] = ["--recompute-num-layers", "--recompute-modules", "--recompute-activations"];
  const shards = "--distribute-saved-activations";
  const distribute = "plan.recompute.distribute";
  return {
    fields: ["", ".modules", ".layers", ".unit", ".distribute"].map((part) => `plan.recompute${part}`),
    arguments: [grain, method, layers, modules, old, shards],
    write: (settings) => {
      const kind = textAt(settings, "plan.recompute");
      const some = numberAt(settings, "plan.recompute.layers");
      const sharded = settings[distribute] === true ? { [shards]: true } : {};
      if (kind === "full" && some !== null)
        return { [grain]: "full", [method]: "block", [layers]: some, ...sharded };
      if (kind === "full")
        return {
          [grain]: "full",
          [method]: "uniform",
          [layers]: numberAt(settings, "plan.recompute.unit") ?? 1,
          ...sharded,
        };
      if (kind !== "selective") return {};
      const wanted = listAt(settings, "plan.recompute.modules") ?? [];
      const named = MODULES.filter(([own]) => wanted.includes(own)).map(([, theirs]) => theirs);
      return named.length === 0 ? {} : { [grain]: "selective", [modules]: named };
    },
    read: (given) => {
      const number = at(given, layers) ?? 1;
      const sharded = given[shards] === true ? { [distribute]: true } : {};
      if (given[grain] === "full" && given[method] === "block")
        return { "plan.recompute": "full", "plan.recompute.layers": number, ...sharded };
      if (given[grain] === "full" && given[method] === "uniform")
        return {
          "plan.recompute": "full",
          ...(number === 1 ? {} : { "plan.recompute.unit": number }),
          ...sharded,
        };
      if (given[grain] === "full") return {};
      if (given[grain] !== "selective" && given[old] !== true) return { "plan.recompute": null };
      const value = given[modules] ?? ["core_attn"];
      const named = typeof value === "object" && value !== null ? value : [String(value)];
      const own = MODULES.filter(([, theirs]) => named.includes(theirs)).map(([word]) => word);
      return { "plan.recompute": "selective", "plan.recompute.modules": own };
    },
  };
}

/** Mapping of offloaded optimizer state, for which Megatron Core requires its precision-aware optimizer. */
function offload(): Row {
  const argument = "--optimizer-cpu-offload";
  const aware = "--use-precision-aware-optimizer";
  return {
    ...word("plan.offload_optimizer", argument, { host: true }, "null"),
    write: (settings): Settings =>
      settings["plan.offload_optimizer"] === "host" ? { [argument]: true, [aware]: true } : {},
  };
}

/** Mapping of checkpoints. The interval in seconds becomes a number of steps at the estimated step time. */
function checkpoint(): Row {
  const [every, apart] = ["--save-interval", "--async-save"];
  return {
    fields: ["plan.checkpoint", "plan.checkpoint.interval", "plan.checkpoint.overlap"],
    arguments: [every, apart],
    write: (settings, { stepSeconds }) => {
      const steps = checkpointSteps(settings, stepSeconds);
      if (steps === null) return {};
      return {
        [every]: steps,
        ...(settings["plan.checkpoint.overlap"] === "async" ? { [apart]: true } : {}),
      };
    },
    read: (given, { stepSeconds }) => {
      const steps = at(given, every);
      return steps === null
        ? { "plan.checkpoint": null }
        : checkpointEvery(steps, stepSeconds, given[apart] === true);
    },
  };
}
