import type { Refusal, Scenario } from "../scenario/scenario.ts";
import { warning } from "./refusal.ts";

/** A field that has no effect in some scenarios, although a user who sets it expects one. */
export interface IdleField {
  /** The field in the language's spelling, followed by the fields that decide whether it is read. */
  readonly fields: readonly [field: string, ...deciding: string[]];
  readonly idle: (scenario: Scenario) => boolean;
  /** Reason why nothing reads the field, for a message: follows a colon. */
  readonly why: string;
  /** Change that would give the field an effect, for a message: precedes "or leave it out". */
  readonly instead: string;
}

/** Warnings for fields that a user set and nothing reads. Default values give no warning. */
export function withoutEffect(rows: readonly IdleField[], scenario: Scenario): readonly Refusal[] {
  return rows.flatMap(({ fields, idle, why, instead }) => {
    const [field] = fields;
    if (!idle(scenario) || scenario.origins[field]?.kind !== "given") return [];
    const name = field.split(".").slice(1).join(".");
    return [warning("no-effect", fields, { field: name, why, instead })];
  });
}
