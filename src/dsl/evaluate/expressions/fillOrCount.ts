import type { Context } from "../values/context.ts";
import { type Binding, type Poison, poison, type RecordValue, type Value } from "../values/value.ts";
import { plainNumber } from "./arithmetic.ts";
import { scenarioPart } from "./scenarioValue.ts";
import { NEEDS_SCENARIO, scenarioOf } from "./scope.ts";

/**
 * Formula of a plan field that is computed from other fields. `sum` is its text; `of` lists the fields in the text with
 * their values.
 */
export interface FieldFormula {
  readonly sum: string;
  readonly of: readonly { readonly label: string; readonly value: Value }[];
}

/**
 * Formula of a plan's `dp = fill` or `num_micro_batches`, which `explain` shows. Null where the program writes a number
 * for the field, and for all other fields.
 */
export function fieldFormula(context: Context, record: RecordValue, name: string): FieldFormula | null {
  if (record.type.what !== "plan") return null;
  const own = (label: string) => ({ label, value: context.readField(record, label) });
  if (name === "dp" && isFill(record.fields.get(name))) {
    const scenario = scenarioOf(record);
    const cluster = scenario ? scenarioPart(context, scenario, "cluster") : null;
    if (cluster?.kind !== "record") return null;
    const devices = { label: "cluster.devices", value: context.readField(cluster, "devices") };
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
 * Value of a plan field that depends on the whole scenario: `dp` or `num_micro_batches`. Null for any other field, and
 * where the program writes a number. `dp = fill` is the number of devices divided by `tp * cp * pp`.
 * `num_micro_batches` is the global batch divided by `dp * micro_batch`. The result may be a fraction: the engine
 * rejects it with a message that shows the formula.
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
    const dp = context.readField(record, "dp");
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

/** Number of data-parallel replicas: the devices divided by the product of the tensor, context and pipeline degrees. */
export const replicas = (devices: number, tp: number, cp: number, pp: number): number =>
  devices / (tp * cp * pp);

/**
 * Number of replicas in each island. Replicas of one island synchronise in every step; islands synchronise less often.
 */
export const islandReplicas = (dp: number, islands: number): number => dp / islands;

/** Number of micro-batches that each replica runs in a step. `globalBatch` and `microBatch` are in sequences. */
export const microBatches = (globalBatch: number, dp: number, microBatch: number): number =>
  globalBatch / (dp * microBatch);

/** Global batch of a plan, in sequences. A batch written in tokens is divided by `seq_len`. */
export function sequences(context: Context, plan: RecordValue): number | Poison {
  const batch = context.readField(plan, "global_batch");
  if (batch.kind !== "quantity") return batch.kind === "poison" ? batch : poison();
  if (batch.dimension.key !== "token") return batch.value;
  const length = context.readField(plan, "seq_len");
  if (length.kind !== "quantity") return length.kind === "poison" ? length : poison();
  return batch.value / length.value;
}

/**
 * True where a plan's `dp` is `fill`, written or by default. The number of replicas then follows from the devices and
 * the other degrees.
 */
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
    const value = context.readField(record, name);
    if (value.kind === "word") return NEEDS_SCENARIO;
    if (value.kind !== "quantity") return value.kind === "poison" ? value : poison();
    numbers.push(value.value);
  }
  return numbers;
}
