import type { Refusal, Scenario } from "../scenario/scenario.ts";
import { warning } from "./refusal.ts";

/** A setting that changes nothing in some scenarios: one who wrote it believes that it does. */
export interface IdleField {
  /** In the language's spelling; those that decide whether it is read come after it. */
  readonly fields: readonly [field: string, ...deciding: string[]];
  readonly idle: (scenario: Scenario) => boolean;
  /** Why nothing reads it, after a colon. */
  readonly why: string;
  /** What makes it matter, before "or leave it out". */
  readonly instead: string;
}

/** What somebody wrote, and nothing reads. Defaults are nobody's. */
export function withoutEffect(rows: readonly IdleField[], scenario: Scenario): readonly Refusal[] {
  return rows.flatMap(({ fields, idle, why, instead }) => {
    const [field] = fields;
    if (!idle(scenario) || scenario.origins[field]?.kind !== "given") return [];
    const name = field.split(".").slice(1).join(".");
    return [warning("no-effect", fields, { field: name, why, instead })];
  });
}
