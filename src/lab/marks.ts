import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  ViewPlugin,
} from "@codemirror/view";
import type { FileMark } from "../kernel/core/requests/fileMarks.ts";

/** Colour of each severity of a mistake, the mildest first, from JupyterLab's themes. */
const COLORS = {
  note: "var(--jp-info-color1)",
  warning: "var(--jp-warn-color1)",
  error: "var(--jp-error-color1)",
} as const;
const SEVERITIES = Object.keys(COLORS) as (keyof typeof COLORS)[];

/** Open editors of each text, by the text's document model. */
const editors = new WeakMap<object, Set<EditorView>>();
/** Latest marks of each text, by the text's document model. */
const latest = new WeakMap<object, readonly FileMark[]>();

const replace = StateEffect.define<readonly FileMark[]>();

/** Marks the mistakes of a text in all its editors. Earlier marks are removed. */
export function showMarks(model: object, marks: readonly FileMark[]): void {
  latest.set(model, marks);
  for (const view of editors.get(model) ?? []) view.dispatch({ effects: replace.of(marks) });
}

/**
 * Editor extension that marks the mistakes of the text `model`: wavy lines in the text, and a sign beside
 * each line with a mistake.
 */
export function marks(model: object): Extension {
  const marked = StateField.define<DecorationSet>({
    create: (state) => decorations(latest.get(model) ?? [], state),
    update: (before, { changes, effects, state }) =>
      effects.reduce(
        (now, effect) => (effect.is(replace) ? decorations(effect.value, state) : now),
        before.map(changes),
      ),
    provide: (field) => EditorView.decorations.from(field),
  });
  const beside = gutter({
    class: "dtp-marks",
    lineMarker(view, { from, to }) {
      const begun: FileMark[] = [];
      view.state.field(marked).between(from, to, (start, _end, { spec }) => {
        if (start >= from) begun.push(spec.mark);
      });
      return begun.length === 0 ? null : new LineMark(begun);
    },
    lineMarkerChange: ({ startState, state }) => startState.field(marked) !== state.field(marked),
  });
  const open = ViewPlugin.define((view) => {
    const views = editors.get(model) ?? new Set();
    editors.set(model, views.add(view));
    return { destroy: () => views.delete(view) };
  });
  return [marked, beside, open, STYLE];
}

function decorations(marks: readonly FileMark[], { doc }: EditorState): DecorationSet {
  const ranges = marks.flatMap((mark) => {
    // A mistake between two letters is drawn under one of them.
    const from = Math.min(mark.from, Math.max(0, doc.length - 1));
    const to = Math.min(Math.max(mark.to, from + 1), doc.length);
    const attributes = { title: mark.message };
    return from < to
      ? [Decoration.mark({ class: `dtp-mark dtp-mark-${mark.severity}`, attributes, mark }).range(from, to)]
      : [];
  });
  return Decoration.set(ranges, true);
}

class LineMark extends GutterMarker {
  constructor(private readonly begun: readonly FileMark[]) {
    super();
  }

  override toDOM(): HTMLElement {
    const worst = SEVERITIES.findLast((one) => this.begun.some(({ severity }) => severity === one)) ?? "note";
    const words = this.begun.map(({ severity, message }) => `${severity}: ${message}`).join("\n\n");
    const dot = document.createElement("div");
    dot.textContent = worst === "error" ? "✗" : "!";
    dot.style.color = COLORS[worst];
    dot.title = words;
    dot.setAttribute("role", "img");
    dot.setAttribute("aria-label", words);
    return dot;
  }
}

const STYLE = EditorView.baseTheme({
  ".dtp-marks": { fontWeight: "bold", cursor: "help" },
  ".dtp-marks .cm-gutterElement": { padding: "0 4px" },
  ...Object.fromEntries(
    SEVERITIES.map((one) => [
      `.dtp-mark-${one}`,
      { textDecoration: `underline wavy ${COLORS[one]}`, textUnderlineOffset: "3px" },
    ]),
  ),
});
