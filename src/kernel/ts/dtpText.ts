import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import { parse } from "../../dsl/syntax/index.ts";
import { type Session, SheetError, type SheetValue } from "../../session/index.ts";
import type { Output } from "../../session/world/output.ts";

/**
 * Text in the DTP language, made from a template in a TypeScript cell. A quantity is inserted with its unit,
 * a DTP definition by its name. Throws a `SheetError` for a value without a name in the session, such as the
 * result of `with`.
 */
export function dtpText(parts: readonly string[], values: readonly unknown[], { sheet }: Session): string {
  const written = (value: unknown): string => {
    if (Array.isArray(value) && !("kind" in value)) return `[${value.map(written).join(", ")}]`;
    if (typeof value !== "object" || value === null) return String(value ?? "none");
    if ("kind" in value && value.kind === "quantity" && "value" in value && "unit" in value)
      return `${value.value} ${value.unit}`;
    const name = "name" in value ? String(value.name) : "";
    if (!sheet.has(name) || sheet.read(name) !== value)
      throw new SheetError(
        [],
        `a value${name === "" ? "" : ` like \`${name}\``} that the sheet has no name for`,
      );
    return name;
  };
  return parts.map((part, at) => (at === 0 ? part : `${written(values[at - 1])}${part}`)).join("");
}

/** Receiver of the outputs and diagnostics of a DTP text that a TypeScript cell runs. */
export interface DtpSink {
  /** True where stale outputs are updated after the cell, so that no note reports them. */
  readonly live: boolean;
  show(output: Output): void;
  aside(diagnostic: Diagnostic): void;
}

/**
 * Runs a DTP text in the session and returns the value of its last expression. Throws a `SheetError` for a
 * mistake in it.
 */
export function runDtp(session: Session, text: string, name: string, sink: DtpSink): SheetValue | undefined {
  const { result } = parse({ name, text }, "cell").file;
  const statements = result ? text.slice(0, result.span.start) : text;
  if (!result || statements.trim() !== "") {
    const ran = session.run(statements, { name, mode: "cell", live: sink.live });
    for (const output of ran.outputs) sink.show(output);
    const errors = ran.diagnostics.filter(({ severity }) => severity === "error");
    if (errors.length > 0 || ran.interrupted) throw new SheetError(errors, "interrupted");
    for (const one of ran.diagnostics) sink.aside(one);
  }
  return result ? session.sheet.evaluate(text.slice(result.span.start), name) : undefined;
}
