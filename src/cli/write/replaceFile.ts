import { randomBytes } from "node:crypto";
import {
  type FileHandle,
  lstat,
  open,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

/**
 * Writes `content` to `path`, whole or not at all: to a temporary file next to it, which is synced and
 * renamed. If the disk is full, the old file remains. Links, mode and owner are kept. Every file that dtp
 * writes for a user is written by this function.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const target = await behindLinks(path);
  const there = await stat(target).catch(() => null);
  // A pipe or a terminal has no old text, and no temporary file can be next to it.
  if (there !== null && !there.isFile()) return writeFile(target, content);
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  // Other hard links of the file would keep the old text.
  if (there !== null && there.nlink > 1) return overwrite(target, bytes);
  const fresh = join(dirname(target), `.dtp-${randomBytes(6).toString("hex")}.tmp`);
  try {
    const file = await open(fresh, "wx", 0o666);
    try {
      if (there !== null) {
        if (there.uid !== process.getuid?.() || there.gid !== process.getgid?.())
          await file.chown(there.uid, there.gid);
        await file.chmod(there.mode & 0o7777);
      }
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, target);
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => {});
    // The folder may allow no new file, the owner may not be settable, or the file may be a mount point.
    // Overwrite it then.
    if (there !== null && ["EACCES", "EPERM", "EBUSY"].includes(codeOf(error)))
      return overwrite(target, bytes);
    throw error;
  }
  await syncFolder(dirname(target));
}

/**
 * Overwrites a file in place. Where that fails, the old text is restored, which is possible because its disk
 * blocks are still allocated.
 */
async function overwrite(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "r+");
  try {
    const old = await file.readFile();
    try {
      await put(file, bytes);
    } catch (error) {
      await put(file, old);
      throw error;
    }
  } finally {
    await file.close();
  }
}

async function put(file: FileHandle, bytes: Uint8Array): Promise<void> {
  let at = 0;
  while (at < bytes.length) at += (await file.write(bytes, at, bytes.length - at, at)).bytesWritten;
  await file.truncate(bytes.length);
  await file.sync();
}

/** Path of the file that a path's symbolic links lead to. The file need not exist. */
async function behindLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    const link = await lstat(path).catch(() => null);
    if (link?.isSymbolicLink()) return behindLinks(resolve(dirname(path), await readlink(path)));
    return join(await realpath(dirname(path)), basename(path));
  }
}

/** Syncs a folder, so that a new file name survives a loss of power. Ignored on file systems that cannot. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";
