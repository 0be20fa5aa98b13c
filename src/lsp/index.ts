export type { Waits } from "./checking/checks.ts";
export type { Checked, CheckRequest, EditedText, Evaluator, Host } from "./contract/host.ts";
export { evaluations, type OpenWorld } from "./evaluating.ts";
export { startServer } from "./server.ts";
