import { render } from "../dsl/diagnostics/index.ts";
import { createWorld, fileStamp, keepPlotly, loadPlotly, projectRoot } from "../host/index.ts";
import { drawnBundles, partsOf } from "../report/index.ts";
import { createSession } from "../session/index.ts";
import type { Evaluation, Hooks } from "./core/evaluation/evaluation.ts";
import type { TsCells } from "./core/evaluation/tsSide.ts";

/**
 * Implements `Evaluation` with the real project. This is the kernel's only import of the rest of the project,
 * and it happens late (see `main.ts`).
 */
export function loadEvaluation(hooks: Hooks): Evaluation {
  const folder = process.cwd();
  let typescript: Promise<TsCells> | null = null;
  const evaluation: Evaluation = {
    // Imports reach as far as those of `dtp run` in the notebook's folder.
    session: createSession({ ...createWorld(folder, projectRoot(folder)), ...hooks }),
    parts: partsOf,
    bundles: (document) => drawnBundles(document, loadPlotly),
    renderDiagnostic: render,
    stamp: (specifier) => fileStamp(folder, specifier),
    interrupted: hooks.interrupted,
    keepCompiled: keepPlotly,
    typescript: {
      load() {
        // The compiler takes a hundred megabytes: it loads with the first `%%ts` cell only.
        typescript ??= import("./ts/tsCells.ts").then(({ tsCells }) => tsCells(evaluation));
        return typescript;
      },
      loaded: () => typescript,
    },
  };
  return evaluation;
}
