import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import { render } from "../../dsl/diagnostics/index.ts";

/** Thrown to a program that asks for a value which the sheet cannot give. Its message is that of the first diagnostic. */
export class SheetError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], otherwise = "there is no such value") {
    super(diagnostics[0]?.message ?? otherwise);
    this.name = "SheetError";
    this.diagnostics = diagnostics;
  }

  /** All diagnostics with their code frames. */
  render(): string {
    return this.diagnostics.map((one) => render(one)).join("\n\n");
  }
}
