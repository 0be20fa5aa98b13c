import { isOnSlides, pageBody, slideCards, toHtml } from "../../report/index.ts";
import type { Question, RunResult, Session } from "../../session/index.ts";
import type { PageAnswer, PageProgram, RuntimeAnswers, RuntimeCalls } from "../protocol/runtimeProtocol.ts";
import { answerOf } from "./answerOf.ts";

/** Answers to a page of reports, which brings its program and the program's files along. `own` gets the files' texts. */
export function pageCalls(session: Session, own: Map<string, string>) {
  function runFile({ text, name, overrides, files }: PageProgram, explain?: Question): RunResult {
    for (const [path, one] of Object.entries(files)) own.set(path, one);
    return session.run(text, { name, mode: "file", overrides, ...(explain ? { explain } : {}) });
  }

  return {
    page(program: PageProgram): PageAnswer {
      const result = runFile(program);
      const slides = program.form === "slides";
      const outputs = slides ? result.outputs.filter(({ kind }) => isOnSlides(kind)) : result.outputs;
      const documents = outputs.map(({ document }) => document);
      const body = slides ? documents.map(slideCards).join("\n") : pageBody(documents, { live: true });
      return { ...answerOf(result), body };
    },

    explain({ path, stage, ...program }: RuntimeCalls["explain"]): RuntimeAnswers["explain"] {
      const asked = stage === undefined ? { path } : { path, stage };
      const { outputs, diagnostics } = runFile(program, asked);
      const found = outputs.at(-1);
      if (found) return { html: toHtml(found.document) };
      return { problem: diagnostics[0]?.message ?? `\`${path}\` has no explanation` };
    },
  };
}
