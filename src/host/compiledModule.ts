import { isAscii } from "node:buffer";
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { cachedDataVersionTag, getHeapCodeStatistics } from "node:v8";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";
import { cacheFolder } from "./cacheFolder.ts";

export interface CompiledModule {
  readonly exports: unknown;
  /** True where V8 accepted the code that an earlier process had compiled and saved. */
  readonly cached: boolean;
  /**
   * Saves the compiled code if enough was added since the last save. It takes about 20 ms, so call it when nobody
   * waits.
   */
  keep(): void;
}

/** Delay before the first save, ms. By then the functions that were needed first have run and are compiled. */
const KEEP_AFTER = 300;

/** Minimum growth of compiled code that justifies another save, in bytes. */
const WORTH_KEEPING = 8 * 1024;

/**
 * Runs a large CommonJS file with the code that an earlier process compiled and saved in `folder` (null: no cache).
 * Compilation is most of the load time: plotly.js loads five times faster. The file must need nothing of Node's loader.
 * A cache that is missing, damaged, or of another source or engine is ignored and rewritten.
 *
 * V8 compiles a function at its first call, so the cache grows with use. Call `keep` after further work, and the next
 * process does that work with compiled code.
 */
export function compiledModule(path: string, folder = cacheFolder()): CompiledModule {
  const { script, cached, keep } = compiled(path, folder);
  const run = script.runInThisContext() as (...given: readonly unknown[]) => void;
  const module = { exports: {} };
  run.call(module.exports, module.exports, createRequire(path), module, path, dirname(path));
  return { exports: module.exports, cached, keep };
}

/** Compiles the script without running it, so that the source bytes can be freed while the script runs. */
function compiled(
  path: string,
  folder: string | null,
): { readonly script: Script } & Omit<CompiledModule, "exports"> {
  const source = wrapped(readFileSync(path));
  // Versions of Node, and sets of V8 options, have separate caches.
  const place = `${process.versions.v8}-${process.arch}-${cachedDataVersionTag().toString(16)}`;
  const file = folder === null ? null : join(folder, place, `${basename(path)}.cache`);
  const kept = file === null ? undefined : readKept(file, source);
  const script = new Script(textOf(source), {
    filename: path,
    ...(kept === undefined ? {} : { cachedData: kept }),
  });
  const cached = kept !== undefined && script.cachedDataRejected === false;
  if (file === null) return { script, cached, keep() {} };
  const keep = keeper(file, sumOf(source), script, cached ? kept.length : null);
  if (!cached) setTimeout(keep, KEEP_AFTER);
  return { script, cached, keep };
}

function wrapped(source: Buffer): Buffer {
  const parameters = "exports, require, module, __filename, __dirname";
  return Buffer.concat([Buffer.from(`(function (${parameters}) {`), source, Buffer.from("\n})")]);
}

/**
 * Text of a source file. An ASCII source is read as Latin-1: V8 then keeps it outside its heap with one byte per
 * character. A text read as UTF-8 is copied into the heap.
 */
function textOf(source: Buffer): string {
  return source.toString(isAscii(source) ? "latin1" : "utf8");
}

/** Checksum and length of the source. V8 itself compares only the length. */
function sumOf(source: Buffer): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(crc32(source), 0);
  bytes.writeUInt32LE(source.length, 4);
  return bytes;
}

/** Header of a cache file: checksum and length of the source, then checksum of the compiled code. */
function head(sourceSum: Buffer, code: Buffer): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(crc32(code), 0);
  return Buffer.concat([sourceSum, bytes]);
}
const HEAD = 12;

function readKept(file: string, source: Buffer): Buffer | undefined {
  try {
    const bytes = readOwn(file);
    if (bytes === null) return undefined;
    const code = bytes.subarray(HEAD);
    return bytes.subarray(0, HEAD).equals(head(sumOf(source), code)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Bytes of a cache file; null where another user could have written the file. Compiled code is executed without a check
 * against its source.
 */
function readOwn(file: string): Buffer | null {
  const handle = openSync(file, "r");
  try {
    const { uid, mode } = fstatSync(handle);
    const own = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
    return own ? readFileSync(handle) : null;
  } finally {
    closeSync(handle);
  }
}

/**
 * Returns a function that saves a script's code when it has grown. `length` is the saved length, null for nothing
 * saved.
 */
function keeper(file: string, sourceSum: Buffer, script: Script, length: number | null): () => void {
  let kept = length;
  // V8's process-wide count of compiled bytes is cheap. The exact size needs a copy of the script's code.
  let looked = compiledBytes();
  return () => {
    const now = compiledBytes();
    if (kept !== null && now - looked < WORTH_KEEPING) return;
    looked = now;
    const code = script.createCachedData();
    if (kept !== null && code.length - kept < WORTH_KEEPING) return;
    kept = code.length;
    write(file, sourceSum, code);
  };
}

function compiledBytes(): number {
  return getHeapCodeStatistics().bytecode_and_metadata_size;
}

/** Writes a cache file. Failures are ignored, since the cache is optional. */
function write(file: string, sourceSum: Buffer, code: Buffer): void {
  const fresh = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(fresh, Buffer.concat([head(sourceSum, code), code]), { mode: 0o600 });
    renameSync(fresh, file);
  } catch {
    // There is no permission or no space. The checksum protects the next process from a partial file.
  }
}
