import { linter } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { marked } from "../../editor/problems.ts";
import type { ShownDiagnostic } from "../../web/index.ts";

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
      return found.map((one) => marked(one, name(), text));
    },
    { delay: PAUSE },
  );
}
