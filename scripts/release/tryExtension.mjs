// A clean try of a .vsix file's contents: every file that its manifest names is there, and its language server answers.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";

/** Longest wait for the server's diagnostic, ms. */
const WAIT = 30_000;

/** Paths of files that a manifest of an extension names: its scripts, icons and everything that it contributes. */
export function filesNamed(manifest) {
  const { main, browser, icon, contributes = {} } = manifest;
  const { languages = [], grammars = [], snippets = [], notebookRenderer = [] } = contributes;
  const named = [
    main,
    browser,
    icon,
    ...languages.flatMap(({ configuration, icon: icons = {} }) => [configuration, ...Object.values(icons)]),
    ...[...grammars, ...snippets].map(({ path }) => path),
    ...notebookRenderer.map(({ entrypoint }) =>
      typeof entrypoint === "string" ? entrypoint : entrypoint?.path,
    ),
  ];
  return [...new Set(named.filter((path) => path !== undefined))];
}

/** Files that a manifest names and the extension's folder lacks. A script may be named without its ending. */
export function filesMissing(folder, manifest) {
  const isFile = (path) => existsSync(path) && statSync(path).isFile();
  return filesNamed(manifest).filter(
    (path) => !isFile(join(folder, path)) && !isFile(`${join(folder, path)}.js`),
  );
}

/**
 * Starts a language server over stdio, opens a program in it, and resolves to the diagnostics that it sends.
 *
 * @throws where the server ends early or sends none in time
 */
export async function diagnosticsOf(script, folder, text) {
  const child = spawn(process.execPath, [script], { cwd: folder, stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (more) => {
    said += more;
  });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  let timer;
  try {
    const failed = new Promise((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`the language server sent nothing in ${WAIT / 1000} s\n${said}`)),
        WAIT,
      );
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`the language server ended with ${code}\n${said}`)));
    });
    failed.catch(() => {});
    const uri = pathToFileURL(join(folder, "mistake.dtp")).href;
    const sent = new Promise((resolve) => {
      connection.onNotification("textDocument/publishDiagnostics", (one) => {
        if (one.uri === uri) resolve(one.diagnostics);
      });
    });
    connection.listen();
    const rootUri = pathToFileURL(folder).href;
    const started = connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri,
      capabilities: {},
    });
    started.catch(() => {});
    await Promise.race([started, failed]);
    await connection.sendNotification("initialized", {});
    const textDocument = { uri, languageId: "dtp", version: 1, text };
    await connection.sendNotification("textDocument/didOpen", { textDocument });
    return await Promise.race([sent, failed]);
  } finally {
    clearTimeout(timer);
    connection.dispose();
    child.kill();
  }
}

/** A program with one mistake, and the name that its diagnostic suggests. The library has to be read to find it. */
const MISTAKE = { text: 'edition 2026\n\nimport lama3_405b from "std/models"\n', name: "llama3_405b" };

/**
 * Tries an extension that lies unpacked in a folder.
 *
 * @returns what was tried, in a line
 * @throws where a file that the manifest names is missing, or the server does not find a mistake
 */
export async function tryExtension(extension, empty) {
  const manifest = JSON.parse(readFileSync(join(extension, "package.json"), "utf8"));
  const missing = filesMissing(extension, manifest);
  if (missing.length > 0) throw new Error(`package.json names ${missing.join(", ")}, which the file lacks`);
  const found = await diagnosticsOf(join(extension, "dist/server/main.js"), empty, MISTAKE.text);
  const [first] = found;
  if (found.length !== 1 || !first.message.includes(MISTAKE.name))
    throw new Error(`the language server does not find the mistake: ${JSON.stringify(found)}`);
  return `${manifest.publisher}.${manifest.name} ${manifest.version}: ${filesNamed(manifest).length} files of the manifest, server says ${first.code}`;
}
