import { render } from "../dsl/diagnostics/index.ts";
import { createWorld } from "../host/index.ts";
import { toMimeBundles } from "../report/index.ts";
import { createSession } from "../session/index.ts";
import type { Evaluation, Hooks } from "./evaluation.ts";

/** The one place where the kernel meets the rest of the project; imported late (see `main.ts`). */
export function loadEvaluation(hooks: Hooks): Evaluation {
  return {
    session: createSession({ ...createWorld(process.cwd()), ...hooks }),
    bundles: toMimeBundles,
    renderDiagnostic: render,
  };
}
