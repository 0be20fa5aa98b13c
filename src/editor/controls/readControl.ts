import type { ControlData } from "../../report/document/control.ts";

/** Control from data that anyone may have written, such as a notebook's file; null for malformed data. */
export function readControl(value: unknown): ControlData | null {
  if (!isRecord(value) || typeof value.path !== "string" || typeof value.text !== "string") return null;
  if (value.label !== undefined && typeof value.label !== "string") return null;
  const { choices, low, high, unit } = value;
  const valid = Array.isArray(choices)
    ? choices.every((one) => isRecord(one) && typeof one.text === "string" && typeof one.set === "string")
    : [low, high].every((end) => isRecord(end) && typeof end.value === "number") &&
      isRecord(unit) &&
      typeof unit.text === "string" &&
      typeof unit.factor === "number";
  return valid ? (value as unknown as ControlData) : null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
