import { type Action, type Diagnostic, linter } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import type { ShownDiagnostic } from "../../web/index.ts";

const SEVERITIES = { error: "error", warning: "warning", note: "info" } as const;

/** Time without a keystroke after which a text is checked, ms. */
const PAUSE = 200;

/** Mistakes of the text in the editor, marked while one types, with buttons that mend them. */
export function problems(
  check: (text: string) => Promise<readonly ShownDiagnostic[]>,
  name: () => string,
): Extension {
  return linter(
    async ({ state }) => {
      const text = state.doc.toString();
      const found = await check(text);
      return found.map((one) => marked(one, name(), text.length));
    },
    { delay: PAUSE },
  );
}

/** Mistake as CodeMirror marks it. One in another file stands at the beginning, with the file's name. */
export function marked(one: ShownDiagnostic, file: string, length: number): Diagnostic {
  const { range, severity, message, label, help, fix } = one;
  const here = range?.file === file;
  const from = here ? Math.min(range.start, length) : 0;
  const to = here ? Math.min(Math.max(range.end, from), length) : 0;
  const words = [here || !range ? message : `${range.file}: ${message}`, label, help];
  return {
    from,
    to,
    severity: SEVERITIES[severity],
    message: [...new Set(words.filter((word) => word !== null && word !== ""))].join("\n"),
    ...(fix?.file === file ? { actions: [mend(fix, from)] } : {}),
  };
}

/** Button that makes the edit. The text before the mistake may have grown since it was found. */
function mend({ start, end, text }: NonNullable<ShownDiagnostic["fix"]>, at: number): Action {
  return {
    name: mendLabel(text),
    apply(view, from) {
      const shift = from - at;
      const { length } = view.state.doc;
      const [low = 0, high = 0] = [start, end].map((one) => Math.min(length, Math.max(0, one + shift)));
      view.dispatch({ changes: { from: low, to: high, insert: text }, userEvent: "input.mend" });
    },
  };
}

/** Words on a button that makes an edit: what will stand there. */
export function mendLabel(text: string): string {
  const line = text.trim().split("\n")[0] ?? "";
  if (line === "") return "Remove it";
  return `Write ${line.length > 48 ? `${line.slice(0, 47)}…` : line}`;
}
