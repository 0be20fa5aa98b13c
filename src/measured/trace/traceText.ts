import { inflated } from "../json/inflated.ts";
import { KinetoReader } from "./readKineto.ts";
import type { TraceSummary } from "./traceSummary.ts";

/** Key of the one member of a summary's text, by which it is told from other JSON. */
const KEY = "dtp_trace_summary";

type Result = TraceSummary | { readonly problem: string };

/** True for an imported file that is a trace, by its name. It is read in chunks, so it may be of any size. */
export const isTraceFile = (specifier: string): boolean =>
  /\.json\.gz$|\.sqlite$|(?:trace|kineto)[^/]*\.json$/i.test(specifier);

/** True for the text of a summary, or of a trace that was read as a whole. */
export const isTraceText = (text: string): boolean =>
  text.startsWith(`{"${KEY}"`) || /"traceEvents"\s*:\s*\[/.test(text);

/**
 * Reads a trace in chunks, compressed or not, and returns its summary as a text, which stands for the file from then on:
 * a session compares texts, and hands them to its threads. `goOn` is called with the number of bytes that were read
 * after each chunk; where it returns false, the rest is left out.
 */
export function traceText(
  chunks: Iterable<Uint8Array>,
  goOn: (bytes: number) => boolean = () => true,
): string {
  return JSON.stringify({ [KEY]: summaryOf(chunks, goOn) });
}

/** Text that stands for a trace that cannot be read; `problem` says why. */
export const problemText = (problem: string): string => JSON.stringify({ [KEY]: { problem } });

/** Summary behind the text of a trace, or the problem of a text that is none. */
export function readTrace(text: string): Result {
  if (!text.startsWith(`{"${KEY}"`)) return summaryOf([new TextEncoder().encode(text)], () => true);
  return (JSON.parse(text) as { readonly [KEY]: Result })[KEY];
}

function summaryOf(chunks: Iterable<Uint8Array>, goOn: (bytes: number) => boolean): Result {
  const reader = new KinetoReader();
  let bytes = 0;
  const counted = function* (): Iterable<Uint8Array> {
    for (const chunk of chunks) {
      yield chunk;
      bytes += chunk.length;
      if (!goOn(bytes)) return;
    }
  };
  try {
    for (const chunk of inflated(counted())) reader.push(chunk);
  } catch (error) {
    return {
      problem: `it cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  return reader.finish();
}
