import { pageBody, toHtml } from "../../report/index.ts";
import type { RunResult, Session } from "../../session/index.ts";
import type { PageAnswer, PageProgram, RuntimeAnswers, RuntimeCalls } from "../protocol/runtimeProtocol.ts";
import { answerOf } from "./answerOf.ts";
import { explaining } from "./explaining.ts";

/** Answers to a page of reports, which brings its program and the program's files along. `own` gets the files' texts. */
export function pageCalls(session: Session, own: Map<string, string>) {
  function runFile({ text, name, overrides, files }: PageProgram): RunResult {
    for (const [path, one] of Object.entries(files)) own.set(path, one);
    return session.run(text, { name, mode: "file", overrides });
  }

  return {
    page(program: PageProgram): PageAnswer {
      const result = runFile(program);
      const documents = result.outputs.map(({ document }) => document);
      return { ...answerOf(result), body: pageBody(documents, { live: true }) };
    },

    explain({ path, ...program }: RuntimeCalls["explain"]): RuntimeAnswers["explain"] {
      if (!/^\w+(\.\w+)*$/.test(path)) return { problem: `\`${path}\` is not a path` };
      const { outputs, diagnostics } = runFile({ ...program, text: explaining(program.text, path) });
      const found = outputs.at(-1);
      if (found) return { html: toHtml(found.document) };
      return { problem: diagnostics[0]?.message ?? `\`${path}\` has no explanation` };
    },
  };
}
