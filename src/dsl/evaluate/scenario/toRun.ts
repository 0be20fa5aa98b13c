import { inBase } from "../../../units/index.ts";
import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import { kindRow } from "../../schema/index.ts";
import { readField } from "../expressions/readField.ts";
import { placeOf } from "../expressions/record.ts";
import { changeScenario, makeScenario, scenarioPart } from "../expressions/scenarioValue.ts";
import type { Context } from "../values/context.ts";
import { type Change, type Poison, poison, type RecordValue, type ScenarioValue } from "../values/value.ts";
import { Reader } from "./read.ts";

/**
 * Phase of a run. Its legs are scenarios that follow one another, each with its own batch and tokens: one leg, or one
 * for each batch of a ramp.
 */
export interface PhaseData {
  readonly name: string;
  /** Path of the phase as `explain` spells it: `run.phases[0]`. */
  readonly path: string;
  readonly copies: number;
  readonly place: Place | null;
  readonly legs: readonly ScenarioValue[];
}

export interface RunData {
  readonly kind: "run";
  readonly name: string;
  readonly phases: readonly PhaseData[];
}

/** Limit on the batches of a ramp. */
const MOST_BATCHES = 1_000;

/** Phases of a run as scenarios, or the errors in its fields. */
export function toRun(context: Context, run: RecordValue): RunData | Poison {
  const read = new Reader(context);
  const base = readField(context, run, "scenario");
  if (base.kind === "poison") return base;
  const written = read.records(run, "phases");
  if (read.failed) return read.failed;
  if (base.kind !== "scenario") return poison();
  const phases: PhaseData[] = [];
  for (const [at, phase] of written.entries()) {
    const made = toPhase(context, base, phase, at);
    if ("diagnostics" in made) return made;
    phases.push(made);
  }
  return { kind: "run", name: run.name, phases };
}

function toPhase(context: Context, base: ScenarioValue, phase: RecordValue, at: number): PhaseData | Poison {
  const read = new Reader(context);
  const name = read.texts(phase, "name")[0] ?? `phase ${at + 1}`;
  const copies = read.number(phase, "copies");
  const ramp = read.record(phase, "ramp");
  if (read.failed) return read.failed;
  const scenario = phaseScenario(context, base, phase, `${base.name}: ${name}`);
  if (scenario.kind === "poison") return scenario;
  const legs = legsOf(context, scenario, phase, ramp, name);
  return "kind" in legs ? legs : { name, path: `run.phases[${at}]`, copies, place: phase.place, legs };
}

/** The run's scenario with the model, cluster, plan and fields of a plan that a phase writes. */
function phaseScenario(
  context: Context,
  base: ScenarioValue,
  phase: RecordValue,
  name: string,
): ScenarioValue | Poison {
  let parts = base.parts;
  for (const part of ["model", "cluster", "plan"] as const) {
    if (!phase.fields.has(part)) continue;
    const value = readField(context, phase, part);
    if (value.kind === "poison") return value;
    if (value.kind === "record") parts = { ...parts, [part]: { ...value, holder: null } };
  }
  const changes = kindRow("plan").fields.flatMap(({ name: field }): readonly Change[] => {
    const binding = phase.fields.get(field);
    const place = placeOf(phase, field) ?? phase.place;
    return binding && place ? [{ path: ["plan", field], places: [place, place], binding }] : [];
  });
  return changeScenario(context, makeScenario(name, parts), changes, name);
}

function legsOf(
  context: Context,
  scenario: ScenarioValue,
  phase: RecordValue,
  ramp: RecordValue | null,
  name: string,
): readonly ScenarioValue[] | Poison {
  const plan = scenarioPart(context, scenario, "plan");
  if (plan.kind === "poison") return plan;
  const rl = readField(context, plan, "rl");
  if (rl.kind === "poison") return rl;
  if (rl.kind === "record") return iterationsOf(context, scenario, rl, name);
  const tokens = readField(context, plan, "tokens");
  if (tokens.kind === "poison") return tokens;
  if (tokens.kind !== "quantity")
    return poison(diagnostic("phase-without-tokens", { phase: `\`${name}\`` }, phase.place ?? undefined));
  if (!ramp) return [scenario];
  const read = new Reader(context);
  const [from, by] = [read.number(ramp, "from"), read.number(ramp, "by")];
  const over = read.optional(ramp, "over") ?? tokens.value;
  // A batch in tokens counts sequences of the phase's length.
  const batch = readField(context, plan, "global_batch");
  const length = read.number(plan, "seq_len");
  if (batch.kind === "poison") return batch;
  if (read.failed) return read.failed;
  if (batch.kind !== "quantity") return poison();
  const to = batch.dimension.key === "token" ? batch.value / length : batch.value;
  const count = (to - from) / by;
  const place = ramp.place ?? undefined;
  if (!Number.isInteger(count) || count < 1 || count > MOST_BATCHES)
    return poison(diagnostic("uneven-ramp", { from, by, to }, place));
  if (over > tokens.value) return poison(diagnostic("ramp-too-long", { over, tokens: tokens.value }, place));
  const sizes = Array.from({ length: count }, (_, i) => ({ batch: from + i * by, tokens: over / count }));
  const rest = { batch: to, tokens: tokens.value - over };
  const legs: ScenarioValue[] = [];
  for (const leg of rest.tokens > 0 ? [...sizes, rest] : sizes) {
    const made = changeScenario(context, scenario, legChanges(leg, ramp));
    if (made.kind === "poison") return made;
    legs.push(made);
  }
  return legs;
}

/** Single leg of an RL phase: its tokens are those of all prompts and responses. */
function iterationsOf(
  context: Context,
  scenario: ScenarioValue,
  rl: RecordValue,
  name: string,
): readonly ScenarioValue[] | Poison {
  const read = new Reader(context);
  const response = read.record(rl, "response");
  const iterations = read.optional(rl, "iterations");
  const each = read.number(rl, "prompts") * read.number(rl, "samples");
  const length = read.number(rl, "prompt") + (response ? read.number(response, "mean") : 0);
  if (read.failed) return read.failed;
  if (iterations === null)
    return poison(diagnostic("phase-without-tokens", { phase: `\`${name}\`` }, rl.place ?? undefined));
  const tokens = Math.round(iterations * each * length);
  const made = changeScenario(context, scenario, [setOf(rl, "tokens", tokens, "token")]);
  return made.kind === "poison" ? made : [made];
}

/** Change of a plan's field to a number, at the place of the record that asks for it. */
function setOf({ place }: RecordValue, field: string, value: number, unit: string): Change {
  const at = place ?? { source: { name: "", text: "" }, span: { start: 0, end: 0 } };
  return {
    path: ["plan", field],
    places: [at, at],
    binding: { kind: "value", value: inBase(value, unit), text: `${value}`, place: at },
  };
}

/** Batch and tokens of a leg of a ramp, as changes of the phase's plan. */
const legChanges = (
  leg: { readonly batch: number; readonly tokens: number },
  ramp: RecordValue,
): readonly Change[] => [
  setOf(ramp, "global_batch", leg.batch, "sequence"),
  setOf(ramp, "tokens", Math.round(leg.tokens), "token"),
];
