import { type IRecognitionException, type IToken, tokenMatcher } from "chevrotain";
import { isHardWord, softVerbs, statementWords } from "../ast/words.ts";
import { suggest } from "../diagnostics/index.ts";
import { endOf } from "./tokens/balance.ts";
import type { Issue } from "./tokens/issue.ts";
import * as T from "./tokens/tokens.ts";

/** Tokens of the words that begin a statement before a name, and are names elsewhere. */
const SOFT_VERBS: ReadonlySet<IToken["tokenType"]> = new Set(softVerbs.map((word) => T.W[word]));

const spanOf = (token: IToken) => ({ start: token.startOffset, end: endOf(token) });
const isReal = (token: IToken | undefined): token is IToken =>
  token !== undefined && token.startOffset >= 0 && token.image !== "";
const after = (expected: string, previous: IToken | undefined) =>
  previous && previous.image.length <= 40 ? `${expected} after \`${previous.image}\`` : expected;
const quote = (token: IToken) =>
  token.image.length <= 40 ? `\`${token.image}\`` : `\`${token.image.slice(0, 37)}...\``;

/**
 * Converts an error of the parser library to a message: which token was expected, after which one, and which was found.
 * `statement` has the tokens of the statement, `next` is the first token after it.
 */
export function explainError(
  error: IRecognitionException,
  statement: readonly IToken[],
  next: IToken | undefined,
): Issue {
  const expected = error.message;
  const last = statement[statement.length - 1];
  if (!isReal(error.token)) {
    // The statement ended too early, so the error is at the end of its last token.
    const end = last ? endOf(last) : 0;
    return {
      code: "syntax",
      params: { expected: after(expected, last), found: next ? quote(next) : "the end of the text" },
      span: { start: Math.max(0, end - 1), end },
      label: `${expected} belongs here`,
      ...(statement[0]?.tokenType === T.W.import ? { help: IMPORT_HELP } : {}),
    };
  }
  const { token } = error;
  const at = statement.indexOf(token);
  const previous = statement[at - 1];
  if (expected === "") return leftOver(statement, at);
  const valueless = unvalued(statement, at);
  if (valueless) return valueless;
  const comma = commaInNumber(statement, at);
  const help = comma
    ? "a number has no commas; `_` may separate its thousands"
    : helpFor(expected, token, statement, at);
  return {
    ...(comma ? { fix: { span: spanOf(comma), text: "_" } } : {}),
    code: "syntax",
    params: { expected: after(expected, previous), found: quote(token) },
    span: spanOf(token),
    ...(help === undefined ? {} : { help }),
  };
}

const IMPORT_HELP = 'an import names definitions and a file: `import h100_sxm from "std/devices"`';

function helpFor(
  expected: string,
  token: IToken,
  statement: readonly IToken[],
  at: number,
): string | undefined {
  const next = statement[at + 1];
  if (expected === "a name" && isHardWord(token.image)) {
    return `${quote(token)} is a word of the language; choose another name`;
  }
  if (expected === "`from`" && statement[0]?.tokenType === T.W.import) {
    return IMPORT_HELP;
  }
  if (token.tokenType === T.Dot && next?.tokenType === T.NumberToken) return `write \`0.${next.image}\``;
  if (expected.startsWith("a field") && isHardWord(token.image)) {
    return `${quote(token)} is a word of the language and no field`;
  }
  return undefined;
}

/**
 * Comma of a number that is written with a thousands separator, `2,048`. The token at `at` is the part after the comma.
 * Null where the tokens are no such number.
 */
function commaInNumber(statement: readonly IToken[], at: number): IToken | null {
  const [number, comma, token] = [statement[at - 2], statement[at - 1], statement[at]];
  const isOne =
    token?.tokenType === T.NumberToken &&
    comma?.tokenType === T.Comma &&
    number?.tokenType === T.NumberToken &&
    endOf(number) === comma.startOffset &&
    endOf(comma) === token.startOffset;
  return isOne ? (comma ?? null) : null;
}

/**
 * Error for a field without a value. In `tp =` above `pp = 8`, the parser has read the next field's name as the value.
 * Null where the tokens show no such case.
 */
function unvalued(statement: readonly IToken[], at: number): Issue | null {
  const [given, name, equals] = [statement[at - 2], statement[at - 1], statement[at]];
  if (!given || !name || equals?.tokenType !== T.Equals || !tokenMatcher(name, T.Name)) return null;
  if (given.tokenType !== T.Equals && !tokenMatcher(given, T.Infix)) return null;
  if (given.tokenType === T.W.with || given.tokenType === T.W.on) return null;
  return {
    code: "syntax",
    params: { expected: after("an expression", given), found: `the field ${quote(name)}` },
    span: spanOf(given),
    label: "an expression belongs here",
  };
}

/** Error for tokens that follow a complete statement, the first of them at the index `at`. */
function leftOver(statement: readonly IToken[], at: number): Issue {
  const token = statement[at] as IToken;
  const previous = statement[at - 1];
  const first = statement[0];
  // The statement is only its first word, read as a name: `pln tp8 {` is a misspelt `plan`.
  if (first && at === 1 && tokenMatcher(first, T.Name)) {
    const head = spanOf(first);
    if (tokenMatcher(first, T.Kind) || SOFT_VERBS.has(first.tokenType)) {
      return {
        code: "syntax",
        params: { expected: after("a name", first), found: quote(token) },
        span: spanOf(token),
      };
    }
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
        params: { expected: "a statement", found: quote(first) },
        span: head,
        help: `did you mean \`${meant}\`?`,
        fix: { span: head, text: meant },
      };
    }
  }
  if (token.tokenType === T.W.within || token.tokenType === T.W.cite || token.tokenType === T.W.hint) {
    const following = statement[at + 1];
    return {
      code: "syntax",
      params: {
        expected: after(token.tokenType === T.W.within ? "a number" : "a text in quotes", token),
        found: following ? quote(following) : "the end of the statement",
      },
      span: spanOf(following ?? token),
    };
  }
  const help = leftOverHelp(statement, at);
  return {
    code: "syntax",
    params: { expected: after("an operator or a new statement", previous), found: quote(token) },
    span: spanOf(token),
    ...(help === undefined ? {} : { help }),
  };
}

function leftOverHelp(statement: readonly IToken[], at: number): string | undefined {
  const token = statement[at] as IToken;
  const [before, previous] = [statement[at - 2], statement[at - 1]];
  if (token.tokenType === T.W.for || token.tokenType === T.W.where) {
    return "a loop is a table: `sweep s = base for plan.tp in [1, 2, 4]`, and then `show s`";
  }
  if (token.tokenType === T.Equals) {
    const start = statement.slice(0, at);
    const path = start.every((one, i) => (i % 2 === 0 ? tokenMatcher(one, T.Name) : one.tokenType === T.Dot))
      ? start.map((one) => one.image)
      : [];
    if (path.length > 2) {
      const value = statement[at + 1]?.image ?? "…";
      return `a definition does not change; copy it with the change: \`let other = ${path[0]} with { ${path.slice(1).join("")} = ${value} }\``.replace(
        "{ .",
        "{ ",
      );
    }
    const braces = start.findLastIndex((one) => one.tokenType === T.W.with);
    if (braces >= 0) {
      const change = start.slice(braces + 1).map((one) => one.image);
      return `the changes of \`with\` go in braces: \`with { ${change.join("")} = … }\``;
    }
    return "`==` compares; `=` gives a value to a field or a name";
  }
  if (token.tokenType === T.LParen && previous && tokenMatcher(previous, T.Name)) {
    return before?.tokenType === T.Dot
      ? "only a plain name can be called: `f(…)`"
      : `the \`(\` of a call touches its name: \`${previous.image}(\``;
  }
  if (previous?.tokenType === T.NumberToken && tokenMatcher(token, T.Name)) {
    return `to multiply, write \`${previous.image} * ${token.image}\``;
  }
  return undefined;
}
