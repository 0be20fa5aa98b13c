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
  /** Whether the engine took what an earlier process had compiled. */
  readonly cached: boolean;
  /** Keeps what has been compiled by now, where that is more than is kept: some 20 ms, for a moment when nobody waits. */
  keep(): void;
}

/** ms after loading: by then what the file was loaded for has run, and the functions it used are compiled too. */
const KEEP_AFTER = 300;

/** Bytes of compiled code that are worth writing all of it again. */
const WORTH_KEEPING = 8 * 1024;

/**
 * Runs a large CommonJS file that needs nothing of Node's loader, with the compiled code that an earlier process kept in
 * `folder` (null: nowhere). Compiling is most of what such a file costs: plotly.js loads in a fifth of the time. A cache
 * that is missing, torn, or of another source or engine is passed over and written again.
 *
 * V8 compiles a function when it is first called, so what is kept grows with what is used: `keep` after other work than the
 * file was loaded for, and the next process does that work as fast as its second time.
 */
export function compiledModule(path: string, folder = cacheFolder()): CompiledModule {
  const { script, cached, keep } = compiled(path, folder);
  const run = script.runInThisContext() as (...given: readonly unknown[]) => void;
  const module = { exports: {} };
  run.call(module.exports, module.exports, createRequire(path), module, path, dirname(path));
  return { exports: module.exports, cached, keep };
}

/** Apart from the run: while the file runs, which takes memory, nothing here holds its bytes any more. */
function compiled(
  path: string,
  folder: string | null,
): { readonly script: Script } & Omit<CompiledModule, "exports"> {
  const source = wrapped(readFileSync(path));
  // Two versions of Node, or one with other options, do not displace each other's.
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

/** Read as Latin-1 a large text lies outside of V8's heap, in a byte a letter; read as UTF-8 it is copied into the heap. */
function textOf(source: Buffer): string {
  return source.toString(isAscii(source) ? "latin1" : "utf8");
}

/** Checksum and length of the source: V8 itself compares only the length. */
function sumOf(source: Buffer): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(crc32(source), 0);
  bytes.writeUInt32LE(source.length, 4);
  return bytes;
}

/** What stands before the kept code: the source's sum, and the checksum of the code. */
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

/** A file's bytes; null where another user could have written them: compiled code runs as it stands, whatever its source says. */
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

/** Writes a script's code, and again when it has become more; `length` of what is kept, null for nothing. */
function keeper(file: string, sourceSum: Buffer, script: Script, length: number | null): () => void {
  let kept = length;
  // V8 counts what it has compiled for the whole process, and at once; the script's own code has to be copied out
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

/** A cache that cannot be written is done without. */
function write(file: string, sourceSum: Buffer, code: Buffer): void {
  const fresh = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(fresh, Buffer.concat([head(sourceSum, code), code]), { mode: 0o600 });
    renameSync(fresh, file);
  } catch {
    // no right, no room: of half a file the checksum tells the next process
  }
}
