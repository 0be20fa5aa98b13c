import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { dtpLanguage } from "../../editor/language.ts";
import { marked } from "../../editor/problems.ts";
import type { RuntimeAnswers, ShownDiagnostic } from "../../web/index.ts";
import { completions } from "./completions.ts";
import { help, type Inspect } from "./help.ts";
import { look } from "./look.ts";
import { problems } from "./problems.ts";

/** Means of an editor, and what it tells. */
export interface EditorHost {
  readonly inspect: Inspect;
  complete(text: string, offset: number): Promise<RuntimeAnswers["complete"] | null>;
  check(text: string): Promise<readonly ShownDiagnostic[]>;
  /** Hears every edit of the open file. */
  edited(text: string): void;
  run(): void;
  format(): void;
  /** Takes a pasted text, such as a model's configuration; false where it is pasted into the file. */
  pasted(text: string): boolean;
}

/** Marks a change that the page makes by itself. */
const own = Annotation.define<boolean>();

/** Command of a key that does something, after which no other command of the key runs. */
const handled = (act: () => void) => (): boolean => {
  act();
  return true;
};

/** Editor of one file at a time. Each file keeps its own cursor and history. */
export class Editor {
  private readonly view: EditorView;
  private readonly states = new Map<string, EditorState>();
  private name = "";

  constructor(
    parent: HTMLElement,
    private readonly host: EditorHost,
  ) {
    this.view = new EditorView({ parent });
  }

  /** Shows a file. `text` is its text now. */
  open(name: string, text: string): void {
    if (this.name !== "") this.states.set(this.name, this.view.state);
    const known = this.states.get(name);
    this.name = name;
    this.view.setState(known ?? this.fresh(name, text));
    this.replace(text);
  }

  /** Forgets a file that was closed or renamed. */
  forget(name: string): void {
    this.states.delete(name);
    if (this.name === name) this.name = "";
  }

  /** Replaces the open file's text. Only the part that differs changes, so the cursor stays. */
  replace(text: string): void {
    const before = this.view.state.doc.toString();
    if (before === text) return;
    let from = 0;
    const most = Math.min(before.length, text.length);
    while (from < most && before[from] === text[from]) from++;
    let same = 0;
    while (same < most - from && before.at(-1 - same) === text.at(-1 - same)) same++;
    this.view.dispatch({
      changes: { from, to: before.length - same, insert: text.slice(from, text.length - same) },
      annotations: own.of(true),
    });
  }

  /** Marks mistakes of the open file, found elsewhere than by its own check. */
  mark(found: readonly ShownDiagnostic[]): void {
    const { state } = this.view;
    const text = state.doc.toString();
    const all = found.map((one) => marked(one, this.name, text));
    this.view.dispatch(setDiagnostics(state, all));
  }

  /** Puts the cursor on a range of the open file, and shows it. */
  goTo(start: number, end = start): void {
    const { length } = this.view.state.doc;
    this.view.dispatch({
      selection: { anchor: Math.min(start, length), head: Math.min(end, length) },
      effects: EditorView.scrollIntoView(Math.min(start, length), { y: "center" }),
    });
    this.view.focus();
  }

  /** Offset of a line's beginning in the open file. `line` counts from 1. */
  startOf(line: number): number {
    const { doc } = this.view.state;
    return doc.line(Math.min(Math.max(1, line), doc.lines)).from;
  }

  focus(): void {
    this.view.focus();
  }

  private fresh(name: string, text: string): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [this.common(name), /\.dtp$/i.test(name) ? this.language() : []],
    });
  }

  private common(name: string): Extension {
    const { host } = this;
    return [
      lineNumbers(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      history(),
      drawSelection(),
      highlightSelectionMatches(),
      bracketMatching(),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": `Text of ${name}` }),
      EditorView.updateListener.of(({ docChanged, state, transactions }) => {
        if (docChanged && !transactions.some((one) => one.annotation(own))) host.edited(state.doc.toString());
      }),
      EditorView.domEventHandlers({
        paste(event) {
          const taken = host.pasted(event.clipboardData?.getData("text/plain") ?? "");
          if (taken) event.preventDefault();
          return taken;
        },
        // Files are dropped on the page, not into the text.
        drop: (event) => (event.dataTransfer?.files.length ?? 0) > 0,
      }),
      keymap.of([
        { key: "Mod-Enter", run: handled(() => host.run()) },
        { key: "Mod-s", run: handled(() => host.format()), preventDefault: true },
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...lintKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      look,
    ];
  }

  private language(): Extension {
    const { host } = this;
    return [
      dtpLanguage(undefined),
      indentUnit.of("  "),
      indentOnInput(),
      closeBrackets(),
      autocompletion({ override: [completions(host.complete)], icons: false }),
      help(host.inspect),
      problems(host.check, () => this.name),
      lintGutter(),
    ];
  }
}
