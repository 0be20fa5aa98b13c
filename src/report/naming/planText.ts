import type { Plan, Recompute } from "../../engine/scenario/plan.ts";
import { plain } from "../numbers/number.ts";

const DEGREES = ["tp", "cp", "ep", "pp", "vpp", "dp"] as const;

/**
 * Short name of a plan: `tp 8 · pp 16 · dp 8 · ZeRO 1`. Degrees of 1 are left out, and so is the framework's
 * usual rank order. With `replicas` false the number of replicas is left out too, for plans that fill
 * clusters of several sizes.
 */
export function planText(plan: Plan, { replicas = true } = {}): string {
  const degrees = DEGREES.filter((name) => plan[name] > 1 && (replicas || name !== "dp")).map(
    (name) => `${name} ${plain(plan[name])}`,
  );
  if (plan.zero > 0) degrees.push(`ZeRO ${plan.zero}`);
  if (isUnusual(plan)) degrees.push(`ranks ${plan.rankOrder.join(", ")}`);
  if (degrees.length > 0) return degrees.join(" · ");
  return plan.dp > 1 ? "dp alone" : "one device";
}

/**
 * True where the plan's rank order differs from its framework's usual one, looking only at degrees above 1.
 */
function isUnusual({ framework: { rankOrders }, rankOrder, ...plan }: Plan): boolean {
  const several = (order: Plan["rankOrder"]): string => order.filter((degree) => plan[degree] > 1).join();
  const [usual = rankOrder] = rankOrders;
  return several(rankOrder) !== several(usual);
}

export function recomputeText(recompute: Recompute): string {
  const { layers, unit, distribute, groups } = recompute;
  if (groups)
    return groups.map((one) => `${recomputeText(one.recompute)} (${plain(one.layers)} layers)`).join(", ");
  const parts = [
    ...(layers === undefined ? [] : [`${plain(layers)} ${layers === 1 ? "layer" : "layers"} of a stage`]),
    ...(unit === undefined ? [] : [`${plain(unit)} layers together`]),
    ...(distribute ? ["inputs sharded over tp"] : []),
  ];
  if (parts.length > 0) return `${recompute.kind} (${parts.join(", ")})`;
  return recompute.kind === "selective" && recompute.modules.length > 0
    ? `selective (${recompute.modules.join(", ")})`
    : recompute.kind;
}

/** Names of pipeline schedules as papers write them, by the language's words. */
export const SCHEDULE_NAMES: Readonly<Record<Plan["schedule"], string>> = {
  gpipe: "GPipe",
  "1f1b": "1F1B",
  interleaved_1f1b: "interleaved 1F1B",
  zb_h1: "ZB-H1",
  zb_h2: "ZB-H2",
  zb_v: "ZB-V",
  v_half: "V-Half",
  v_min: "V-Min",
  dualpipe: "DualPipe",
  dualpipe_v: "DualPipeV",
  breadth_first: "breadth-first",
  pipedream: "PipeDream",
  naive: "one micro-batch at a time",
  custom: "its own schedule",
};

/** Name of a plan's pipeline schedule as papers write it. */
export const scheduleText = (plan: Plan): string => SCHEDULE_NAMES[plan.schedule];
