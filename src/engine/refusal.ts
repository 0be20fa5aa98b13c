import type { Refusal } from "./scenario.ts";

export type Params = Refusal["params"];
export const error = (code: string, fields: readonly string[], params: Params): Refusal => ({
  code,
  severity: "error",
  fields,
  params,
});
export const warning = (code: string, fields: readonly string[], params: Params): Refusal => ({
  code,
  severity: "warning",
  fields,
  params,
});
