import { access, mkdir, readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { templatesFolder } from "../../host/index.ts";
import { seal } from "../actions/seal.ts";
import type { Arguments } from "../io/arguments.ts";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";
import { LOCK } from "../lock/lock.ts";
import { RUNNER } from "../lock/runnerFile.ts";
import { lockedFiles } from "../lock/writeLock.ts";
import { replaceFile } from "../write/replaceFile.ts";
import { scaffolds } from "./scaffolds.ts";

/**
 * Command `dtp new paper DIR`: writes the initial files of a paper or a course. It writes none of them if one
 * exists already.
 */
export async function newProject({ operands }: Arguments, io: Io): Promise<number> {
  const [kind = "", shown = ""] = operands;
  const files = scaffolds[kind] ?? [];
  const folder = resolve(io.cwd, shown);
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  if (name === "") {
    io.err(`dtp: ${shown} gives no name; use a folder name such as \`my-${kind}\`\n`);
    return 2;
  }
  const named = (text: string) => text.replaceAll("NAME", name);
  for (const { path } of [...files, ...(kind === "paper" ? [{ path: LOCK }, { path: RUNNER }] : [])]) {
    const taken = await access(join(folder, named(path))).then(
      () => true,
      () => false,
    );
    if (!taken) continue;
    io.err(`dtp: ${join(shown, named(path))} is there already; nothing was written\n`);
    return 2;
  }
  const locked = kind === "paper" ? await lockedFiles(io) : null;
  if (locked && "problem" in locked) {
    io.err(`dtp: ${locked.problem}\n`);
    return 2;
  }
  const pinned = Object.entries(locked?.texts ?? {});
  try {
    for (const { path, template } of files) {
      const target = join(folder, named(path));
      await mkdir(dirname(target), { recursive: true });
      await replaceFile(target, named(await readFile(join(templatesFolder, template), "utf8")));
    }
    if (kind === "course") {
      const [lesson, keys] = [join(shown, named("01-NAME.dtp")), join(shown, "keys")];
      // A seal belongs to the lesson's name, so that a template cannot have it.
      const quiet = { ...io, out: () => {} };
      const status = await seal({ operands: [lesson], flags: new Map([["--key", [keys]]]) }, quiet);
      if (status !== 0) return status;
    }
    for (const [path, text] of pinned) await replaceFile(join(folder, path), text);
  } catch (error) {
    io.err(`dtp: ${fileProblem(shown, error)}\n`);
    return 2;
  }
  const written = [...files.map(({ path }) => path), ...pinned.map(([path]) => path)];
  io.out(written.map((path) => `${join(shown, named(path))}\n`).join(""));
  const program = locked === null ? io.program : `node ${join(shown, RUNNER)}`;
  io.err(`Next: ${program} check ${shown}\n`);
  return 0;
}
