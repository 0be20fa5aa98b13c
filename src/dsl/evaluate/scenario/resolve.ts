import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { Device } from "../../../engine/scenario/device.ts";
import type { Model } from "../../../engine/scenario/model.ts";
import type { Plan } from "../../../engine/scenario/plan.ts";
import type { Origin, Refusal, Scenario } from "../../../engine/scenario/scenario.ts";
import type { Diagnostic, Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic, diagnosticOf } from "../../diagnostics/index.ts";
import { whereOf } from "../expressions/problem.ts";
import { readField } from "../expressions/readField.ts";
import { bindingPlace, placeOf } from "../expressions/record.ts";
import { scenarioPart } from "../expressions/scenarioValue.ts";
import { isPart } from "../expressions/scope.ts";
import type { Context } from "../values/context.ts";
import {
  PARTS,
  type Poison,
  poison,
  type RecordValue,
  type Resolved,
  type ScenarioValue,
  type Value,
} from "../values/value.ts";
import { aloneData } from "./aloneData.ts";
import { collectOrigins, originOf } from "./origins.ts";
import { Reader } from "./read.ts";
import { toCluster, toDevice } from "./toCluster.ts";
import { toModel } from "./toModel.ts";
import { toPlan } from "./toPlan.ts";

/**
 * Converts a scenario's model, cluster and plan to the engine's data. Returns all errors in the scenario's fields where
 * there are any. The result is memoised in the scenario.
 */
export function resolve(context: Context, scenario: ScenarioValue): Resolved | Poison {
  const { resolved } = scenario;
  if (resolved !== null && resolved.kind !== "busy") return resolved;
  if (resolved?.run === context.trail) {
    const place = scenario.parts.plan?.place ?? undefined;
    return poison(
      diagnostic(
        "cyclic-definition",
        { cycle: `\`${scenario.name}\` -> its own result -> \`${scenario.name}\`` },
        place,
      ),
    );
  }
  scenario.resolved = { kind: "busy", run: context.trail };
  const result = scenario.ahead?.resolve() ?? build(context, scenario);
  scenario.resolved = result;
  return result;
}

/** Parts that every training scenario needs. */
const TRAINED = ["model", "cluster", "plan"] as const;

function build(context: Context, scenario: ScenarioValue): Resolved | Poison {
  const read = new Reader(context);
  const parts = TRAINED.map((part) => scenarioPart(context, scenario, part));
  const [model, cluster, plan] = parts;
  for (const part of parts) if (part.kind === "poison") return part;
  if (model?.kind !== "record" || cluster?.kind !== "record" || plan?.kind !== "record") return poison();
  const data = {
    model: modelOf(context, read, model),
    cluster: clusterOf(context, read, cluster),
    plan: toPlan(context, read, plan),
  };
  if (read.failed) return read.failed;
  if (!data.cluster) return poison();
  const origins = originsOf(context, scenario);
  return {
    kind: "resolved",
    scenario: {
      name: scenario.name,
      model: data.model,
      cluster: data.cluster,
      plan: data.plan,
      get origins() {
        return origins();
      },
    },
  };
}

/**
 * Returns a function that gives the origins of a scenario's fields (written, default or computed). Origins are
 * collected on the first call of that function, because sweeps make thousands of scenarios and read no origins.
 */
export function originsOf(context: Context, scenario: ScenarioValue): () => Readonly<Record<string, Origin>> {
  let known: Readonly<Record<string, Origin>> | null = null;
  return () => {
    if (known) return known;
    const found: Record<string, Origin> = Object.create(null);
    for (const part of PARTS) {
      const record = scenarioPart(context, scenario, part);
      if (record.kind === "record") collectOrigins(context, record, part, found);
    }
    known = found;
    return found;
  };
}

/**
 * Converts a scenario's model to the engine's data. The result is memoised for all scenarios where the model reads
 * nothing of its scenario.
 */
export const modelOf = (context: Context, read: Reader, model: RecordValue): Model =>
  modelAlone(context, model) ?? toModel(read, model);
export const clusterOf = (context: Context, read: Reader, cluster: RecordValue): Cluster | null =>
  clusterAlone(context, cluster) ?? toCluster(context, read, cluster);

const modelAlone = aloneData<Model>(new WeakMap(), toModel);
const clusterAlone = aloneData<Cluster>(new WeakMap(), (read, record, context) =>
  toCluster(context, read, record),
);

const alone =
  <T>(convert: (read: Reader, record: RecordValue, context: Context) => T | null) =>
  (context: Context, record: RecordValue): { readonly kind: "data"; readonly data: T } | Poison => {
    const read = new Reader(context);
    const data = convert(read, record, context);
    return read.failed ?? (data === null ? poison() : { kind: "data", data });
  };

/** Converts a model definition that is in no scenario to the engine's data, for cards and parameter counts. */
export const resolveModel = alone<Model>(toModel);
export const resolveCluster = alone<Cluster>((read, record, context) => toCluster(context, read, record));
export const resolveDevice = alone<Device>(toDevice);
export const resolvePlan = alone<Plan>((read, record, context) => toPlan(context, read, record));

/** Origins of a model's fields (written, default or computed), by the path that `explain` uses: `model.layers`. */
export function modelOrigins(context: Context, model: RecordValue): Readonly<Record<string, Origin>> {
  const found: Record<string, Origin> = Object.create(null);
  collectOrigins(context, model, "model", found);
  return found;
}

/**
 * Diagnostic for a scenario that the engine rejects. `asked` is the place in the program that reads the result. The
 * diagnostic points at the field at fault, preferably one in the same text as `asked`. Further fields at fault are
 * shown as related places or notes. A field with its default value has no place: the diagnostic then points at `asked`,
 * and the message says that the value is a default.
 */
export function refusalDiagnostic(
  context: Context,
  scenario: ScenarioValue,
  refusal: Refusal,
  asked: Place | null,
): Diagnostic {
  const found = refusal.fields.map((field) => ({ field, ...locate(context, scenario, field) }));
  // The user can edit the text that reads the result, but perhaps not an imported file.
  const own = found.find((one) => one.place !== null && one.place.source === asked?.source);
  const main = own ?? found.find((one) => one.place !== null);
  const place = main?.place ?? asked ?? undefined;
  const related: { place: Place; label: string }[] = [];
  const notes: string[] = [];
  for (const one of found) {
    if (one === main) continue;
    const text = `${one.field.split(".").slice(1).join(".")} = ${one.text}`;
    if (one.place && place && one.place.source === place.source) {
      if (!overlaps(one.place, place)) related.push({ place: one.place, label: text });
    } else if (one.place) notes.push(`${one.owner} sets ${text} (${whereOf(one.place)})`);
    else if (one.text !== "") notes.push(`${text}${one.unwritten}`);
  }
  return diagnosticOf(refusal.code, refusal.params, place, { related, notes, severity: refusal.severity });
}

function overlaps(a: Place, b: Place): boolean {
  return a.span.start < b.span.end && b.span.start < a.span.end;
}

/**
 * Finds a field by path: the innermost place where the program writes it, the definition that has the field, and its
 * value as a short text. `unwritten` explains a value that the program does not write (` by default`).
 */
function locate(
  context: Context,
  scenario: ScenarioValue,
  field: string,
): {
  readonly place: Place | null;
  readonly owner: string;
  readonly text: string;
  readonly unwritten: string;
} {
  const [part = "", ...names] = field.split(".");
  if (!isPart(part)) return { place: null, owner: "", text: "", unwritten: "" };
  let record: Value = scenarioPart(context, scenario, part);
  const owner = record.kind === "record" ? `${part} \`${record.name}\`` : part;
  let place: Place | null = null;
  let value: Value = record;
  let unwritten = " by default";
  for (const step of names) {
    const [, name = "", item] = /^(\w+)(?:\[(\d+)\])?$/.exec(step) ?? [];
    if (record.kind !== "record" || !record.type.fields.has(name)) break;
    const origin = originOf(record, name, null, context);
    if (origin?.kind === "derived" || origin?.text === "fill") unwritten = `, from \`${origin.text}\``;
    const here = placeOf(record, name) ?? bindingPlace(record.fields.get(name));
    if (here && here.source.text !== "") place = here;
    else if (record.type.what === "tagged") place = place ?? record.place;
    const read = readField(context, record, name);
    value = item !== undefined && read.kind === "list" ? (read.items[Number(item)] ?? read) : read;
    // An item of a list may be written at another place of the program than the list.
    if (value !== read && value.kind === "record") place = value.place ?? place;
    record = value;
  }
  return { place, owner, text: shortText(value), unwritten };
}

function shortText(value: Value): string {
  switch (value.kind) {
    case "quantity":
      return Number.isInteger(value.value) ? String(value.value) : String(Number(value.value.toPrecision(6)));
    case "word":
      return value.word;
    case "text":
      return `"${value.value}"`;
    case "list":
      return "[..]";
    case "none":
      return "none";
    case "boolean":
      return String(value.value);
    case "record":
      return value.type.what === "tagged" ? `${value.name}(..)` : value.name;
    default:
      return "";
  }
}

export type { Scenario };
