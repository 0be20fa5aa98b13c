import { linter, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { type Extension, StateEffect } from "@codemirror/state";
import { EditorView, keymap, ViewPlugin } from "@codemirror/view";
import { type Mistake, marked } from "../editor/problems.ts";

/** Mistakes of a text, and the name that it has in their places. */
interface Found {
  readonly text: string;
  readonly name: string;
  readonly mistakes: readonly Mistake[];
}

/** Open editors of each text, by the text's document model; true for an editor that has signs beside its lines. */
const editors = new WeakMap<object, Map<EditorView, boolean>>();
/** Editors that have their column of signs. */
const signed = new WeakSet<EditorView>();
/** Latest mistakes of each text, by the text's document model. */
const latest = new WeakMap<object, Found>();

/** Marks the mistakes of a text in all its editors, also in those that open later. A text that has changed keeps its marks. */
export function showMarks(model: object, found: Found): void {
  latest.set(model, found);
  for (const [view, signs] of editors.get(model) ?? []) show(view, signs, found);
}

function show(view: EditorView, signs: boolean, { text, name, mistakes }: Found): void {
  if (view.state.doc.toString() !== text) return;
  // Editors of other languages have no column that stays empty.
  if (signs && !signed.has(view)) {
    signed.add(view);
    view.dispatch({ effects: StateEffect.appendConfig.of(lintGutter()) });
  }
  view.dispatch(
    setDiagnostics(
      view.state,
      mistakes.map((one) => marked(one, name, text)),
    ),
  );
}

/**
 * Editor extension that marks the mistakes of the text `model`: wavy lines, their words and mends under the pointer, and a sign
 * beside each line with one where `signs` is true.
 *
 * @param edited hears of edits, of a change of the language, and of a reader who comes back to the text
 */
export function marks(model: object, signs: boolean, edited: () => void): Extension {
  const open = ViewPlugin.define((view) => {
    const views = editors.get(model) ?? new Map<EditorView, boolean>();
    editors.set(model, views.set(view, signs));
    // An editor cannot change while it is being made.
    queueMicrotask(() => {
      const found = latest.get(model);
      if (found && views.has(view)) show(view, signs, found);
    });
    return {
      update({ docChanged, focusChanged, view: { hasFocus }, transactions }) {
        if (docChanged || (focusChanged && hasFocus) || transactions.some((one) => one.reconfigured))
          edited();
      },
      destroy: () => views.delete(view),
    };
  });
  return [open, linter(null), keymap.of(lintKeymap), STYLE];
}

/** Colours of JupyterLab's themes. */
const STYLE = EditorView.baseTheme({
  ".cm-tooltip-lint, .cm-panel-lint": { color: "var(--jp-ui-font-color1)" },
  ".cm-tooltip.cm-tooltip-lint, .cm-tooltip.cm-tooltip-hover:has(> .cm-tooltip-lint)": {
    backgroundColor: "var(--jp-layout-color1)",
    border: "1px solid var(--jp-border-color1)",
  },
  ".cm-diagnostic": { whiteSpace: "pre-line", maxWidth: "36em" },
});
