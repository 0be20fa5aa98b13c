import type { StopSource } from "../stop/stopSource.ts";

/** Version of the messages between a page and its workers. A change that an older page cannot read raises it. */
export const PROTOCOL = 1;

/**
 * Parts of the worker that do not lie beside it, as addresses or as blobs; the build lists their names in `parts.json`. A page from
 * disk sends the blobs themselves, because its worker may not read their addresses.
 */
export type Parts = Readonly<Record<string, string | Blob>>;

/** Messages from a page to a worker: plain data. `Call` is what the worker can be asked. */
export type ToWorker<Call> =
  /** First message. `probe` is a blob by which the worker finds out if it can be stopped by one. */
  | {
      readonly kind: "hello";
      readonly protocol: number;
      readonly parts: Parts;
      readonly probe: StopSource;
    }
  | { readonly kind: "request"; readonly id: number; readonly call: Call; readonly stop: StopSource }
  /** Answer to `read`. */
  | { readonly kind: "text"; readonly read: number; readonly text: string | Uint8Array | null }
  /** Paths of files that can be imported, for completion. */
  | { readonly kind: "paths"; readonly paths: readonly string[] };

/** Messages from a worker to its page: plain data. `Event` is what happens while a request runs. */
export type FromWorker<Event> =
  | Ready
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "event"; readonly id: number; readonly event: Event }
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly message: string }
  /** Asks the page for a file. A page of before has no `as`, and answers with a text. */
  | {
      readonly kind: "read";
      readonly read: number;
      readonly path: string;
      readonly as: "text" | "bytes";
    };

/** Answer to `hello`. */
export interface Ready {
  readonly kind: "ready";
  readonly protocol: typeof PROTOCOL;
  readonly versions: { readonly engine: string; readonly std: string };
  /** True where a running request can be stopped. */
  readonly stops: boolean;
  /** Sentences on what is slower or missing here, to show once. */
  readonly notes: readonly string[];
}
