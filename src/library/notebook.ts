import { createWorld, loadPlotly } from "../host/index.ts";
import { loadFigures } from "../report/index.ts";
import { createSession, type Session } from "../session/index.ts";
import { Evaluated } from "./evaluated.ts";

export interface NotebookOptions {
  /** Folder that imports start from (`"./runs.csv"`) and may not leave. Default: the current folder. */
  readonly folder?: string;
}

/** Sequence of texts in which later texts see the names of earlier ones, as in the cells of a notebook. */
export interface Notebook {
  /**
   * Evaluates a text and keeps its names for later texts. Errors in the text are in `diagnostics`, not thrown.
   * `overrides` such as `["plan.tp=4"]` apply to every scenario.
   */
  evaluate(
    text: string,
    options?: { readonly name?: string; readonly overrides?: readonly string[] },
  ): Promise<Evaluated>;
  /** Session behind the notebook, with completion, hover and other services for editors. */
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
      // The drawing library is large, so it is loaded only for figures.
      if (figures.length > 0) await loadFigures(loadPlotly, figures);
      return new Evaluated(result, session.sheet);
    },
  };
}

/** Evaluates a single text that shares no names with others. */
export function evaluate(
  text: string,
  { folder, ...options }: NotebookOptions & Parameters<Notebook["evaluate"]>[1] = {},
): Promise<Evaluated> {
  return createNotebook(folder === undefined ? {} : { folder }).evaluate(text, options);
}
