import type { IParserErrorMessageProvider } from "chevrotain";

/**
 * Names of the tokens that the grammar expects at an error. The parser library chevrotain passes these texts on as
 * error messages, and `explainError` builds the final sentence from them.
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
