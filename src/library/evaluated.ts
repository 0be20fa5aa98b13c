import type { Diagnostic } from "../dsl/diagnostics/diagnostic.ts";
import { render } from "../dsl/diagnostics/index.ts";
import {
  type Bundle,
  type Document,
  documentOf,
  escapeHtml,
  figureSvg,
  toHtml,
  toMarkdown,
  toText,
} from "../report/index.ts";
import {
  type Expectation,
  type Output,
  type RunResult,
  type Sheet,
  SheetError,
  type SheetScenario,
  type SheetTable,
  type SheetValue,
} from "../session/index.ts";
import { showInTslab } from "./tslab.ts";

/** Result of evaluating a text: its outputs, its diagnostics, and the values of its names. */
export class Evaluated {
  /** Outputs of each `show`, `plot`, `explain` and `expect`, and of the last expression, in written order. */
  readonly outputs: readonly Output[];
  /** Errors, warnings and notes on the text. */
  readonly diagnostics: readonly Diagnostic[];
  /** Results of the text's `expect` checks. */
  readonly expectations: readonly Expectation[];
  readonly #sheet: Sheet;

  constructor(result: RunResult, sheet: Sheet) {
    this.outputs = result.outputs;
    this.diagnostics = result.diagnostics;
    this.expectations = result.expectations;
    this.#sheet = sheet;
  }

  /** True where the text has no errors and every expectation holds. */
  get ok(): boolean {
    return !this.diagnostics.some(({ severity }) => severity === "error");
  }

  /** Names whose values can be read after the evaluation. */
  get names(): readonly string[] {
    return this.#sheet.names();
  }

  /** Value of a name, in base units. Throws a `SheetError` for an unknown name or a value with errors. */
  value(name: string): SheetValue {
    return this.#sheet.read(name);
  }

  /** Scenario with a name. Throws a `SheetError` where the name is something else. */
  scenario(name: string): SheetScenario {
    return ofKind(name, this.value(name), "scenario") as SheetScenario;
  }

  /** Sweep, search or data import with a name. Throws a `SheetError` where the name is something else. */
  table(name: string): SheetTable {
    return ofKind(name, this.value(name), "table") as SheetTable;
  }

  /** All outputs as one report document. */
  get document(): Document {
    return documentOf(...this.outputs.map(({ document }) => document));
  }

  /** Text for a terminal: all outputs, then the diagnostics with their code frames. */
  toText(options: Parameters<typeof toText>[1] = {}): string {
    const shown = this.outputs.length === 0 ? [] : [toText(this.document, options)];
    return [...shown, ...this.diagnostics.map((one) => render(one, { color: options.color === true }))].join(
      "\n\n",
    );
  }

  /** HTML fragment of all outputs, with figures as SVG, without scripts. */
  toHtml(): string {
    const svg = (figure: Parameters<typeof figureSvg>[0]) => figureSvg(figure) ?? "";
    const problems = this.diagnostics.map((one) => `<pre>${escapeHtml(render(one))}</pre>`);
    return [toHtml(this.document, { figure: svg }), ...problems].join("\n");
  }

  toMarkdown(): string {
    return toMarkdown(this.document);
  }

  /** SVG texts of all figures, in order. */
  toSvg(): readonly string[] {
    return this.document.blocks.flatMap((block) => (block.kind === "figure" ? (figureSvg(block) ?? []) : []));
  }

  /**
   * Mime bundle with which a notebook displays the result, for notebooks that ask values for it (Deno's, our
   * own).
   */
  [Symbol.for("Jupyter.display")](): Bundle {
    return { "text/plain": this.toText(), "text/html": this.toHtml(), "text/markdown": this.toMarkdown() };
  }

  /** Text that `console.log` prints. In a tslab notebook it displays HTML instead and returns an empty text. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return showInTslab(this.toHtml()) ? "" : this.toText();
  }
}

function ofKind(name: string, value: SheetValue, kind: string): SheetValue {
  if (typeof value === "object" && value !== null && "kind" in value && value.kind === kind) return value;
  throw new SheetError([], `\`${name}\` is no ${kind}`);
}
