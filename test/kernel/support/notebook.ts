import type { Evaluation } from "../../../src/kernel/core/evaluation/evaluation.ts";
import type { Platform } from "../../../src/kernel/core/evaluation/platform.ts";
import type { JsonObject } from "../../../src/kernel/core/protocol/message.ts";
import { executor } from "../../../src/kernel/core/requests/execute.ts";
import { history } from "../../../src/kernel/core/requests/history.ts";
import { loadEvaluation } from "../../../src/kernel/loadEvaluation.ts";
import { nodePlatform } from "../../../src/kernel/node/nodePlatform.ts";

export interface Published {
  readonly type: string;
  readonly content: JsonObject;
}

export interface Ran {
  readonly reply: JsonObject;
  /** The reply's. */
  readonly metadata: JsonObject;
  readonly published: readonly Published[];
  /** The plain texts of what was shown, streams included, in order. */
  readonly texts: readonly string[];
}

/** The kernel's own executor over the real language, without sockets. */
export function notebook({ later }: Pick<Platform, "later"> = {}): {
  readonly evaluation: Evaluation;
  /** Interrupts the kernel while no cell runs. */
  interrupt(): void;
  /** With `file`, as the report beside a `.dtp` file does, and with what its reader chose. */
  run(code: string, cellId?: string, file?: string, choices?: readonly string[]): Promise<Ran>;
} {
  const cells = executor(history(), { ...nodePlatform, ...(later ? { later } : {}) });
  const evaluation = loadEvaluation({
    interrupted: () => false,
    begins: () => {},
    progress: () => {},
    output: (output) => cells.running()?.output(output),
  });
  return {
    evaluation,
    interrupt: cells.interrupt,
    async run(code, cellId, file, choices = []) {
      const published: Published[] = [];
      const answer = await cells.execute(
        { code, silent: false, store_history: true },
        { id: cellId, deleted: [], file, choices },
        (type, content) => published.push({ type, content }),
        evaluation,
      );
      return {
        reply: answer.reply?.content ?? {},
        metadata: answer.reply?.metadata ?? {},
        published,
        texts: published.flatMap(textOf),
      };
    },
  };
}

function textOf({ type, content }: Published): readonly string[] {
  if (type === "stream") return [String(content.text)];
  const data = content.data as Readonly<Record<string, unknown>> | undefined;
  return data === undefined ? [] : [String(data["text/plain"])];
}
