import type { Read, SharedSearches } from "../../dsl/evaluate/index.ts";
import type { NamedTimeline } from "../../report/index.ts";
import type { Threads } from "../threads/threads.ts";
import type { Output } from "./output.ts";
import type { Progress } from "./progress.ts";

/**
 * Services that a session needs from the program around it (the command line or the kernel): files, interrupts,
 * progress, threads.
 */
export interface World {
  /**
   * Text of an import: `std/...` from the shipped library, `./...` inside the project root after realpath. `from` is
   * the importing source's name. Returns the text and the name to report it under, or the reason for failure.
   */
  read(specifier: string, from: string): ReturnType<Read>;
  /** Versions of the engine and the library, with which each scenario's page ends. */
  readonly versions?: { readonly engine: string; readonly std: string };
  /** Paths that can be imported, for completion: `std/devices`, `./runs.csv`. */
  list(): readonly string[];
  /** True where the user has asked the run to stop. Long loops poll this. */
  interrupted(): boolean;
  /** Called before long computations such as a search over all plans, so that a kernel can compile its code eagerly. */
  begins?(): void;
  /** Progress callback of long loops, called at most about ten times a second. */
  readonly progress?: Progress;
  /** Called with each output as soon as it is made, so that a kernel can publish early. */
  output?(output: Output): void;
  /**
   * Store of search results over plans that several processes share. With it, a run evaluates one shard or reads known
   * results.
   */
  readonly searches?: SharedSearches;
  /** Worker threads for long computations; absent where there are none. */
  readonly threads?: Threads | undefined;
  /** Called with each timeline that is shown or plotted, named after its scenario. Used to write trace files. */
  timeline?(one: NamedTimeline): void;
}
