import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import { render } from "../../dsl/diagnostics/index.ts";

/** Error thrown to a TypeScript cell that reads a value with errors. Its message is the first diagnostic's. */
export class SheetError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], otherwise = "there is no such value") {
    super(diagnostics[0]?.message ?? otherwise);
    this.name = "SheetError";
    this.diagnostics = diagnostics;
  }

  /** Text of all diagnostics with their code frames. */
  render(): string {
    return this.diagnostics.map((one) => render(one)).join("\n\n");
  }
}
