import type { LineReader, MeasuredLog } from "./log/measuredLog.ts";
import { plainLine } from "./log/plainLine.ts";
import { isSnapshotText, readSnapshotText } from "./pickle/snapshotText.ts";
import { composerReader } from "./readers/composer.ts";
import { deepspeedReader } from "./readers/deepspeed.ts";
import { isJsonLog, readJsonLog } from "./readers/jsonLogs.ts";
import { maxtextReader } from "./readers/maxtext.ts";
import { megatronReader } from "./readers/megatron.ts";
import { mlperfReader } from "./readers/mlperf.ts";
import { torchtitanReader } from "./readers/torchtitan.ts";

const READERS: readonly (() => LineReader)[] = [
  megatronReader,
  torchtitanReader,
  deepspeedReader,
  composerReader,
  maxtextReader,
  mlperfReader,
];

/**
 * Reads the log of a training run. All readers see every line, and the one that finds most iterations is right: a log of
 * Megatron-DeepSpeed also has lines of DeepSpeed. Returns the problem where no reader finds an iteration.
 */
export function readLog(text: string): MeasuredLog | { readonly problem: string } {
  if (isSnapshotText(text)) return readSnapshotText(text);
  const found = isJsonLog(text) ? readJsonLog(text) : bestOf(text);
  // A snapshot of memory has no iterations.
  if (found && (found.iterations.length > 0 || (found.facts.memoryReserved ?? 0) > 0)) return found;
  return {
    problem:
      "no line of an iteration was found. Logs of Megatron-LM, NeMo, nanotron, torchtitan, DeepSpeed, MaxText, Composer and MLPerf, `trainer_state.json` of Hugging Face, and memory snapshots of PyTorch, are read",
  };
}

function bestOf(text: string): MeasuredLog | null {
  const readers = READERS.map((make) => make());
  let number = 0;
  for (const line of linesOf(text)) {
    number++;
    const plain = plainLine(line);
    for (const reader of readers) reader.line(plain, number);
  }
  const logs = readers.map((reader) => reader.finish());
  return logs.reduce<MeasuredLog | null>(
    (best, log) => (log.iterations.length > (best?.iterations.length ?? 0) ? log : best),
    null,
  );
}

function* linesOf(text: string): Iterable<string> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf("\n", start);
    yield text.slice(start, end < 0 ? undefined : end);
    if (end < 0) return;
    start = end + 1;
  }
}
