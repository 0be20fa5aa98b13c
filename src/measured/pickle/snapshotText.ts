import { inflated } from "../json/inflated.ts";
import { LogBuilder } from "../log/logBuilder.ts";
import type { MeasuredLog, RunFacts } from "../log/measuredLog.ts";
import { readMemorySnapshot, SNAPSHOT_KEYS } from "../readers/memorySnapshot.ts";
import { PickleProblem } from "./byteSource.ts";
import { readPickle } from "./readPickle.ts";

/** Key of the one member of a snapshot's text, by which it is told from other JSON. */
const KEY = "dtp_memory_snapshot";

type Found = RunFacts | { readonly problem: string };

/** True for an imported file that is a pickle, by its name: a memory snapshot of PyTorch. */
export const isSnapshotFile = (specifier: string): boolean => /\.(pickle|pkl)(\.gz)?$/i.test(specifier);

/** True for the text that stands for a memory snapshot which was a pickle. */
export const isSnapshotText = (text: string): boolean => text.startsWith(`{"${KEY}"`);

const said = (found: Found): string => JSON.stringify({ [KEY]: found });

/** Text that stands for a snapshot that cannot be read; `problem` says why. */
export const snapshotProblem = (problem: string): string => said({ problem });

/**
 * Reads a memory snapshot of PyTorch (`torch.cuda.memory._dump_snapshot`) in chunks, compressed or not, and returns what it says
 * as a text, which stands for the file from then on. `goOn` is called with the number of bytes that were read after
 * each chunk; where it returns false, the reading ends with a problem.
 */
export function snapshotText(chunks: Iterable<Uint8Array>, goOn: (bytes: number) => boolean): string {
  let bytes = 0;
  const counted = function* (): Iterable<Uint8Array> {
    for (const chunk of chunks) {
      yield chunk;
      bytes += chunk.length;
      if (!goOn(bytes)) throw new PickleProblem("reading it was interrupted");
    }
  };
  try {
    const data = readPickle(inflated(counted()), SNAPSHOT_KEYS);
    const isDict = typeof data === "object" && data !== null && !Array.isArray(data);
    const log = isDict ? readMemorySnapshot(data as Readonly<Record<string, unknown>>) : null;
    if (!log) return said({ problem: NO_SNAPSHOT });
    return said((log.facts.memoryReserved ?? 0) > 0 ? log.facts : { problem: NOTHING_HELD });
  } catch (error) {
    if (error instanceof PickleProblem) return snapshotProblem(error.message);
    return snapshotProblem(`it cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const NO_SNAPSHOT =
  "the pickle has no `segments` and `device_traces`, so it is no memory snapshot of PyTorch (`torch.cuda.memory._dump_snapshot`)";

const NOTHING_HELD =
  "the snapshot has no memory of a device: dump it in the process that trains, before its tensors are freed";

/** Log behind the text of a snapshot, or the problem of a file that is none. */
export function readSnapshotText(text: string): MeasuredLog | { readonly problem: string } {
  const found = (JSON.parse(text) as { readonly [KEY]: Found })[KEY];
  if ("problem" in found) return found;
  const log = new LogBuilder("PyTorch memory snapshot");
  log.raise("memoryAllocated", found.memoryAllocated);
  log.raise("memoryReserved", found.memoryReserved);
  return log.finish();
}
