import type { MimeBundle } from "./mimeBundle.ts";

/** Receiver of a TypeScript cell's outputs. */
export interface OutputSink {
  display(bundle: MimeBundle): void;
  stream(name: "stdout" | "stderr", text: string): void;
}

export interface TsSink extends OutputSink {
  /** Identifier of the cell in its notebook. undefined in a console. */
  readonly cell?: string | undefined;
  /** True where `%live on` is set, so that stale outputs are updated after the cell. */
  readonly live?: boolean;
  result(bundle: MimeBundle): void;
}
