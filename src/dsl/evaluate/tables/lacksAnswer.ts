import type { Code } from "../../diagnostics/catalogue.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Value } from "../values/value.ts";

/** Codes of errors by which a scenario has an estimate, and no answer for one of its late results. */
const LATE: ReadonlySet<string> = new Set<Code>(["requests-exceed-capacity", "request-without-room"]);

/**
 * Reason why a value is missing in one row of a table alone: its scenario cannot answer, and other rows may. Null for
 * values, and for errors of the program's text.
 */
export const lacksAnswer = (value: Value | null): Diagnostic | null =>
  value?.kind === "poison" && value.diagnostics.every(({ code }) => LATE.has(code))
    ? (value.diagnostics[0] ?? null)
    : null;
