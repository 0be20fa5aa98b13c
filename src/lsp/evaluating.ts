import { render } from "../dsl/diagnostics/index.ts";
import { cellChecks } from "../kernel/core/cells/cellChecks.ts";
import { toMarkdown } from "../report/index.ts";
import { createSession, type Session, type World } from "../session/index.ts";
import type { Checked, CheckRequest, EditedText } from "./contract/host.ts";
import { nameOf } from "./text/programs.ts";

/** Files of an evaluation. `files` has the addresses of those that were read, by the names in messages. */
export interface OpenWorld {
  readonly world: World;
  readonly files: Record<string, string>;
}

/** Budget of a check, ms. Longer tables and searches are left to runs. */
const BUDGET = 1_500;

/** Evaluates programs of an editor on the calling thread. Keeps the names of the last checks for hovers. */
export function evaluations(worldOf: (request: CheckRequest) => OpenWorld) {
  const sessions = new Map<string, Session>();

  return {
    /** Evaluates a program until `stopped` or the budget is used up. Null where it was stopped. */
    check(request: CheckRequest, stopped: () => boolean): Checked | null {
      const { uri, text } = request;
      const { world, files } = worldOf(request);
      // A check starts no threads of its own.
      const alone = { ...world, threads: undefined };
      if (request.cells) {
        const cells = cellChecks(alone, stopped, { cells: request.cells, budget: BUDGET });
        return stopped() ? null : { diagnostics: [], expectations: [], cells, names: [], files };
      }
      const deadline = performance.now() + BUDGET;
      const session = createSession({
        ...alone,
        interrupted: () => stopped() || performance.now() > deadline,
      });
      const result = session.run(text, { name: nameOf(uri), mode: "file", stays: true });
      if (stopped()) return null;
      // Only the last documents that were edited are hovered over.
      sessions.delete(uri);
      sessions.set(uri, session);
      const [oldest] = sessions.keys();
      if (sessions.size > MOST && oldest !== undefined) sessions.delete(oldest);
      return {
        diagnostics: result.diagnostics.filter(({ code }) => code !== "interrupted"),
        expectations: result.expectations,
        names: session.names(),
        files,
      };
    },

    /** Documentation of the word at an offset with its value, as Markdown; null before the first check. */
    inspect({ uri, text, offset }: EditedText & { readonly offset: number }): string | null {
      const document = sessions.get(uri)?.inspect(text, offset);
      return document ? toMarkdown(document) : null;
    },

    /** Output of a whole program as Markdown, its mistakes after it. */
    report(request: CheckRequest, stopped: () => boolean): string {
      const { world } = worldOf(request);
      const session = createSession({ ...world, interrupted: stopped });
      const result = session.run(request.text, { name: nameOf(request.uri), mode: "file" });
      const outputs = result.outputs.map(({ document }) => toMarkdown(document));
      const mistakes = result.diagnostics.map((one) => fenced(render(one, { color: false })));
      return `${[...outputs, ...mistakes].join("\n\n")}\n`;
    },
  };
}

/** Number of documents whose values are kept for hovers. */
const MOST = 4;

const fenced = (text: string): string => `\`\`\`\n${text.trimEnd()}\n\`\`\``;
