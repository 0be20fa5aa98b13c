import { type IRecognitionException, type IToken, tokenMatcher } from "chevrotain";
import { suggest } from "../diagnostics/index.ts";
import type { Issue } from "./issue.ts";
import * as T from "./tokens.ts";
import { isHardWord, statementWords } from "./words.ts";

const endOf = (token: IToken) => token.startOffset + token.image.length;
const isReal = (token: IToken | undefined): token is IToken =>
  token !== undefined && token.startOffset >= 0 && token.image !== "";

/**
 * The sentence for what the parser met: what was expected, after what, and what stood there instead. `next` is the
 * first token of the following statement, if the statement at hand ended too early.
 */
export function explainError(
  error: IRecognitionException,
  statement: readonly IToken[],
  next: IToken | undefined,
  text: string,
): Issue {
  const first = statement[0];
  const last = statement[statement.length - 1];
  const previous =
    "previousToken" in error && isReal(error.previousToken as IToken)
      ? (error.previousToken as IToken)
      : undefined;
  const token = isReal(error.token) ? error.token : undefined;
  const expected = error.message;

  if (expected === "" && token) return leftOver(token, first, previous);
  if (!token) {
    // The statement ended: point just behind its last token.
    const end = last ? endOf(last) : text.length;
    const start = last ? Math.max(last.startOffset, end - 1) : end;
    return {
      code: "syntax",
      params: {
        expected: after(expected, last),
        found: next ? `\`${next.image}\`` : "the end of the text",
      },
      span: { start, end },
      label: `${expected} belongs here`,
    };
  }
  const span = { start: token.startOffset, end: endOf(token) };
  if (expected === "a name" && isHardWord(token.image)) {
    return {
      code: "syntax",
      params: { expected: after(expected, previous), found: `\`${token.image}\`` },
      span,
      help: `\`${token.image}\` is a word of the language; choose another name`,
    };
  }
  if (expected === "`from`" && first?.tokenType === T.W.import) {
    return {
      code: "syntax",
      params: { expected: after(expected, previous), found: found(token) },
      span,
      help: 'imports name what they take: `import h100_sxm from "std/devices"`',
    };
  }
  return { code: "syntax", params: { expected: after(expected, previous), found: found(token) }, span };
}

function after(expected: string, previous: IToken | undefined): string {
  return previous && previous.image.length <= 40 ? `${expected} after \`${previous.image}\`` : expected;
}

function found(token: IToken): string {
  return token.image.length <= 40 ? `\`${token.image}\`` : `\`${token.image.slice(0, 37)}...\``;
}

/** The statement was read, and something is left of its tokens. */
function leftOver(token: IToken, first: IToken | undefined, previous: IToken | undefined): Issue {
  const span = { start: token.startOffset, end: endOf(token) };
  // `pln tp8 {`: the first word was read as a name.
  if (first && first === previous && tokenMatcher(first, T.Name)) {
    const head = { start: first.startOffset, end: endOf(first) };
    if (token.tokenType === T.Equals) {
      return {
        code: "syntax",
        params: { expected: "a statement", found: `\`${first.image} =\`` },
        span: head,
        help: `to name a value write \`let ${first.image} = …\``,
        fix: { span: { start: head.start, end: head.start }, text: "let " },
      };
    }
    const meant = suggest(first.image, statementWords);
    if (meant) {
      return {
        code: "syntax",
        params: { expected: "a statement", found: `\`${first.image}\`` },
        span: head,
        help: `did you mean \`${meant}\`?`,
        fix: { span: head, text: meant },
      };
    }
  }
  return {
    code: "syntax",
    params: {
      expected: after("an operator or a new statement", previous),
      found: found(token),
    },
    span,
    ...(token.tokenType === T.Equals
      ? { help: "`==` compares; `=` gives a value to a field or a name" }
      : {}),
  };
}
