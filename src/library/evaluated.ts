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

/** What a text evaluated to: what it showed, what is wrong with it, and the values of its names. */
export class Evaluated {
  /** One per `show`, `plot`, `explain`, `expect` and last expression, in order of writing. */
  readonly outputs: readonly Output[];
  /** Mistakes, warnings and notes. */
  readonly diagnostics: readonly Diagnostic[];
  /** What each `expect` came to. */
  readonly expectations: readonly Expectation[];
  readonly #sheet: Sheet;

  constructor(result: RunResult, sheet: Sheet) {
    this.outputs = result.outputs;
    this.diagnostics = result.diagnostics;
    this.expectations = result.expectations;
    this.#sheet = sheet;
  }

  /** No mistake, and every expectation holds. */
  get ok(): boolean {
    return !this.diagnostics.some(({ severity }) => severity === "error");
  }

  /** The names that the text knows. */
  get names(): readonly string[] {
    return this.#sheet.names();
  }

  /** The value of a name, in base units. Throws a `SheetError` where it is broken or not there. */
  value(name: string): SheetValue {
    return this.#sheet.read(name);
  }

  /** A scenario by its name. Throws a `SheetError` where the name is something else. */
  scenario(name: string): SheetScenario {
    return ofKind(name, this.value(name), "scenario") as SheetScenario;
  }

  /** A sweep, a search or a data import by its name. Throws a `SheetError` where the name is something else. */
  table(name: string): SheetTable {
    return ofKind(name, this.value(name), "table") as SheetTable;
  }

  /** Everything shown, as one document. */
  get document(): Document {
    return documentOf(...this.outputs.map(({ document }) => document));
  }

  /** For a terminal: everything shown, then the diagnostics with their code frames. */
  toText(options: Parameters<typeof toText>[1] = {}): string {
    const shown = this.outputs.length === 0 ? [] : [toText(this.document, options)];
    return [...shown, ...this.diagnostics.map((one) => render(one, { color: options.color === true }))].join(
      "\n\n",
    );
  }

  /** An HTML fragment, figures as SVG; nothing in it runs. */
  toHtml(): string {
    const svg = (figure: Parameters<typeof figureSvg>[0]) => figureSvg(figure) ?? "";
    const problems = this.diagnostics.map((one) => `<pre>${escapeHtml(render(one))}</pre>`);
    return [toHtml(this.document, { figure: svg }), ...problems].join("\n");
  }

  toMarkdown(): string {
    return toMarkdown(this.document);
  }

  /** The figures, in order. */
  toSvg(): readonly string[] {
    return this.document.blocks.flatMap((block) => (block.kind === "figure" ? (figureSvg(block) ?? []) : []));
  }

  /** How notebooks that ask values for their picture (Deno's, our own) show it. */
  [Symbol.for("Jupyter.display")](): Bundle {
    return { "text/plain": this.toText(), "text/html": this.toHtml(), "text/markdown": this.toMarkdown() };
  }

  /** `console.log` prints it; a tslab notebook shows it. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return showInTslab(this.toHtml()) ? "" : this.toText();
  }
}

function ofKind(name: string, value: SheetValue, kind: string): SheetValue {
  if (typeof value === "object" && value !== null && "kind" in value && value.kind === kind) return value;
  throw new SheetError([], `\`${name}\` is no ${kind}`);
}
