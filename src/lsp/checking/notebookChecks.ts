import type { Connection, NotebookDocument, NotebookDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Diagnostic } from "../../dsl/diagnostics/index.ts";
import { cellName } from "../../kernel/core/cells/cellName.ts";
import { mistakesOfCell } from "../../kernel/core/cells/mistakesOfCell.ts";
import type { Checked, Host } from "../contract/host.ts";
import type { Programs } from "../text/programs.ts";
import type { CheckQueue } from "./checkQueue.ts";
import type { Waits } from "./checks.ts";
import { shownDiagnostic } from "./shownDiagnostic.ts";

/**
 * Checks notebooks after edits, and shows the diagnostics of their cells. A cell knows the names of the cells above it. Nothing
 * runs in a kernel; a check has a budget, so that long sweeps and searches are left to runs.
 */
export class NotebookChecks {
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Results of the last check of each notebook. */
  private readonly last = new Map<string, Checked>();

  constructor(
    private readonly connection: Connection,
    private readonly notebooks: NotebookDocuments<TextDocument>,
    private readonly programs: Programs,
    private readonly host: Host,
    private readonly queue: CheckQueue,
    private readonly waits: Waits,
  ) {
    notebooks.onDidOpen(({ uri }) => this.later(uri));
    notebooks.onDidChange(({ notebookDocument: { uri }, cells }) => {
      for (const { document } of cells?.removed ?? []) this.gone(document);
      this.queue.stop(uri);
      this.later(uri);
    });
    notebooks.onDidClose((notebook) => this.closed(notebook));
  }

  /** Checks the open notebooks that have read a file. */
  importers(uri: string): void {
    for (const [notebook, { files }] of this.last)
      if (Object.values(files).includes(uri)) this.later(notebook);
  }

  /** Checks the open notebooks that import a file which was not there: a new one may be it. */
  withoutImports(): void {
    for (const [notebook, { cells }] of this.last)
      if (cells?.flat().some(({ code }) => code === "unknown-import")) this.later(notebook);
  }

  private closed({ uri, cells }: NotebookDocument): void {
    clearTimeout(this.timers.get(uri));
    this.timers.delete(uri);
    this.queue.remove(uri);
    this.last.delete(uri);
    for (const { document } of cells) this.gone(document);
  }

  private gone(cell: string): void {
    this.programs.forget(cell);
    this.send(cell, []);
  }

  private later(uri: string): void {
    clearTimeout(this.timers.get(uri));
    const wait = this.waits.parse + this.waits.evaluate;
    this.timers.set(
      uri,
      setTimeout(() => this.queue.add(uri, () => this.evaluate(uri)), wait),
    );
  }

  /** Documents of a notebook's cells in its order. */
  private cells(uri: string): readonly TextDocument[] {
    const notebook = this.notebooks.getNotebookDocument(uri);
    return (notebook?.cells ?? []).flatMap((cell) => this.notebooks.getCellTextDocument(cell) ?? []);
  }

  private async evaluate(uri: string): Promise<void> {
    const before = this.cells(uri).map((cell) => ({ cell, version: cell.version }));
    const request = {
      uri,
      text: "",
      cells: before.map(({ cell }) => cell.getText()),
      open: this.programs.open(),
    };
    const checked = await this.host.evaluator.check(request);
    const now = this.cells(uri);
    const isSame =
      now.length === before.length &&
      before.every(({ cell, version }, at) => now[at]?.uri === cell.uri && now[at]?.version === version);
    if (!checked?.cells || !isSame) return;
    this.last.set(uri, checked);
    this.show(now, checked.cells, checked.files);
  }

  private show(
    cells: readonly TextDocument[],
    found: readonly (readonly Diagnostic[])[],
    files: Readonly<Record<string, string>>,
  ): void {
    const named = Object.fromEntries(cells.map(({ uri }, at) => [cellName(at), uri]));
    for (const [at, document] of cells.entries()) {
      const file = this.programs.tree({ uri: document.uri, text: document.getText() });
      const around = { document, file, cell: cellName(at), files: { ...files, ...named }, host: this.host };
      const own = mistakesOfCell(
        found,
        at,
        ({ place }) => place?.source.name ?? null,
        ({ code, message, place }) => JSON.stringify([code, message, place?.source.name, place?.span]),
      );
      this.send(
        document.uri,
        own.map((one) => shownDiagnostic(one, around)),
        document.version,
      );
    }
  }

  private send(uri: string, diagnostics: ReturnType<typeof shownDiagnostic>[], version?: number): void {
    void this.connection.sendDiagnostics({ uri, diagnostics, ...(version === undefined ? {} : { version }) });
  }
}
