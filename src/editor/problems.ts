import type { Action, Diagnostic } from "@codemirror/lint";

/** Range of a text in a file. Offsets count UTF-16 units. */
interface Range {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** Mistake as a worker tells it. */
export interface Mistake {
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  readonly label: string | null;
  readonly help: string | null;
  readonly range: Range | null;
  /** Edit that removes the mistake, where one is obvious. */
  readonly fix: (Range & { readonly text: string }) | null;
}

const SEVERITIES = { error: "error", warning: "warning", note: "info" } as const;

/** Mistake as CodeMirror marks it in the text of `file`. One in another file stands at its import, with the file's name. */
export function marked(one: Mistake, file: string, text: string): Diagnostic {
  const { range, severity, message, label, help, fix } = one;
  const here = range?.file === file;
  const { start, end } = here ? range : importOf(range?.file, text);
  const from = Math.min(start, text.length);
  const words = [here || !range ? message : `${range.file}: ${message}`, label, help];
  return {
    from,
    to: Math.min(Math.max(end, from), text.length),
    severity: SEVERITIES[severity],
    message: [...new Set(words.filter((word) => word !== null && word !== ""))].join("\n"),
    ...(fix?.file === file ? { actions: [mend(fix, from)] } : {}),
  };
}

/** Range of the path by which a text imports a file; its beginning where it imports none of that name. */
function importOf(file: string | undefined, text: string): Pick<Range, "start" | "end"> {
  const name = file?.split("/").at(-1);
  for (const { 0: all, 1: path = "", index } of text.matchAll(/\bfrom\s+"([^"\n]*)"/g)) {
    const end = index + all.length;
    if (path.split("/").at(-1) === name) return { start: end - path.length - 2, end };
  }
  return { start: 0, end: 0 };
}

/** Button that makes the edit. The text before the mistake may have grown since it was found. */
function mend({ start, end, text }: NonNullable<Mistake["fix"]>, at: number): Action {
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
