import { access, mkdir, readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { templatesFolder } from "../../host/index.ts";
import type { Arguments } from "../io/arguments.ts";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";
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
  for (const { path } of files) {
    const taken = await access(join(folder, named(path))).then(
      () => true,
      () => false,
    );
    if (!taken) continue;
    io.err(`dtp: ${join(shown, named(path))} is there already; nothing was written\n`);
    return 2;
  }
  try {
    for (const { path, template } of files) {
      const target = join(folder, named(path));
      await mkdir(dirname(target), { recursive: true });
      await replaceFile(target, named(await readFile(join(templatesFolder, template), "utf8")));
    }
  } catch (error) {
    io.err(`dtp: ${fileProblem(shown, error)}\n`);
    return 2;
  }
  io.out(`${files.map(({ path }) => `${join(shown, named(path))}\n`).join("")}`);
  io.err(`Next: ${io.program} check ${shown}\n`);
  return 0;
}
