import { commands, type ExtensionContext, type Uri, window, workspace } from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { registerControls } from "./controls.ts";
import { registerPreview } from "./preview.ts";

/** Interface for other extensions and for tests. */
export interface Extension {
  readonly client: BaseLanguageClient;
}

let running: BaseLanguageClient | null = null;

/** Starts the language client, and registers what does not need it. */
export async function startExtension(
  context: ExtensionContext,
  client: BaseLanguageClient,
): Promise<Extension> {
  running = client;
  context.subscriptions.push(
    registerPreview(context),
    registerControls(),
    commands.registerCommand("dtp.restartServer", async () => {
      if (client.needsStop()) await client.stop();
      await client.start();
    }),
    // Definitions in the library, where it has no files.
    workspace.registerTextDocumentContentProvider("dtp-library", {
      provideTextDocumentContent: async (uri: Uri) =>
        (await client.sendRequest<string | null>("dtp/libraryText", uri.toString())) ?? "",
    }),
  );
  // A server that is not there leaves previews and controls working.
  await client.start().catch(async (error: unknown) => {
    await window.showErrorMessage(`DTP: the language server did not start. ${String(error)}`);
  });
  return { client };
}

/** Ends the language server. VS Code calls it when the extension is turned off. */
export async function deactivate(): Promise<void> {
  const client = running;
  running = null;
  if (client?.needsStop()) await client.stop();
}
