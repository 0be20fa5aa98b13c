import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import { render } from "../../dsl/diagnostics/index.ts";

/** Error that a TypeScript cell gets when it reads a value with errors. The message is that of the first diagnostic. */
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
