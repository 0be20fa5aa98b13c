import { fileName } from "../state/fileName.ts";
import type { Project, ProjectFile } from "../state/project.ts";
import { isProgram, MOST_TEXT } from "../state/readProject.ts";

/**
 * Project with another file in it, as a reader drops, pastes or chooses it. A program opens. Any other file is imported by the
 * program whose results are shown, under a name made of the file's: a `.csv`, a `config.json` of Hugging Face, a launch file.
 */
export function imported(project: Project, file: ProjectFile): Project {
  const { files, main } = project;
  const name = fileName(
    file.name,
    files.map((one) => one.name),
  );
  const added = [...files, { name, text: file.text }];
  if (isProgram(name)) return { ...project, files: added, main: name, open: name, choices: {} };
  if (!READ.test(name)) return { ...project, files: added, open: name };
  return {
    ...project,
    files: added.map((one) => (one.name === main ? { ...one, text: withImport(one.text, name) } : one)),
    open: main,
  };
}

/** Files that a program can import, beside programs. */
const READ = /\.(csv|json|sh|ya?ml|toml|log|out|err|txt)$/i;

/** Program that imports a file, after its edition and its other imports. */
export function withImport(program: string, file: string): string {
  const line = `import ${importName(program, file)} from ${JSON.stringify(`./${file}`)}\n`;
  const ends = [...program.matchAll(/^(?:edition|import)\b.*(?:\n|$)/gm)].map(
    (one) => one.index + one[0].length,
  );
  const at = ends.at(-1) ?? 0;
  const before = program.slice(0, at);
  return `${before}${before === "" || before.endsWith("\n") ? "" : "\n"}${line}${program.slice(at)}`;
}

/** Name for what a file defines, which the program does not have yet. */
function importName(program: string, file: string): string {
  const stem = file
    .replace(/\.[^.]*$/, "")
    .toLowerCase()
    .replace(/\W+/g, "_");
  const base = /^[a-z]/.test(stem) ? stem : `file_${stem}`;
  for (let count = 1; ; count++) {
    const name = count === 1 ? base : `${base}_${count}`;
    if (!new RegExp(`\\b${name}\\b`).test(program)) return name;
  }
}

/**
 * File for a pasted text that is no program: the configuration of a model from Hugging Face, by the keys that all of them have.
 * null for any other text.
 */
export function pastedConfig(text: string): ProjectFile | null {
  if (text.length > MOST_TEXT || !text.trimStart().startsWith("{")) return null;
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found !== "object" || found === null) return null;
    const isConfig = "model_type" in found || "architectures" in found || "hidden_size" in found;
    return isConfig ? { name: "config.json", text } : null;
  } catch {
    return null;
  }
}
