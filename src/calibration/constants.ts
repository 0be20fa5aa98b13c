import { type FieldRow, kindRow, type RecordRow, tagRow } from "../dsl/schema/index.ts";
import type { Scenario } from "../engine/scenario/scenario.ts";

/** A calibrated field in one scenario's data. */
export interface Place {
  /** In the language's spelling, from the scenario: `cluster.device.gemm_efficiency`. */
  readonly path: string;
  readonly field: FieldRow;
  /** The record of the scenario that holds it, and its key there. */
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/**
 * Every field of the scenario that the schema marks as calibrated. The way from a field's name to the scenario's is the
 * contract's own: camelCase, and the base unit's name behind quantities (`launch` is `launchSeconds`).
 */
export function placesOf(scenario: Scenario): readonly Place[] {
  return [
    ...placesIn(kindRow("cluster"), scenario.cluster, "cluster"),
    ...placesIn(kindRow("plan"), scenario.plan, "plan"),
  ];
}

function placesIn(row: RecordRow, holder: unknown, path: string): readonly Place[] {
  if (!isRecord(holder)) return [];
  return row.fields.flatMap((field): readonly Place[] => {
    const here = `${path}.${field.name}`;
    const camel = camelCase(field.name);
    if (field.calibrated) {
      const key = ["", "Seconds", "Bytes", "BytesPerSecond"]
        .map((unit) => camel + unit)
        .find((name) => typeof holder[name] === "number");
      return key === undefined ? [] : [{ path: here, field, holder, key }];
    }
    const inner = holder[camel];
    const within = innerRow(field, inner);
    return within ? placesIn(within, inner, here) : [];
  });
}

/** The row of the record that a field holds: a definition's, or the tag's that the data names. */
function innerRow({ accepts }: FieldRow, inner: unknown): RecordRow | null {
  if (!isRecord(inner)) return null;
  if (accepts.definition) return kindRow(accepts.definition);
  const names: readonly string[] = accepts.tags ?? [];
  const named =
    names.length === 1 ? names[0] : names.find((name) => name === inner.kind || name === inner.name);
  return named === undefined ? null : tagRow(named);
}

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A copy whose cluster and plan may be changed in place: one is estimated thousands of times. */
export function changeable(scenario: Scenario): Scenario {
  return {
    ...scenario,
    cluster: structuredClone(scenario.cluster),
    plan: structuredClone(scenario.plan),
  };
}
