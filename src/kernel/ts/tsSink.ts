import type { MimeBundle } from "../mimeBundle.ts";
import type { OutputSink } from "./orderedOutputs.ts";

export interface TsSink extends OutputSink {
  /** The notebook's own name for the cell. */
  readonly cell?: string | undefined;
  /** `%live on`. */
  readonly live?: boolean;
  result(bundle: MimeBundle): void;
}
