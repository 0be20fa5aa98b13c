import { closeSync, openSync, readSync, statSync } from "node:fs";
import { binaryText, problemFor } from "../measured/binaryFile.ts";
import type { World } from "../session/index.ts";
import { nsightChunks, nsightProblem } from "./nsightChunks.ts";

/** Texts of traces and snapshots by path, size and time of change: such a file is long, and is read once. */
const known = new Map<string, string>();

/** Bytes that are read at a time. */
const CHUNK = 1 << 20;

/**
 * Text that stands for a trace's file or a memory snapshot. Progress is reported, and an interrupt ends the reading with what
 * was read.
 */
export function readBinary(
  path: string,
  name: string,
  { progress, interrupted }: Pick<World, "progress" | "interrupted">,
): string {
  const { size, mtimeMs } = statSync(path);
  const key = `${path}\0${size}\0${mtimeMs}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const isNsight = /\.sqlite$/i.test(path);
  const problem = isNsight ? nsightProblem() : null;
  if (problem !== null) return problemFor(path, problem);
  let stopped = false;
  const text = binaryText(name, isNsight ? nsightChunks(path) : chunksOf(path), (bytes) => {
    progress?.(bytes, size, `reading ${name}`);
    stopped = interrupted();
    return !stopped;
  });
  if (!stopped) known.set(key, text);
  return text;
}

/** True for a JSON file that begins as a trace of PyTorch's profiler does, whatever its name is. */
export function beginsAsTrace(path: string): boolean {
  const [head = new Uint8Array()] = chunksOf(path);
  const text = Buffer.from(head).toString("latin1");
  return /^\s*\{/.test(text) && /"(?:traceEvents|deviceProperties)"\s*:/.test(text);
}

/** Bytes of a file in chunks. A chunk is valid until the next one is read. */
function* chunksOf(path: string): Iterable<Uint8Array> {
  const file = openSync(path, "r");
  const chunk = new Uint8Array(CHUNK);
  try {
    for (let count = readSync(file, chunk); count > 0; count = readSync(file, chunk))
      yield chunk.subarray(0, count);
  } finally {
    closeSync(file);
  }
}
