import { checkpointEvery, checkpointSteps } from "../carry/checkpointSteps.ts";
import type { Row } from "../carry/row.ts";
import { always, count, word } from "../carry/rows.ts";
import { numberAt as at, type Settings, textAt } from "../carry/settings.ts";
import { tokensInSteps } from "../carry/tokensInSteps.ts";

/** Mappings of the batch, of formats and the optimizer, of recomputation, checkpoints and the length of the run. */
export const stepRows: readonly Row[] = [
  count("plan.seq_len", "batch.seq_len"),
  count("plan.micro_batch", "batch.micro_batch", 1),
  count("plan.global_batch", "batch.global_batch"),
  microBatches(),
  precision(),
  word("plan.optimizer", "optimizer.name", {
    adam: "adam",
    adamw: "adamw",
    sgd: "sgd",
    sgd_momentum: "sgd_momentum",
  }),
  recompute(),
  always({ "plan.offload": null, "plan.offload_optimizer": null, "plan.offload_weights": null }),
  checkpoint(),
  tokensInSteps("train.steps", (given) => {
    const [length, batch] = [at(given, "batch.seq_len"), at(given, "batch.global_batch")];
    return length === null || batch === null ? null : length * batch;
  }),
];

function microBatches(): Row {
  return {
    fields: ["plan.num_micro_batches"],
    arguments: [],
    write: () => ({}),
    read: (given): Settings => {
      const [all, dp, one] = [
        at(given, "batch.global_batch"),
        at(given, "mesh.dp"),
        at(given, "batch.micro_batch"),
      ];
      return all === null || one === null ? {} : { "plan.num_micro_batches": all / (dp ?? 1) / one };
    },
  };
}

const COMPUTE: Readonly<Record<string, string>> = { fp32: "float32", tf32: "tf32", bf16: "bfloat16" };

/**
 * Mapping of precision: fp32 weights, gradients and optimizer state, and matmuls in another format. FSDP2 reduces
 * gradients in a format of its own.
 */
function precision(): Row {
  const part = (name: string): string => `plan.precision.${name}`;
  return {
    fields: ["plan.precision", part("gradients"), part("gradient_reduce"), part("moments")],
    arguments: ["precision.compute", "precision.reduce"],
    write: (settings): Settings => {
      const name = textAt(settings, "plan.precision") ?? "";
      const half = settings[part("gradient_reduce")] === "bf16" && name !== "fp32";
      const one = (field: string): boolean => (at(settings, field) ?? 1) === 1;
      const ddp = at(settings, "plan.zero") === 0 && one("plan.tp") && one("plan.vpp");
      return {
        "precision.compute": COMPUTE[name] ?? "bfloat16",
        "precision.reduce": half && !ddp ? "bfloat16" : "float32",
      };
    },
    read: (given): Settings => {
      const name = Object.keys(COMPUTE).find((own) => COMPUTE[own] === given["precision.compute"]);
      if (name === undefined) return {};
      return {
        "plan.precision": name,
        [part("gradients")]: "fp32",
        [part("gradient_reduce")]: given["precision.reduce"] === "bfloat16" ? "bf16" : "fp32",
        [part("moments")]: "fp32",
      };
    },
  };
}

/** Mapping of recomputation: whole layers, all of a stage's or the first of them (None for all). */
function recompute(): Row {
  const [kind, layers, argument] = ["plan.recompute", "plan.recompute.layers", "recompute.layers"];
  return {
    fields: [kind, layers],
    arguments: [argument],
    write: (settings): Settings => ({
      [argument]: settings[kind] === "full" ? at(settings, layers) : 0,
    }),
    read: (given): Settings => {
      const some = given[argument];
      if (some === 0) return { [kind]: null };
      return typeof some === "number" ? { [kind]: "full", [layers]: some } : { [kind]: "full" };
    },
  };
}

function checkpoint(): Row {
  const [every, async] = ["checkpoint.interval", "checkpoint.async_save"];
  return {
    fields: ["plan.checkpoint", "plan.checkpoint.interval", "plan.checkpoint.overlap"],
    arguments: [every, async],
    write: (settings, { stepSeconds }): Settings => {
      const steps = checkpointSteps(settings, stepSeconds);
      return steps === null
        ? {}
        : { [every]: steps, [async]: settings["plan.checkpoint.overlap"] === "async" };
    },
    read: (given, { stepSeconds }): Settings => {
      const steps = at(given, every);
      return steps === null
        ? { "plan.checkpoint": null }
        : checkpointEvery(steps, stepSeconds, given[async] === true);
    },
  };
}
