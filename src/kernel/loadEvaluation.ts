import { render } from "../dsl/diagnostics/index.ts";
import { createWorld, loadPlotly } from "../host/index.ts";
import type { Document } from "../report/document.ts";
import { loadFigures, toMimeBundles } from "../report/index.ts";
import { createSession } from "../session/index.ts";
import type { Evaluation, Hooks } from "./evaluation.ts";
import type { MimeBundle } from "./mimeBundle.ts";
import type { TsCells } from "./ts/tsCells.ts";

/** ms after a figure, and between two rehearsals: a cell that follows at once comes between */
const REHEARSAL = 250;
const REHEARSALS = 3;

/**
 * Draws the first figure again while its reader looks at it. V8 compiles what runs often: the next figure, which somebody
 * waits for, then takes half the time.
 */
function rehearse(document: Document, times: number): void {
  toMimeBundles(document);
  if (times > 1) setTimeout(rehearse, REHEARSAL, document, times - 1).unref();
}

/** The one place where the kernel meets the rest of the project; imported late (see `main.ts`). */
export function loadEvaluation(hooks: Hooks): Evaluation {
  let figuresLoaded = false;
  let typescript: Promise<TsCells> | null = null;
  const evaluation: Evaluation = {
    session: createSession({ ...createWorld(process.cwd()), ...hooks }),
    bundles(document: Document): readonly MimeBundle[] | Promise<readonly MimeBundle[]> {
      if (figuresLoaded || !document.blocks.some(({ kind }) => kind === "figure"))
        return toMimeBundles(document);
      // the drawing library is large: a session without a figure never pays for it
      return loadFigures(loadPlotly).then(() => {
        figuresLoaded = true;
        setTimeout(rehearse, REHEARSAL, document, REHEARSALS).unref();
        return toMimeBundles(document);
      });
    },
    renderDiagnostic: render,
    interrupted: hooks.interrupted,
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
