export { createSession } from "./createSession.ts";
export type {
  CompletionItem,
  Expectation,
  Output,
  RunResult,
  Session,
  SessionName,
  World,
} from "./session.ts";
