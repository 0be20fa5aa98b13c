import type { Read, SharedSearches } from "../dsl/evaluate/index.ts";
import type { NamedTimeline } from "../report/index.ts";
import type { Output } from "./output.ts";
import type { Progress } from "./progress.ts";
import type { Threads } from "./threads/threads.ts";

/** What the session needs from the world; the command line and the kernel hand it in. */
export interface World {
  /**
   * The text of an import: `std/...` from the shipped library, `./...` inside the project root after realpath.
   * `from` is the importing source's name. Returns the text and the name to report it under, or why not.
   */
  read(specifier: string, from: string): ReturnType<Read>;
  /** What each scenario's page ends with, beside the language's edition. */
  readonly versions?: { readonly engine: string; readonly std: string };
  /** What can be imported, for completion: `std/devices`, `./runs.csv`. */
  list(): readonly string[];
  /** Polled in long loops; true asks to stop. */
  interrupted(): boolean;
  /** Called before work that runs much code often, a search over all plans: a kernel makes fast code of it from the start. */
  begins?(): void;
  /** Called in long loops, at most about ten times a second. */
  readonly progress?: Progress;
  /** Called after each output as it is made, so that a kernel can publish early. */
  output?(output: Output): void;
  /** Where searches over plans are shared with other sessions. */
  readonly searches?: SharedSearches;
  /** Other threads, for work that takes long; absent where there are none. */
  readonly threads?: Threads | undefined;
  /** Called with each timeline that is shown or plotted, by its scenario's name, for a trace of it. */
  timeline?(one: NamedTimeline): void;
}
