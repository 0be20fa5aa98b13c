import type { MimeBundle } from "./mimeBundle.ts";

/** Receiver of a cell's outputs. */
export interface OutputSink {
  display(bundle: MimeBundle): void;
  stream(name: "stdout" | "stderr", text: string): void;
}

export interface TsSink extends OutputSink {
  /** Notebook's id of the cell. */
  readonly cell?: string | undefined;
  /** True where `%live on` is set, so that stale outputs are updated. */
  readonly live?: boolean;
  result(bundle: MimeBundle): void;
}
