import {
  commands,
  type Disposable,
  EventEmitter,
  type TextDocumentContentProvider,
  Uri,
  window,
  workspace,
} from "vscode";

const SCHEME = "dtp-result";
/** Titles of the server's commands, each with what it needs beside a document. */
const COMMANDS: Readonly<Record<string, { readonly title: string; readonly named: boolean }>> = {
  "dtp.run": { title: "Run", named: false },
  "dtp.explain": { title: "Explain", named: true },
  "dtp.bestPlan": { title: "Best plan", named: true },
};

/** Reports of the server's commands, shown as Markdown beside their program. */
export class Results implements TextDocumentContentProvider, Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changes = new EventEmitter<Uri>();
  private readonly registered = workspace.registerTextDocumentContentProvider(SCHEME, this);
  readonly onDidChange = this.changes.event;

  provideTextDocumentContent(uri: Uri): string {
    return this.texts.get(uri.path) ?? "";
  }

  /**
   * Arguments of a command: the given ones of a lens, else the active program and, for a command on a scenario, one that
   * the user picks. Null where there is none.
   */
  async argumentsOf(command: string, given: readonly unknown[]): Promise<unknown[] | null> {
    const known = COMMANDS[command];
    const [uri] = given;
    if (!known || (typeof uri === "string" && (!known.named || typeof given[1] === "string")))
      return [...given];
    const document = window.activeTextEditor?.document;
    if (document?.languageId !== "dtp") {
      await window.showInformationMessage("DTP: open a program first.");
      return null;
    }
    const address = document.uri.toString();
    if (!known.named) return [address];
    const names = await scenariosOf(document.uri);
    if (names.length === 0) {
      await window.showInformationMessage(
        "DTP: this program defines no scenario: `let base = MODEL on CLUSTER with ..`.",
      );
      return null;
    }
    const name = names.length === 1 ? names[0] : await window.showQuickPick(names, { title: known.title });
    return name === undefined ? null : [address, name];
  }

  /** Shows a report, and leaves the program in focus. A later report of the same command and scenario takes its place. */
  async show(command: string, [address, name]: readonly unknown[], report: string): Promise<void> {
    const file = String(address).split("/").at(-1) ?? "";
    const title = [COMMANDS[command]?.title ?? command, name, decodeURIComponent(file)]
      .filter(Boolean)
      .join(" ");
    const uri = Uri.from({ scheme: SCHEME, path: `/${title.replaceAll("/", "-")}.md` });
    this.texts.set(uri.path, report);
    this.changes.fire(uri);
    const program = window.activeTextEditor;
    await commands.executeCommand("markdown.showPreviewToSide", uri);
    // The lenses of a program that loses the focus at this moment can stay dead until it is back.
    if (program) await window.showTextDocument(program.document, program.viewColumn);
  }

  dispose(): void {
    this.registered.dispose();
    this.changes.dispose();
  }
}

/** Scenarios of a program, as the lenses of the server name them. */
async function scenariosOf(uri: Uri): Promise<readonly string[]> {
  const lenses = await commands.executeCommand<
    readonly { command?: { command: string; arguments?: unknown[] } }[]
  >("vscode.executeCodeLensProvider", uri, 1_000);
  return (lenses ?? []).flatMap(({ command }) =>
    command?.command === "dtp.explain" ? [String(command.arguments?.[1])] : [],
  );
}
