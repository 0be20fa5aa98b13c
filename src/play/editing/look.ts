import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Colours of the language's words: variables of the page's style sheet, which knows light and dark. */
const words = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.keyword, tags.bool], color: "var(--code-keyword)", fontWeight: "600" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.labelName, color: "var(--code-unit)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: tags.definition(tags.variableName), color: "var(--code-definition)", fontWeight: "600" },
  { tag: tags.special(tags.variableName), color: "var(--code-call)" },
  { tag: tags.propertyName, color: "var(--code-property)" },
  { tag: [tags.operator, tags.punctuation, tags.bracket], color: "var(--muted)" },
  { tag: tags.meta, color: "var(--code-call)" },
]);

const shape = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--card)", color: "var(--ink)", fontSize: "13.5px" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)", paddingBottom: "30vh" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--muted)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--active)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--active)", color: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection": {
    backgroundColor: "var(--selected) !important",
  },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--selected)" },
  ".cm-tooltip": {
    backgroundColor: "var(--card)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    borderRadius: "6px",
    boxShadow: "0 4px 16px rgba(0,0,0,.18)",
    maxWidth: "min(36em, 92vw)",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--card)" },
  ".cm-completionDetail": { color: "inherit", opacity: ".75", fontStyle: "normal" },
  ".cm-completionInfo": { padding: "6px 10px", maxWidth: "26em", whiteSpace: "pre-line" },
  ".cm-diagnostic": { padding: "4px 10px", whiteSpace: "pre-line" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--card)", padding: "1px 8px" },
  ".cm-panels": { backgroundColor: "var(--paper)", color: "var(--ink)" },
  ".cm-textfield, .cm-button": {
    backgroundColor: "var(--card)",
    backgroundImage: "none",
    color: "var(--ink)",
    border: "1px solid var(--line)",
  },
});

/** Colours and sizes of the editor. */
export const look: Extension = [shape, syntaxHighlighting(words)];
