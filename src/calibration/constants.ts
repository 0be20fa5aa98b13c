import { type FieldRow, kindRow, type RecordRow, tagRow } from "../dsl/schema/index.ts";
import type { Scenario } from "../engine/scenario/scenario.ts";

/** A calibrated field in one scenario's data. */
export interface Place {
  /** Path from the scenario, as in the language: `cluster.device.gemm_efficiency`. */
  readonly path: string;
  readonly field: FieldRow;
  /** Record of the scenario that holds the field, and its key there. */
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/**
 * Every field of the scenario that the schema marks as calibrated. A field's key follows the engine's naming:
 * camelCase, with the base unit's name after quantities (`launch` is `launchSeconds`).
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

/** Schema row of the record inside a field: a definition's, or that of the tag in the data. */
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

/** Copy of a scenario whose cluster and plan may be changed in place: one is estimated thousands of times. */
export function changeable(scenario: Scenario): Scenario {
  return {
    ...scenario,
    cluster: structuredClone(scenario.cluster),
    plan: structuredClone(scenario.plan),
  };
}
