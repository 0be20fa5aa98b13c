import type { Context } from "../values/context.ts";
import { type Binding, type Poison, poison, type RecordValue, type Value } from "../values/value.ts";
import { plainNumber } from "./arithmetic.ts";
import { readField } from "./record.ts";
import { scenarioPart } from "./scenarioValue.ts";
import { scenarioOf } from "./scope.ts";

export const NEEDS_SCENARIO: Poison = { kind: "poison", diagnostics: [], needsScenario: true };

/** A field that is worked out from others: the sum as the language would write it, and what stands in it. */
export interface WorkedOut {
  readonly sum: string;
  readonly of: readonly { readonly label: string; readonly value: Value }[];
}

/** How `fillOrCount` comes to its value, for `explain`; null for a field that is written, or has no such sum. */
export function workedOut(context: Context, record: RecordValue, name: string): WorkedOut | null {
  if (record.type.what !== "plan") return null;
  const own = (label: string) => ({ label, value: readField(context, record, label) });
  if (name === "dp" && isFill(record.fields.get(name))) {
    const scenario = scenarioOf(record);
    const cluster = scenario ? scenarioPart(context, scenario, "cluster") : null;
    if (cluster?.kind !== "record") return null;
    const devices = { label: "cluster.devices", value: readField(context, cluster, "devices") };
    return { sum: "cluster.devices / (tp * cp * pp)", of: [devices, own("tp"), own("cp"), own("pp")] };
  }
  if (name === "num_micro_batches" && !record.fields.has(name))
    return {
      sum: "global_batch / (dp * micro_batch)",
      of: [own("global_batch"), own("dp"), own("micro_batch")],
    };
  return null;
}

/**
 * The two fields of a plan that look at the whole scenario: `dp = fill` takes what the other degrees leave of the
 * cluster, and the micro-batches follow from the batch. Neither need come out whole here: the engine says so, with the sum.
 */
export function fillOrCount(
  context: Context,
  record: RecordValue,
  name: string,
  binding: Binding | undefined,
): Value | null {
  if (record.type.what !== "plan") return null;
  if (name === "dp" && isFill(binding)) {
    const scenario = scenarioOf(record);
    if (!scenario) return { kind: "word", word: "fill" };
    const cluster = scenarioPart(context, scenario, "cluster");
    if (cluster.kind !== "record") return cluster;
    const numbers = read(context, [
      [cluster, "devices"],
      [record, "tp"],
      [record, "cp"],
      [record, "pp"],
    ]);
    if (!Array.isArray(numbers)) return numbers as Value;
    const [devices = 0, tp = 1, cp = 1, pp = 1] = numbers;
    return plainNumber(replicas(devices, tp, cp, pp));
  }
  if (name === "num_micro_batches" && binding === undefined) {
    const dp = readField(context, record, "dp");
    if (dp.kind === "word") return NEEDS_SCENARIO;
    const batch = sequences(context, record);
    if (typeof batch !== "number") return batch;
    const numbers = read(context, [
      [record, "dp"],
      [record, "micro_batch"],
    ]);
    if (!Array.isArray(numbers)) return numbers as Value;
    const [own = 1, micro = 1] = numbers;
    return plainNumber(microBatches(batch, own, micro));
  }
  return null;
}

/** What other degrees leave of the devices. */
export const replicas = (devices: number, tp: number, cp: number, pp: number): number =>
  devices / (tp * cp * pp);

/** Those that meet in every step. */
export const islandReplicas = (dp: number, islands: number): number => dp / islands;

/** Those of one step, of a global batch in sequences. */
export const microBatches = (globalBatch: number, dp: number, microBatch: number): number =>
  globalBatch / (dp * microBatch);

/** The global batch in sequences, whichever way it was written; tokens need `seq_len`. */
export function sequences(context: Context, plan: RecordValue): number | Poison {
  const batch = readField(context, plan, "global_batch");
  if (batch.kind !== "quantity") return batch.kind === "poison" ? batch : poison();
  if (batch.dimension.key !== "token") return batch.value;
  const length = readField(context, plan, "seq_len");
  if (length.kind !== "quantity") return length.kind === "poison" ? length : poison();
  return batch.value / length.value;
}

/** Also of a field that is not written. */
export function isFill(binding: Binding | undefined): boolean {
  if (!binding) return true;
  if (binding.kind === "expr") {
    let { expr } = binding;
    while (expr.kind === "paren") expr = expr.inner;
    return expr.kind === "name" && expr.name === "fill";
  }
  return binding.kind === "value" && binding.value.kind === "word" && binding.value.word === "fill";
}

function read(
  context: Context,
  fields: readonly (readonly [RecordValue, string])[],
): readonly number[] | Value {
  const numbers: number[] = [];
  for (const [record, name] of fields) {
    const value = readField(context, record, name);
    if (value.kind === "word") return NEEDS_SCENARIO;
    if (value.kind !== "quantity") return value.kind === "poison" ? value : poison();
    numbers.push(value.value);
  }
  return numbers;
}
