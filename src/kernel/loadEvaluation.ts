import { render } from "../dsl/diagnostics/index.ts";
import { createWorld } from "../host/index.ts";
import type { Document } from "../report/document.ts";
import { loadFigures, toMimeBundles } from "../report/index.ts";
import { createSession } from "../session/index.ts";
import type { Evaluation, Hooks, MimeBundle } from "./evaluation.ts";

/** The one place where the kernel meets the rest of the project; imported late (see `main.ts`). */
export function loadEvaluation(hooks: Hooks): Evaluation {
  let figuresLoaded = false;
  return {
    session: createSession({ ...createWorld(process.cwd()), ...hooks }),
    bundles(document: Document): readonly MimeBundle[] | Promise<readonly MimeBundle[]> {
      if (figuresLoaded || !document.blocks.some(({ kind }) => kind === "figure"))
        return toMimeBundles(document);
      // the drawing library is large: a session without a figure never pays for it
      return loadFigures().then(() => {
        figuresLoaded = true;
        return toMimeBundles(document);
      });
    },
    renderDiagnostic: render,
  };
}
