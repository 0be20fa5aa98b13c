// An extension of VS Code for the web: `memfs:/plans`, a folder in memory, whose files the server of `serveWorkbench.mjs` names.
import {
  commands,
  Disposable,
  EventEmitter,
  FileChangeType,
  FileSystemError,
  FileType,
  Uri,
  workspace,
} from "vscode";

const changes = new EventEmitter();
const times = new Map();
/** Bytes of files by their paths. Folders are the beginnings of those. */
const files = new Map();

const nameIn = (folder, path) => {
  const inside = folder.endsWith("/") ? folder : `${folder}/`;
  return path.startsWith(inside) ? path.slice(inside.length).split("/")[0] : null;
};
const isFolder = (path) => path === "/" || [...files.keys()].some((file) => nameIn(path, file) !== null);
const bytesOf = (uri) => {
  const bytes = files.get(uri.path);
  if (!bytes) throw FileSystemError.FileNotFound(uri);
  return bytes;
};

const provider = {
  onDidChangeFile: changes.event,
  watch: () => new Disposable(() => {}),
  stat(uri) {
    if (isFolder(uri.path)) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const { length } = bytesOf(uri);
    return { type: FileType.File, ctime: 0, mtime: times.get(uri.path) ?? 0, size: length };
  },
  readDirectory(uri) {
    const found = new Map();
    for (const file of files.keys()) {
      const name = nameIn(uri.path, file);
      const path = `${uri.path.replace(/\/$/, "")}/${name}`;
      if (name) found.set(name, files.has(path) ? FileType.File : FileType.Directory);
    }
    return [...found];
  },
  readFile: bytesOf,
  writeFile(uri, bytes) {
    const type = files.has(uri.path) ? FileChangeType.Changed : FileChangeType.Created;
    files.set(uri.path, bytes);
    times.set(uri.path, Date.now());
    changes.fire([{ type, uri }]);
  },
  delete(uri) {
    files.delete(uri.path);
    changes.fire([{ type: FileChangeType.Deleted, uri }]);
  },
  createDirectory() {},
  rename() {
    throw FileSystemError.NoPermissions("memfs: files keep their names");
  },
};

export async function activate({ extensionUri, subscriptions }) {
  const listed = await fetch(Uri.joinPath(extensionUri, "files.json").toString(true));
  for (const [path, text] of Object.entries(await listed.json()))
    files.set(`/plans/${path}`, new TextEncoder().encode(text));
  subscriptions.push(
    workspace.registerFileSystemProvider("memfs", provider),
    commands.registerCommand("memory.ready", () => true),
    // A change of a file outside the editor.
    commands.registerCommand("memory.write", (path, text) =>
      provider.writeFile(Uri.parse(`memfs:/plans/${path}`), new TextEncoder().encode(text)),
    ),
  );
}
