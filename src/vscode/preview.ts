import {
  commands,
  type Disposable,
  type ExtensionContext,
  type TextDocument,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from "vscode";
import { carriedProgram } from "./files.ts";

/** Wait after an edit before the preview runs the program, ms. */
const WAIT = 300;
/** Element of the built page that stands for plotly.js. */
const PLOTLY = "<script>/* plotly.js */</script>";

/** Live previews: the report of a program beside it, as `dtp run --html --live` writes it, which follows every edit. */
export function registerPreview(context: ExtensionContext): Disposable {
  const panels = new Map<string, WebviewPanel>();
  const dist = Uri.joinPath(context.extensionUri, "dist");
  let template: Promise<string> | null = null;
  const page = async (): Promise<string> => {
    template ??= readText(Uri.joinPath(dist, "preview.html"));
    return template;
  };
  return commands.registerCommand("dtp.showPreview", async (given?: unknown) => {
    const document = await documentOf(given);
    if (!document) {
      await window.showInformationMessage("DTP: open a program first.");
      return;
    }
    const address = document.uri.toString();
    const known = panels.get(address);
    if (known) {
      known.reveal(undefined, true);
      return;
    }
    const name = document.uri.path.split("/").at(-1) ?? "program";
    const panel = window.createWebviewPanel(
      "dtp.preview",
      `Preview ${name}`,
      { viewColumn: ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [dist] },
    );
    panel.iconPath = Uri.joinPath(context.extensionUri, "icon.png");
    panels.set(address, panel);
    follow(panel, document, () => panels.delete(address));
    panel.webview.html = pageFor(await page(), name, {
      source: panel.webview.cspSource,
      plotly: panel.webview.asWebviewUri(Uri.joinPath(dist, "plotly.min.js")).toString(),
    });
  });
}

/** Sends the program to its page: when the page asks for it first, and after each edit of it or of a file that it may import. */
function follow(panel: WebviewPanel, document: TextDocument, closed: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let open = true;
  const send = async (): Promise<void> => {
    const program = await carriedProgram(document.uri, document.getText());
    // The preview may be closed while the imports are read.
    if (open) await panel.webview.postMessage({ kind: "dtp-program", program });
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), WAIT);
  };
  const listening = [
    panel.webview.onDidReceiveMessage((message: unknown) => {
      if ((message as { readonly kind?: unknown } | null)?.kind === "dtp-ready") void send();
    }),
    workspace.onDidChangeTextDocument(({ document: changed }) => {
      if (changed.languageId === "dtp" || changed === document) later();
    }),
  ];
  panel.onDidDispose(() => {
    open = false;
    clearTimeout(timer);
    for (const one of listening) one.dispose();
    closed();
  });
}

/** Page of a program: the built one, allowed to load plotly.js from the extension. */
export function pageFor(
  template: string,
  name: string,
  { source, plotly }: { readonly source: string; readonly plotly: string },
): string {
  const title = name.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
  return template
    .replace("script-src ", () => `script-src ${source} `)
    .replace(PLOTLY, () => `<script src="${plotly}"></script>`)
    .replace("<h1>DTP</h1>", () => `<h1>${title}</h1>`);
}

async function documentOf(given: unknown): Promise<TextDocument | null> {
  if (given instanceof Uri) return workspace.openTextDocument(given);
  const active = window.activeTextEditor?.document;
  return active?.languageId === "dtp" ? active : null;
}

async function readText(uri: Uri): Promise<string> {
  return new TextDecoder().decode(await workspace.fs.readFile(uri));
}
