import type { Read, SharedSearches } from "../../dsl/evaluate/index.ts";
import type { NamedTimeline } from "../../report/index.ts";
import type { Threads } from "../threads/threads.ts";
import type { Output } from "./output.ts";
import type { Progress } from "./progress.ts";

/**
 * Services that a session needs from its host: files, interrupts, progress, threads. The command line and the kernel
 * implement them.
 */
export interface World {
  /**
   * Text of an import: `std/...` from the shipped library, `./...` inside the project root after realpath. `from` is
   * the importing source's name. Returns the text and the name to report it under, or the reason for failure.
   */
  read(specifier: string, from: string): ReturnType<Read>;
  /** Versions that each scenario's page ends with, after the language's edition. */
  readonly versions?: { readonly engine: string; readonly std: string };
  /** Paths that can be imported, for completion: `std/devices`, `./runs.csv`. */
  list(): readonly string[];
  /** True to ask for a stop. Polled in long loops. */
  interrupted(): boolean;
  /** Called before long computations such as a search over all plans, so that a kernel can compile its code eagerly. */
  begins?(): void;
  /** Progress callback of long loops, called at most about ten times a second. */
  readonly progress?: Progress;
  /** Called with each output as soon as it is made, so that a kernel can publish early. */
  output?(output: Output): void;
  /** Searches over plans shared with other sessions. */
  readonly searches?: SharedSearches;
  /** Worker threads for long computations; absent where there are none. */
  readonly threads?: Threads | undefined;
  /** Called with each timeline that is shown or plotted, named after its scenario. Used to write traces. */
  timeline?(one: NamedTimeline): void;
}
