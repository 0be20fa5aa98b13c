/** Entry of the extension of VS Code in a browser: the language server is a worker, which gets the workspace's files as texts. */
import { CancellationTokenSource, type ExtensionContext, FileType, Uri, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/browser";
import { isWatched, watchedEndings } from "../editor/watchedEndings.ts";
import { clientOptions } from "./clientOptions.ts";
import { type Extension, startExtension } from "./extension.ts";
import { textAt } from "./files.ts";

/** Files that a program can import. */
const FILES = `**/*.{${watchedEndings.join(",")}}`;
/** Largest number of files that the server gets, and of folders that are read for them. */
const MOST = 1_000;
/** Wait for VS Code's search, ms. It never answers where the workspace's file system has no search of its own. */
const SEARCH = 1_000;

/** Starts the extension. VS Code calls it when the first program is opened. */
export async function activate(context: ExtensionContext): Promise<Extension> {
  const found = await foundFiles();
  const texts = Object.fromEntries(
    await Promise.all(found.map(async (uri) => [uri.toString(), await textAt(uri)] as const)),
  );
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString());
  const worker = new Worker(Uri.joinPath(context.extensionUri, "dist", "languageWorker.js").toString(true));
  worker.postMessage({ kind: "dtp-workspace", workspace: { folders, texts } });
  const client = new LanguageClient("dtp", "DTP", worker, clientOptions(context));
  const extension = await startExtension(context, client);
  const watcher = workspace.createFileSystemWatcher(FILES);
  const changed = (type: 1 | 2 | 3) => async (uri: Uri) => {
    if ((await isFolder(uri)) && type !== 3) return;
    const text = type === 3 ? null : await textAt(uri);
    await client.sendNotification("dtp/files", { [uri.toString()]: text });
    await client.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: uri.toString(), type }],
    });
  };
  context.subscriptions.push(
    watcher,
    watcher.onDidCreate(changed(1)),
    watcher.onDidChange(changed(2)),
    watcher.onDidDelete(changed(3)),
  );
  return extension;
}

/** The workspace's files, by VS Code's search where there is one, else folder by folder. */
async function foundFiles(): Promise<readonly Uri[]> {
  const stopping = new CancellationTokenSource();
  const late = new Promise<null>((resolve) => setTimeout(resolve, SEARCH, null));
  const search = workspace.findFiles(FILES, "**/node_modules/**", MOST, stopping.token);
  const found = await Promise.race([search, late]);
  if (found) return found;
  stopping.cancel();
  return listedFiles();
}

async function listedFiles(): Promise<readonly Uri[]> {
  const found: Uri[] = [];
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  for (let at = 0; at < Math.min(folders.length, MOST) && found.length < MOST; at++) {
    const folder = folders[at] as Uri;
    const entries = await Promise.resolve(workspace.fs.readDirectory(folder)).catch(() => []);
    for (const [name, type] of entries) {
      if (type === FileType.Directory && name !== "node_modules" && !name.startsWith("."))
        folders.push(Uri.joinPath(folder, name));
      if (type === FileType.File && isWatched(name)) found.push(Uri.joinPath(folder, name));
    }
  }
  return found.slice(0, MOST);
}

const isFolder = async (uri: Uri): Promise<boolean> => {
  try {
    return (await workspace.fs.stat(uri)).type === FileType.Directory;
  } catch {
    return false;
  }
};

export { deactivate } from "./extension.ts";
