import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LATEST_EDITION } from "../../dsl/syntax/index.ts";
import { engineVersion, packed, stdVersion } from "../../host/index.ts";
import type { Io } from "../io/io.ts";
import { shownPath } from "../io/shownPath.ts";
import { RUNNER } from "./runnerFile.ts";

/** Name of the file that pins a project's versions. */
export const LOCK = "dtp.lock";

/** Versions that a project's numbers belong to, and the runner that has them. */
export interface Lock {
  readonly engine: string;
  readonly std: string;
  readonly edition: number;
  /** Name of the runner beside the lock, and the SHA-256 of its bytes in hexadecimal. */
  readonly runner: string;
  readonly sha256: string;
}

/** Lock of the versions of this program, for a runner. */
export const lockOf = (runner: string): Lock => ({
  engine: engineVersion(),
  std: stdVersion(),
  edition: LATEST_EDITION,
  runner: RUNNER,
  sha256: sha256(runner),
});

export const lockText = (lock: Lock): string => `${JSON.stringify(lock, null, 2)}\n`;

/**
 * Why the programs of a folder may not run with this program, as a sentence: a lock at or above the folder, up to `root`, names
 * other versions, or another runner than the one that is running. Null where there is no lock, or it is met.
 */
export async function lockProblem(folder: string, root: string, io: Io): Promise<string | null> {
  const found = await nearestLock(folder, root);
  if (found === null) return null;
  const { path, text } = found;
  const shown = shownPath(path, io.cwd);
  const lock = readLock(text);
  const again = `\`dtp lock ${dirname(shown)}\` writes it again, with the versions of the dtp that is installed`;
  if (lock === null) return `${shown} is damaged\n  ${again}`;
  const own = { engine: engineVersion(), std: stdVersion(), edition: LATEST_EDITION };
  const other = ([name]: readonly [string, unknown]) =>
    own[name as keyof typeof own] !== lock[name as keyof typeof own];
  const differ = Object.entries(own).filter(other);
  if (differ.length > 0) {
    const said = differ.map(
      ([name, mine]) => `${name} ${lock[name as keyof typeof own]}, and this is ${mine}`,
    );
    const runner = shownPath(join(dirname(path), lock.runner), io.cwd);
    return `${shown} asks for ${said.join("; for ")}\n  run \`node ${runner}\` in place of \`dtp\`, or move to these versions: ${again}`;
  }
  if (packed === null || sha256(await readFile(packed.file)) === lock.sha256) return null;
  return `${shownPath(packed.file, io.cwd)} is not the file whose checksum is in ${shown}\n  take it from the repository's history, or ${again}`;
}

async function nearestLock(
  folder: string,
  root: string,
): Promise<{ readonly path: string; readonly text: string } | null> {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, LOCK);
    const text = await readFile(path, "utf8").catch(() => null);
    if (text !== null) return { path, text };
    if (at === root || at === dirname(at)) return null;
  }
}

function readLock(text: string): Lock | null {
  try {
    const { engine, std, edition, runner, sha256: sum } = JSON.parse(text) as Partial<Lock>;
    const whole = [engine, std, runner, sum].every((one) => typeof one === "string" && one !== "");
    return whole && typeof edition === "number" ? (JSON.parse(text) as Lock) : null;
  } catch {
    return null;
  }
}

const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");
