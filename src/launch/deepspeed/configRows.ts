import type { Row } from "../carry/row.ts";
import { word } from "../carry/rows.ts";
import type { Settings } from "../carry/settings.ts";

export const ZERO = "zero_optimization";

/** On by default under ZeRO 3, off else. */
function overlap(): Row {
  const argument = `${ZERO}.overlap_comm`;
  return {
    fields: ["plan.overlap"],
    arguments: [argument],
    write: (settings) => {
      const hidden = settings["plan.overlap"];
      return { [argument]: Array.isArray(hidden) && hidden.includes("dp") };
    },
    read: (given) => {
      const on = given[argument] ?? (given[`${ZERO}.stage`] ?? 0) === 3;
      return { "plan.overlap": on === true ? ["dp"] : [] };
    },
  };
}

/** ZeRO-Offload and ZeRO-Infinity: the optimizer's state, or the weights, in the host's memory or on drives. */
function stateOffload(field: string, key: string): Row {
  return {
    ...word(`plan.${field}`, `${ZERO}.${key}.device`, { host: "cpu", nvme: "nvme", null: "none" }, "null"),
    write: (settings): Settings => {
      const kept = settings[`plan.${field}`];
      return kept === "host" || kept === "nvme"
        ? { [`${ZERO}.${key}.device`]: kept === "host" ? "cpu" : "nvme" }
        : {};
    },
  };
}

/** The activations that full recomputation keeps, in the host's memory. */
function activationOffload(): Row {
  const argument = "activation_checkpointing.cpu_checkpointing";
  return {
    fields: ["plan.offload"],
    arguments: [argument],
    write: (settings): Settings =>
      settings["plan.offload"] === "activations" && settings["plan.recompute"] === "full"
        ? { [argument]: true }
        : {},
    read: (given) => ({ "plan.offload": given[argument] === true ? "activations" : null }),
  };
}

/** What of the configuration every program around DeepSpeed's engine says alike. */
export const configRows: readonly Row[] = [
  overlap(),
  stateOffload("offload_optimizer", "offload_optimizer"),
  stateOffload("offload_weights", "offload_param"),
  activationOffload(),
];
