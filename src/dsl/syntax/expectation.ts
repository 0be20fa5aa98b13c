import type { IParserErrorMessageProvider } from "chevrotain";

/**
 * What was expected, in words. chevrotain hands the text of this provider on as the error's message; `explainError`
 * makes the sentence, so its own wording is never seen.
 */
export const expectations: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected, ruleName }) => {
    const label = expected.LABEL ?? expected.name;
    if (expected.name === "EOF") return "";
    if (label === "`}`") {
      if (ruleName === "record") return "a field such as `tp = 8`, or `}`";
      if (ruleName === "columns") return "a column, or `}`";
      if (ruleName === "expect") return "a comparison, or `}`";
    }
    if (label === "`]`") return "an expression, or `]`";
    if (label === "`)`") return ruleName === "args" ? "an argument, or `)`" : "an operator or `)`";
    return label;
  },
  buildNoViableAltMessage: ({ customUserDescription }) => customUserDescription ?? "something else",
  buildEarlyExitMessage: ({ customUserDescription }) => customUserDescription ?? "an expression",
  buildNotAllInputParsedMessage: () => "",
};
