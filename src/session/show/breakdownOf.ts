import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import type { Context, Poison, ResultValue } from "../../dsl/evaluate/index.ts";
import type { Breakdown } from "../../engine/estimate/breakdown.ts";
import { outputs } from "../../engine/index.ts";
import type { Answer } from "../answers/answer.ts";
import { answerOf } from "../answers/answerOf.ts";
import { groupOf } from "../answers/groups.ts";
import { rlOf } from "../answers/lateAnswers.ts";
import { modelAnswer } from "../answers/modelAnswer.ts";

/** Results that consist of one number with parts, by path. */
const breakdowns = new Map(
  outputs.flatMap((output) => (output.kind === "breakdown" ? [[output.path, output] as const] : [])),
);
export const isBreakdown = (path: string): boolean => breakdowns.has(path);

type Tree =
  | { readonly kind: "breakdown"; readonly breakdown: Breakdown }
  | { readonly kind: "none" }
  | Poison;

/** Breakdown of a result, one number with its parts, for a table that compares several scenarios. */
export function breakdownOf(context: Context, node: ResultValue, place: Place): Tree {
  if (node.record && node.path === "params") {
    const answer = modelAnswer(context, node.record);
    return answer.kind === "poison" ? answer : { kind: "breakdown", breakdown: answer.params };
  }
  if (!node.scenario) return { kind: "none" };
  const group = groupOf(node.scenario);
  if (group) {
    const breakdown = group.breakdown(context, node.scenario, node.path, place);
    if (breakdown === null) return { kind: "none" };
    return "kind" in breakdown ? breakdown : { kind: "breakdown", breakdown };
  }
  const answer: Answer | Poison = answerOf(context, node.scenario, place);
  if (answer.kind === "poison") return answer;
  if (node.path === "rl") {
    const made = rlOf(context, node.scenario, answer, place);
    return made.kind === "rl" ? { kind: "breakdown", breakdown: made.rl.step } : made;
  }
  const { memory, time } = answer.estimate;
  switch (node.path) {
    case "memory": {
      const breakdown = memory.stages[memory.peakStage];
      return breakdown ? { kind: "breakdown", breakdown } : { kind: "none" };
    }
    case "time":
      return { kind: "breakdown", breakdown: time.step };
    default: {
      const breakdown = breakdowns.get(node.path)?.read(answer.estimate) ?? null;
      return breakdown ? { kind: "breakdown", breakdown } : { kind: "none" };
    }
  }
}
