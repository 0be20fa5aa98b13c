import {
  type Context,
  combined,
  counted,
  type Draws,
  distributed,
  groupIn,
  newInput,
  normalQuantile,
  quantileOf,
  type ResultValue,
  resolve,
  type ScenarioValue,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { numbers } from "../../engine/core/numbers.ts";
import { type Fit, fitOf } from "../../engine/trainingStep/memory/fit.ts";
import { type Basis, type Bounded, LEVEL, type Measured } from "../../uncertainty/index.ts";
import { answerOf } from "../answers/answerOf.ts";
import { type DrawnScenario, drawnScenario } from "../answers/drawnAnswers.ts";
import { basisOfAnswer, endsOf, fitValue } from "./fit.ts";
import type { SessionOutput } from "./sessionOutputs.ts";

/** Share of the draws below the lower end of an interval. */
const TAIL = (1 - LEVEL) / 2;

/** The error of the engine as a random input: one for step time and what follows from it, one for peak memory. */
const engineInput = (of: Measured) =>
  newInput(`error of the engine, ${of}`, {
    source: { name: "\uffff", text: "" },
    span: { start: of === "time" ? 0 : 1, end: 1 },
  });
const engineInputs: Record<Measured, ReturnType<typeof engineInput>> = {
  time: engineInput("time"),
  memory: engineInput("memory"),
};

/**
 * Residual of the engine, log(measured / predicted), as an uncertain number: normal, with the ends of the interval as its
 * quantiles. It is independent of the inputs that a program writes.
 */
function residual(of: Measured, { low, high }: Pick<Basis["ends"], "low" | "high">): Draws {
  const [middle, width] = [(low + high) / 2, (high - low) / 2 / normalQuantile(1 - TAIL)];
  return distributed(engineInputs[of], (share) => middle + width * normalQuantile(share));
}

/**
 * A result with its draws, where the scenario is uncertain. The ends of an interval (`step_time.high`) are quantiles of the
 * result's draws together with the engine's residual. Other values stay as they are, at the medians of the inputs.
 */
export function withResultDraws(
  context: Context,
  value: Value,
  node: ResultValue,
  scenario: ScenarioValue,
  row: SessionOutput | undefined,
): Value {
  if (!row || groupIn(scenario)) return value;
  const uncertain = drawnScenario(context, scenario);
  if (!uncertain) return value;
  switch (row.kind) {
    case "number":
    case "truth": {
      const draws = uncertain.draws(node.path);
      return draws && (value.kind === "quantity" || value.kind === "boolean") ? { ...value, draws } : value;
    }
    case "breakdown": {
      const draws = uncertain.draws(node.path);
      const total = value.kind === "result" ? value.quantity : undefined;
      return draws && total && value.kind === "result" ? { ...value, quantity: { ...total, draws } } : value;
    }
    case "bound": {
      const draws = composed(context, uncertain, scenario, row.of);
      const number = counted(value);
      return draws && number.kind === "quantity"
        ? { ...number, value: quantileOf(draws, row.end === "low" ? TAIL : 1 - TAIL) }
        : value;
    }
    case "fit": {
      const found = fitOfDraws(context, uncertain, scenario);
      const word = found ? fitValue(found.fit) : value;
      return found && word.kind === "word" ? { ...word, draws: found.draws } : word;
    }
    default:
      return value;
  }
}

/** Draws of a result from the scenario's uncertain inputs and from the engine's own error. Null where the result has no interval. */
export function composed(
  context: Context,
  uncertain: DrawnScenario,
  scenario: ScenarioValue,
  of: Bounded,
): Draws | null {
  const answer = answerOf(context, scenario, null);
  const basis = answer.kind === "answer" ? basisOfAnswer(answer, of.of) : null;
  const draws = uncertain.draws(of.path);
  if (!basis || !draws) return null;
  return combined([draws, residual(of.of, basis.ends)], ([value = 0, error = 0]) =>
    of.end(numbers, value, error),
  );
}

/**
 * Verdict on memory of an uncertain scenario, with the engine's residual: `yes` where the peak is within capacity in 90% of
 * the draws, `no` where the memory that cannot be freed exceeds it in 90%. As a condition, the draws say where it fits.
 */
export function fitOfDraws(
  context: Context,
  uncertain: DrawnScenario,
  scenario: ScenarioValue,
): { readonly fit: Fit; readonly draws: Draws } | null {
  const resolved = resolve(context, scenario);
  if (resolved.kind !== "resolved") return null;
  const ends = endsOf(resolved.scenario);
  const [peak, needed, capacity, stored] = OF_FIT.map((path) => uncertain.draws(path));
  if (!peak || !needed || !capacity || !stored) return null;
  const error = residual("memory", { low: Math.log(ends.low), high: Math.log(ends.high) });
  const verdict = (at: readonly number[]): Fit => {
    const [peak = 0, needed = 0, capacity = 0, stored = 0, log = 0] = at;
    const factor = Math.exp(log);
    return fitOf({ peak, needed, capacity, stored: stored === 1 }, { low: factor, high: factor });
  };
  const all = [peak, needed, capacity, stored, error];
  const fits = combined(all, (at) => Number(verdict(at) === "yes"));
  const lacks = combined(all, (at) => Number(verdict(at) === "no"));
  if (!fits || !lacks) return null;
  const surely = quantileOf(fits, TAIL) >= 0.5;
  const never = quantileOf(lacks, TAIL) >= 0.5;
  return { fit: surely ? "yes" : never ? "no" : "maybe", draws: fits };
}

const OF_FIT = ["memory.peak", "memory.needed", "memory.capacity", "memory.stored"];
