import type { MimeBundle } from "../mimeBundle.ts";
import type { OutputSink } from "./orderedOutputs.ts";

export interface TsSink extends OutputSink {
  /** Notebook's id of the cell. */
  readonly cell?: string | undefined;
  /** True where `%live on` is set, so that stale outputs are updated. */
  readonly live?: boolean;
  result(bundle: MimeBundle): void;
}
