import type { Connection } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Diagnostic } from "../../dsl/diagnostics/index.ts";
import type { Checked, Host } from "../contract/host.ts";
import { LONG } from "../text/long.ts";
import type { Programs } from "../text/programs.ts";
import type { CheckQueue } from "./checkQueue.ts";
import { shownDiagnostic } from "./shownDiagnostic.ts";

/** Waits before a text is read, ms. The editor sends an edit a keystroke. */
export interface Waits {
  /** Wait before a text is parsed and its syntax errors are shown. */
  readonly parse: number;
  /** Further wait before it is evaluated. */
  readonly evaluate: number;
}

/** Result of the last check of a document. */
export interface LastCheck {
  /** Text that was checked. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Result of the evaluation; that of an earlier text where this one has syntax errors. */
  readonly checked: (Checked & { readonly text: string }) | null;
}

/** Checks documents after edits, and shows their diagnostics. An edit gives up the check before it. */
export class Checks {
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly last = new Map<string, LastCheck>();

  constructor(
    private readonly connection: Connection,
    private readonly programs: Programs,
    private readonly host: Host,
    private readonly queue: CheckQueue,
    private readonly waits: Waits,
    private readonly refreshed: () => void,
  ) {}

  lastOf(uri: string): LastCheck | null {
    return this.last.get(uri) ?? null;
  }

  /** Notes an edit of a document: checks it, and the open documents that import it. */
  edited(uri: string): void {
    this.queue.stop(uri);
    this.later(uri);
    this.importers(uri);
  }

  /** Checks the open documents that have read a file. */
  importers(uri: string): void {
    for (const [other, { checked }] of this.last)
      if (other !== uri && checked && Object.values(checked.files).includes(uri)) this.later(other);
  }

  /** Checks the open documents that import a file which was not there: a new one may be it. */
  withoutImports(): void {
    for (const [uri, { diagnostics }] of this.last)
      if (diagnostics.some(({ code }) => code === "unknown-import")) this.later(uri);
  }

  closed(uri: string): void {
    clearTimeout(this.timers.get(uri));
    this.timers.delete(uri);
    this.queue.remove(uri);
    this.last.delete(uri);
    this.send(uri, []);
  }

  private later(uri: string): void {
    clearTimeout(this.timers.get(uri));
    this.timers.set(
      uri,
      setTimeout(() => this.parse(uri), this.waits.parse),
    );
  }

  private parse(uri: string): void {
    const document = this.programs.document(uri);
    if (!document) return;
    const text = document.getText();
    // The syntax errors of a long text come from the evaluator, so that nothing waits for its parse here.
    const diagnostics = text.length > LONG ? [] : this.programs.parse({ uri, text }).diagnostics;
    const checked = this.last.get(uri)?.checked ?? null;
    if (diagnostics.some(({ severity }) => severity === "error")) {
      this.last.set(uri, { text, diagnostics, checked });
      this.publish(document, diagnostics, {});
      return;
    }
    this.timers.set(
      uri,
      setTimeout(() => this.queue.add(uri, () => this.evaluate(uri)), this.waits.evaluate),
    );
  }

  private async evaluate(uri: string): Promise<void> {
    const text = this.programs.document(uri)?.getText();
    if (text === undefined) return;
    const checked = await this.host.evaluator.check({ uri, text, open: this.programs.open() });
    const now = this.programs.document(uri);
    if (!checked || now?.getText() !== text) return;
    this.last.set(uri, { text, diagnostics: checked.diagnostics, checked: { ...checked, text } });
    this.publish(now, checked.diagnostics, checked.files);
    this.refreshed();
  }

  private publish(document: TextDocument, diagnostics: readonly Diagnostic[], files: Checked["files"]): void {
    const { uri } = document;
    const file = this.programs.tree({ uri, text: document.getText() });
    const shown = diagnostics.map((one) => shownDiagnostic(one, { document, file, files, host: this.host }));
    this.send(uri, shown, document.version);
  }

  private send(uri: string, diagnostics: ReturnType<typeof shownDiagnostic>[], version?: number): void {
    void this.connection.sendDiagnostics({ uri, diagnostics, ...(version === undefined ? {} : { version }) });
  }
}
