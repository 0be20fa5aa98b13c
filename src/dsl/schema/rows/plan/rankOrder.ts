import { words } from "../../notation/accepts.ts";
import type { Accepts, FieldRow } from "../../notation/row.ts";

const DEGREES = ["tp", "cp", "dp", "pp"];

/**
 * Rank orders that frameworks use, with their meanings. Parallel degrees are listed from the nearest ranks to the
 * farthest.
 */
const USED: Readonly<Record<string, string>> = {
  tp_cp_dp_pp: "replicas of a stage are near each other, stages are far apart",
  tp_cp_pp_dp: "stages of a replica are near each other: fast sends, slow gradient reductions",
};

function orders(degrees: readonly string[]): readonly (readonly string[])[] {
  if (degrees.length === 0) return [[]];
  return degrees.flatMap((first) =>
    orders(degrees.filter((one) => one !== first)).map((rest) => [first, ...rest]),
  );
}

/** Words for all orders of the four parallel degrees, with their meanings. Orders that frameworks use come first. */
const orderWords = [...new Set([...Object.keys(USED), ...orders(DEGREES).map((one) => one.join("_"))])].map(
  (word) => [word, USED[word] ?? `${word.split("_").join(" before ")}`] as const,
);

/** Accepted values of a field for a rank order: a word such as `tp_cp_pp_dp`. */
export const rankOrders: Accepts = {
  ...words(orderWords),
  form: "an order of `tp`, `cp`, `dp` and `pp`, nearest ranks first, such as `tp_cp_pp_dp`",
};

/** Source for the two rank orders that Megatron Core's process groups can have. */
export const MAPPINGS =
  "NVIDIA/Megatron-LM, megatron/training/initialize.py: tp-cp-ep-dp-pp, or tp-cp-ep-pp-dp with --use-tp-pp-dp-mapping (April 2024)";

export const rankOrderField: FieldRow = {
  name: "rank_order",
  doc: "The order of ranks on the machine, nearest first. Experts have their own order over the devices of a stage: etp, then ep, then replicas.",
  accepts: rankOrders,
  default: "first(framework.rank_orders)",
  source:
    "NVIDIA/Megatron-LM, megatron/core/parallel_state.py: initialize_model_parallel(order), --use-tp-pp-dp-mapping",
  example: "tp_cp_pp_dp",
};
