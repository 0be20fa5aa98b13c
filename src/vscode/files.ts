import { Uri, workspace } from "vscode";

/** Size above which a file is not read, in bytes: that of the language. */
const MAX_BYTES = 1_000_000;

/** Text of a file as the editor has it, else as it is on disk; null where there is none, or one too large for a program. */
export async function textAt(uri: Uri): Promise<string | null> {
  const address = uri.toString();
  const open = workspace.textDocuments.find((one) => one.uri.toString() === address);
  if (open) return open.getText();
  try {
    const bytes = await workspace.fs.readFile(uri);
    return bytes.length > MAX_BYTES ? null : new TextDecoder().decode(bytes);
  } catch {
    return null;
  }
}

/** A program with the files that it imports, by their paths from the top folder: what a page that runs it needs. */
export interface CarriedProgram {
  readonly text: string;
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Largest number of files that a program may import, with the imports of those. */
const MOST = 1_000;

/** Reads a program with its imports. Imports that lead out of the workspace folder are left to the language's message. */
export async function carriedProgram(uri: Uri, text: string): Promise<CarriedProgram> {
  const top = workspace.getWorkspaceFolder(uri)?.uri ?? Uri.joinPath(uri, "..");
  const name = pathFrom(top, uri);
  const files = new Map([[name, text]]);
  const open = [{ path: name, text }];
  for (let next = open.pop(); next && files.size < MOST; next = open.pop()) {
    for (const [, specifier = ""] of next.text.matchAll(/\bfrom\s*"([^"\n]*)"/g)) {
      if (/^(std[@/]|[a-z]+:|[\\/])/i.test(specifier)) continue;
      const path = pathFrom(top, Uri.joinPath(top, next.path, "..", specifier));
      if (path === "" || files.has(path)) continue;
      const found = await textAt(Uri.joinPath(top, path));
      if (found === null) continue;
      files.set(path, found);
      if (path.endsWith(".dtp")) open.push({ path, text: found });
    }
  }
  return { text, name, files: Object.fromEntries(files) };
}

/** Path from one folder to a file in it; "" for a file elsewhere. */
function pathFrom(top: Uri, uri: Uri): string {
  const folder = top.path.replace(/\/?$/, "/");
  return uri.path.startsWith(folder) ? uri.path.slice(folder.length) : "";
}
