import type { TsSink } from "../core/evaluation/tsSink.ts";

/** Wraps a sink so that it records whether it has received anything. */
export function watchedSink(sink: TsSink): { readonly sink: TsSink; readonly used: () => boolean } {
  let used = false;
  const noting =
    <T extends readonly unknown[]>(send: (...what: T) => void) =>
    (...what: T): void => {
      used = true;
      send(...what);
    };
  return {
    sink: {
      ...sink,
      display: noting(sink.display),
      stream: noting(sink.stream),
      result: noting(sink.result),
    },
    used: () => used,
  };
}
