import type { TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { File } from "../../dsl/ast/ast.ts";
import { type Parsed, parse } from "../../dsl/syntax/index.ts";
import type { EditedText, Host } from "../contract/host.ts";
import { editedTree } from "./editedTree.ts";
import { LONG } from "./long.ts";

/** Open documents and files of the project, each parsed once a version. */
export class Programs {
  /** Last tree of each file. That of a long text comes from the tree before it. */
  private readonly trees = new Map<string, File>();
  private readonly parsed = new Map<string, { readonly text: string; readonly parsed: Parsed }>();

  constructor(
    private readonly documents: TextDocuments<TextDocument>,
    private readonly host: Host,
  ) {}

  document(uri: string): TextDocument | undefined {
    return this.documents.get(uri);
  }

  /** Syntax tree of a text. */
  parse({ uri, text }: EditedText): Parsed {
    const known = this.parsed.get(uri);
    if (known?.text === text) return known.parsed;
    const parsed = parse({ name: nameOf(uri), text }, "file");
    this.parsed.set(uri, { text, parsed });
    return parsed;
  }

  /** Syntax tree of a text, whose mistakes are not asked for: after an edit, only its part is parsed again. */
  tree(one: EditedText): File {
    const { uri, text } = one;
    const before = this.trees.get(uri);
    if (before?.source.text === text) return before;
    const known = this.parsed.get(uri);
    const file =
      (known?.text === text ? known.parsed.file : null) ??
      (before && text.length > LONG ? editedTree(before, text) : null) ??
      this.parse(one).file;
    this.trees.set(uri, file);
    return file;
  }

  /** File that an import names: its text in the editor where it is open, else its text on disk. */
  resolve(specifier: string, from: string): EditedText | null {
    const found = this.host.resolve(specifier, from);
    const open = found && this.documents.get(found.uri);
    return open ? { uri: found.uri, text: open.getText() } : found;
  }

  /** All programs of a project, open ones with their text in the editor. */
  project(uri: string): readonly EditedText[] {
    const open = this.documents.all().map((one) => ({ uri: one.uri, text: one.getText() }));
    const known = new Set(open.map((one) => one.uri));
    return [...open, ...this.host.programs(uri).filter((one) => !known.has(one.uri))];
  }

  /** Texts of all open documents by address. */
  open(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.documents.all().map((one) => [one.uri, one.getText()]));
  }

  forget(uri: string): void {
    this.parsed.delete(uri);
    this.trees.delete(uri);
  }
}

/** Name of a file in messages: the last part of its address. */
export function nameOf(uri: string): string {
  const last = uri.slice(uri.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last; // a stray percent sign
  }
}
