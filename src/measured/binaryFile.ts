import { isSnapshotFile, snapshotProblem, snapshotText } from "./pickle/snapshotText.ts";
import { isTraceFile, problemText, traceText } from "./trace/traceText.ts";

/** True for an imported file that is read in chunks of bytes, of any size, by its name: a trace, or a memory snapshot. */
export const isBinaryFile = (specifier: string): boolean =>
  isTraceFile(specifier) || isSnapshotFile(specifier);

/**
 * Text that stands for a trace or a snapshot, from its bytes in chunks. `goOn` is called with the number of bytes that were read
 * after each chunk; where it returns false, the rest is left out.
 */
export function binaryText(
  specifier: string,
  chunks: Iterable<Uint8Array>,
  goOn: (bytes: number) => boolean = () => true,
): string {
  if (isSnapshotFile(specifier)) return snapshotText(chunks, goOn);
  return traceText(chunks, goOn);
}

/** Text that stands for such a file where it cannot be read; `problem` says why. */
export const problemFor = (specifier: string, problem: string): string =>
  isSnapshotFile(specifier) ? snapshotProblem(problem) : problemText(problem);
