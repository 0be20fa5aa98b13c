import { render } from "../dsl/diagnostics/index.ts";
import { createWorld, keepPlotly, loadPlotly } from "../host/index.ts";
import type { Document } from "../report/document.ts";
import { figuresLoaded, loadFigures, toMimeBundles } from "../report/index.ts";
import { createSession } from "../session/index.ts";
import type { Evaluation, Hooks } from "./evaluation.ts";
import type { MimeBundle } from "./mimeBundle.ts";
import type { TsCells } from "./ts/tsSide.ts";

/** What a thread that shares in the work is for: it runs from the same bundle, of which the compiled code is kept (`host/threads/thread.ts`). */
export { serveTasks } from "../session/index.ts";

/** The one place where the kernel meets the rest of the project; imported late (see `main.ts`). */
export function loadEvaluation(hooks: Hooks): Evaluation {
  let typescript: Promise<TsCells> | null = null;
  const evaluation: Evaluation = {
    session: createSession({ ...createWorld(process.cwd()), ...hooks }),
    bundles(document: Document): readonly MimeBundle[] | Promise<readonly MimeBundle[]> {
      const figures = document.blocks.filter((block) => block.kind === "figure");
      if (figuresLoaded(figures)) return toMimeBundles(document);
      // the drawing library is large: a session without a figure never pays for it
      return loadFigures(loadPlotly, figures).then(() => toMimeBundles(document));
    },
    renderDiagnostic: render,
    interrupted: hooks.interrupted,
    keepCompiled: keepPlotly,
    typescript: {
      load() {
        // a compiler of a hundred megabytes: a notebook without a `%%ts` cell never pays for it
        typescript ??= import("./ts/tsCells.ts").then(({ tsCells }) => tsCells(evaluation));
        return typescript;
      },
      loaded: () => typescript,
    },
  };
  return evaluation;
}
