import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from "@codemirror/view";
import { inertHtml } from "../../editor/inert.ts";

/** HTML of the explanation of the word at an offset; null where there is none. */
export type Inspect = (text: string, offset: number) => Promise<string | null>;

/** Help on the word under the pointer, and with F1 on the word at the cursor. */
export function help(inspect: Inspect): Extension {
  const show = StateEffect.define<Tooltip | null>();
  const shown = StateField.define<Tooltip | null>({
    create: () => null,
    update(before, { docChanged, selection, effects }) {
      const set = effects.find((one) => one.is(show));
      if (set) return set.value as Tooltip | null;
      return docChanged || selection ? null : before;
    },
    provide: (field) => showTooltip.from(field),
  });

  async function tooltip(view: EditorView, position: number): Promise<Tooltip | null> {
    const word = view.state.wordAt(position);
    if (!word) return null;
    const html = await inspect(view.state.doc.toString(), position);
    if (html === null) return null;
    const create = (): { readonly dom: HTMLElement } => {
      const dom = document.createElement("div");
      dom.className = "help";
      dom.append(inertHtml(html));
      return { dom };
    };
    return { pos: word.from, end: word.to, above: true, create };
  }

  const atCursor = (view: EditorView): boolean => {
    const { head } = view.state.selection.main;
    void tooltip(view, head).then((found) => view.dispatch({ effects: show.of(found) }));
    return true;
  };
  const close = (view: EditorView): boolean => {
    if (view.state.field(shown) === null) return false;
    view.dispatch({ effects: show.of(null) });
    return true;
  };
  return [
    shown,
    hoverTooltip(tooltip, { hoverTime: 350 }),
    keymap.of([
      { key: "F1", run: atCursor },
      { key: "Escape", run: close },
    ]),
  ];
}
