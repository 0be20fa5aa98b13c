import type { RunResult } from "../../session/index.ts";
import type { RunAnswer } from "../protocol/runtimeProtocol.ts";
import { shownDiagnostic } from "./shownDiagnostic.ts";

/** A run's result as plain data, without its outputs. */
export const answerOf = ({ diagnostics, expectations, interrupted }: RunResult): RunAnswer => ({
  diagnostics: diagnostics.map(shownDiagnostic),
  expectations,
  interrupted,
});
