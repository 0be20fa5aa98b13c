import { createWorld, loadPlotly } from "../host/index.ts";
import { loadFigures } from "../report/index.ts";
import { createSession, type Session } from "../session/index.ts";
import { Evaluated } from "./evaluated.ts";

export interface NotebookOptions {
  /** Where the texts' own imports (`"./runs.csv"`) start, and what they may not leave; by default the current folder. */
  readonly folder?: string;
}

/** Texts that share one sheet, as the cells of a notebook do. */
export interface Notebook {
  /**
   * Evaluates a text; its names stay for the next. A mistake of the text's is in `diagnostics`, nothing is thrown. `overrides`
   * are changes of every scenario: `["plan.tp=4"]`.
   */
  evaluate(
    text: string,
    options?: { readonly name?: string; readonly overrides?: readonly string[] },
  ): Promise<Evaluated>;
  /** Completion, hover and the rest of what an editor asks. */
  readonly session: Session;
}

export function createNotebook(options: NotebookOptions = {}): Notebook {
  const session = createSession(createWorld(options.folder ?? "."));
  let count = 0;
  return {
    session,
    async evaluate(text, { name, overrides } = {}) {
      const result = session.run(text, {
        name: name ?? `text [${++count}]`,
        mode: "cell",
        ...(overrides === undefined ? {} : { overrides }),
      });
      const figures = result.outputs.flatMap(({ document }) =>
        document.blocks.filter((block) => block.kind === "figure"),
      );
      // the drawing library is large: only what draws loads it
      if (figures.length > 0) await loadFigures(loadPlotly, figures);
      return new Evaluated(result, session.sheet);
    },
  };
}

/** Evaluates one text by itself. */
export function evaluate(
  text: string,
  { folder, ...options }: NotebookOptions & Parameters<Notebook["evaluate"]>[1] = {},
): Promise<Evaluated> {
  return createNotebook(folder === undefined ? {} : { folder }).evaluate(text, options);
}
