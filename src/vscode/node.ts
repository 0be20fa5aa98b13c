/** Entry of the extension of VS Code on a computer: the language server is a process. */
import { type ExtensionContext, Uri, workspace } from "vscode";
import { LanguageClient, type ServerOptions, TransportKind } from "vscode-languageclient/node";
import { watchedEndings } from "../editor/watchedEndings.ts";
import { clientOptions } from "./clientOptions.ts";
import { type Extension, startExtension } from "./extension.ts";

/** Starts the extension. VS Code calls it when the first program is opened. */
export async function activate(context: ExtensionContext): Promise<Extension> {
  const command = workspace.getConfiguration("dtp").get<string>("server.path", "");
  const bundled = Uri.joinPath(context.extensionUri, "dist", "server", "main.js").fsPath;
  const server: ServerOptions =
    command === ""
      ? { module: bundled, transport: TransportKind.stdio }
      : { command, args: ["lsp"], transport: TransportKind.stdio };
  // The server reads files itself; it is told which ones changed.
  const watched = workspace.createFileSystemWatcher(`**/*.{${watchedEndings.join(",")}}`);
  context.subscriptions.push(watched);
  const options = { ...clientOptions(context), synchronize: { fileEvents: watched } };
  return startExtension(context, new LanguageClient("dtp", "DTP", server, options));
}

export { deactivate } from "./extension.ts";
