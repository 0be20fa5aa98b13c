import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";
import { cacheFolder } from "./cacheFolder.ts";

export interface CompiledModule {
  readonly exports: unknown;
  /** Whether the engine took what an earlier process had compiled. */
  readonly cached: boolean;
}

/** ms after loading: by then what the file was loaded for has run, and the functions it used are compiled too. */
const KEEP_AFTER = 300;

/**
 * Runs a large CommonJS file that needs nothing of Node's loader, with the compiled code that an earlier process kept in
 * `folder` (null: nowhere). Compiling is most of what such a file costs: plotly.js loads in a fifth of the time. A cache
 * that is missing, torn, or of another source or engine is passed over and written again.
 */
export function compiledModule(path: string, folder = cacheFolder()): CompiledModule {
  const source = readFileSync(path);
  // Two versions of Node, or one with other options, do not displace each other's.
  const place = `${process.versions.v8}-${process.arch}-${cachedDataVersionTag().toString(16)}`;
  const file = folder === null ? null : join(folder, place, `${basename(path)}.cache`);
  const kept = file === null ? undefined : readKept(file, source);
  const parameters = "exports, require, module, __filename, __dirname";
  const script = new Script(`(function (${parameters}) {${source.toString("utf8")}\n})`, {
    filename: path,
    ...(kept === undefined ? {} : { cachedData: kept }),
  });
  const run = script.runInThisContext() as (...given: readonly unknown[]) => void;
  const module = { exports: {} };
  run.call(module.exports, module.exports, createRequire(path), module, path, dirname(path));
  const cached = kept !== undefined && script.cachedDataRejected === false;
  if (file !== null && !cached) setTimeout(() => keep(file, source, script.createCachedData()), KEEP_AFTER);
  return { exports: module.exports, cached };
}

/** Checksum and length of the source, checksum of the code: V8 itself compares only the source's length. */
const HEAD = 12;

function head(source: Buffer, code: Buffer): Buffer {
  const bytes = Buffer.alloc(HEAD);
  bytes.writeUInt32LE(crc32(source), 0);
  bytes.writeUInt32LE(source.length, 4);
  bytes.writeUInt32LE(crc32(code), 8);
  return bytes;
}

function readKept(file: string, source: Buffer): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const code = bytes.subarray(HEAD);
    return bytes.subarray(0, HEAD).equals(head(source, code)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** A cache that cannot be written is done without. */
function keep(file: string, source: Buffer, code: Buffer): void {
  const fresh = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(fresh, Buffer.concat([head(source, code), code]), { mode: 0o600 });
    renameSync(fresh, file);
  } catch {
    // no right, no room: of half a file the checksum tells the next process
  }
}
