import type { Row } from "../carry/row.ts";
import { word } from "../carry/rows.ts";
import type { Settings } from "../carry/settings.ts";

export const ZERO = "zero_optimization";

/** Mapping of DeepSpeed's `overlap_comm`, which is on by default under ZeRO 3 and off otherwise. */
function overlap(): Row {
  const argument = `${ZERO}.overlap_comm`;
  return {
    fields: ["plan.overlap"],
    arguments: [argument],
    write: (settings) => {
      const overlapped = settings["plan.overlap"];
      return { [argument]: Array.isArray(overlapped) && overlapped.includes("dp") };
    },
    read: (given) => {
      const on = given[argument] ?? (given[`${ZERO}.stage`] ?? 0) === 3;
      return { "plan.overlap": on === true ? ["dp"] : [] };
    },
  };
}

/** Mapping of ZeRO-Offload and ZeRO-Infinity: optimizer state or weights in host memory or on drives. */
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

/** Mapping of activation offload: the activations that full recomputation saves go to host memory. */
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

/** Mappings of DeepSpeed configuration keys that every framework on DeepSpeed's engine shares. */
export const configRows: readonly Row[] = [
  overlap(),
  stateOffload("offload_optimizer", "offload_optimizer"),
  stateOffload("offload_weights", "offload_param"),
  activationOffload(),
];
