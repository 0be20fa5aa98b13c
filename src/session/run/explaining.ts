import { diagnostic } from "../../dsl/diagnostics/index.ts";
import { parse, withoutOutputs } from "../../dsl/syntax/index.ts";
import type { Question } from "./runOptions.ts";

/** Text of a program that only explains an expression. Its own outputs are blanked; lines stay where they are. */
export const explaining = (text: string, { path }: Question): string =>
  `${withoutOutputs(text)}\n${statementOf(path)}\n`;

/** Error of a question that is more than one expression, such as one with a further statement in it; null for none. */
export function notOneExpression({ path }: Question) {
  const source = { name: "[explain]", text: statementOf(path) };
  const { file, diagnostics } = parse(source, "cell");
  const [error] = diagnostics.filter(({ severity }) => severity === "error");
  if (error) return error;
  if (file.items.length === 1 && !file.result) return null;
  const params = { what: "`explain`", wanted: "one expression", found: "several statements" };
  return diagnostic("wrong-kind", params, { source, span: { start: 0, end: source.text.length } });
}

const statementOf = (path: string): string => `explain ${path.replace(/\s+/g, " ")}`;
