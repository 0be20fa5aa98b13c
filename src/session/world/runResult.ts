import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import type { SearchRecord } from "../../dsl/evaluate/index.ts";
import type { CheckedExpectation } from "../../report/index.ts";
import type { Output } from "./output.ts";

/** Result of one `expect` check, as `dtp check --json` prints it. */
export interface Expectation extends CheckedExpectation {
  readonly file: string;
}

export interface RunResult {
  readonly outputs: readonly Output[];
  readonly diagnostics: readonly Diagnostic[];
  readonly expectations: readonly Expectation[];
  /** True where the run was interrupted. The result then has the outputs made before the interrupt. */
  readonly interrupted: boolean;
  /**
   * Results of the run's searches over plans. Present only where they are shared with other processes
   * (`World.searches`).
   */
  readonly searches?: readonly SearchRecord[];
  /** Numbers and words of the program by their names. Present only where they were asked for. */
  readonly texts?: readonly { readonly name: string; readonly text: string }[];
}
