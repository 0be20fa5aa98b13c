export { createSession } from "./createSession.ts";
export type { CompletionItem, Expectation, Output, RunResult, Session, World } from "./session.ts";
