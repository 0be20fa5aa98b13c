import type { Completion, CompletionSource } from "@codemirror/autocomplete";
import type { RuntimeAnswers } from "../../web/index.ts";

type Answer = RuntimeAnswers["complete"];

/** Most candidates that are ordered as the language orders them. */
const ORDERED = 90;

/** Completion of a program's text, each candidate with its documentation. */
export const completions =
  (complete: (text: string, offset: number) => Promise<Answer | null>): CompletionSource =>
  async (context) => {
    // While one types, candidates appear in a word, after a dot, and in the path of an import.
    if (!context.explicit && !context.matchBefore(/[\w.][\w]*$|["/][\w./-]*$/)) return null;
    const answer = await complete(context.state.doc.toString(), context.pos);
    if (!answer || answer.items.length === 0 || context.aborted) return null;
    return {
      from: answer.start,
      to: Math.max(answer.end, context.pos),
      options: answer.items.map(completion),
      validFor: /^\w*$/,
    };
  };

function completion({ text, kind, detail, doc }: Answer["items"][number], index: number): Completion {
  return {
    label: text,
    type: kind,
    detail,
    boost: ORDERED - Math.min(index, ORDERED),
    ...(doc === "" ? {} : { info: doc }),
  };
}
