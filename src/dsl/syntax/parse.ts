import type { IToken } from "chevrotain";
import type { Expr, File, Import, Source, Statement } from "../ast/ast.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { explainError } from "./explainError.ts";
import { beginsItem } from "./grammar/beginsItem.ts";
import type { DtpParser, Item } from "./grammar/dtpParser.ts";
import { lexerAndParser } from "./instances.ts";
import { balance, isInvented } from "./tokens/balance.ts";
import { docsByToken, readComments } from "./tokens/comments.ts";
import { type Issue, toDiagnostic } from "./tokens/issue.ts";
import { commentIssue, strayIssue, tokenIssues } from "./tokens/lexIssues.ts";
import { breaksBetween } from "./tokens/line.ts";

/** Largest size of a text that is parsed, in bytes of UTF-8. */
export const MAX_BYTES = 1_000_000;
/** Maximum number of errors that are reported for one text. */
const MAX_ISSUES = 50;
/** Number of errors in a text after which the parser skips the rest. */
const ENOUGH_ISSUES = 4 * MAX_ISSUES;
/** Latest edition of the language, and the only one so far. */
export const LATEST_EDITION = 2026;

export interface Parsed {
  readonly file: File;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Parses a text into a syntax tree. Every text gives a tree. Errors are returned as diagnostics, one per root cause, in
 * the order of their places. A cell may mix imports with statements and end in a bare expression; in a file both are
 * errors.
 */
export function parse(source: Source, mode: "file" | "cell"): Parsed {
  const { file, diagnostics } = read(source, mode);
  return { file, diagnostics };
}

export interface Read extends Parsed {
  /** True where the text is only incomplete: its last statement has no end yet, and there is no other error. */
  readonly endsEarly: boolean;
}

/**
 * Parses a text into a syntax tree with diagnostics. `endsEarly` of the result tells whether the text is only
 * incomplete.
 */
export function read(source: Source, mode: "file" | "cell"): Read {
  const { text } = source;
  const size = text.length > MAX_BYTES / 3 ? new TextEncoder().encode(text).length : text.length;
  if (size > MAX_BYTES) {
    const issue: Issue = {
      code: "too-large",
      params: { size: `${(size / 1e6).toFixed(1)} MB`, limit: "1 MB" },
      span: { start: 0, end: 0 },
    };
    const file: File = { source, items: [], comments: [] };
    return { file, diagnostics: [toDiagnostic(issue, source)], endsEarly: false };
  }

  const { lexer, parser: dtp } = lexerAndParser();
  const lexed = lexer.tokenize(text);
  const { tokens } = lexed;
  const comments = readComments(lexed.groups.comments ?? []);
  const issues: Issue[] = [
    ...lexed.errors.slice(0, MAX_ISSUES).map((error) => strayIssue(error, text)),
    ...(lexed.groups.foreign ?? []).slice(0, MAX_ISSUES).map(commentIssue),
    ...tokenIssues(tokens, text, ENOUGH_ISSUES),
  ];
  const { statements, issues: bracketIssues, open, tooDeep } = balance(tokens, text);
  issues.push(...bracketIssues);

  const items: Item[] = [];
  const later: Issue[] = [];
  if (!tooDeep) {
    dtp.text = text;
    dtp.docs = docsByToken(comments, tokens, text);
    for (const [index, statement] of statements.entries()) {
      // In a text with very many errors, explaining all of them would be slow, and only the first ones are reported.
      if (later.length > ENOUGH_ISSUES) break;
      const next = statements[index + 1]?.[0];
      for (const chunk of readStatement(dtp, statement, next)) {
        if (chunk.item && !(chunk.item.kind === "bare" && chunk.issues.length > 0)) items.push(chunk.item);
        later.push(...chunk.issues);
      }
    }
    later.push(...placement(items, mode));
  }
  const kept = rootCauses(issues, later, text);
  // An open bracket at the end and an unfinished statement have one cause: the text is incomplete.
  const last = tokens[tokens.length - 1];
  const end = last ? last.startOffset : 0;
  const wrong = kept.filter((issue) => issue.code !== "unit-spelling");
  const goesOn = (issue: Issue) =>
    issue.code === "unclosed"
      ? open.some((opener) => opener.startOffset === issue.span.start)
      : issue.label !== undefined && issue.span.end > end;
  return {
    file: fileOf(source, items, mode, comments),
    diagnostics: kept.slice(0, MAX_ISSUES).map((issue) => toDiagnostic(issue, source)),
    endsEarly: wrong.length > 0 && wrong.every(goesOn),
  };
}

interface Chunk {
  readonly item: Item | undefined;
  readonly issues: readonly Issue[];
}

/**
 * Parses one statement. Bare expressions on the lines below it become chunks of their own; only the parser can find
 * where they begin.
 */
function readStatement(dtp: DtpParser, tokens: IToken[], next: IToken | undefined): Chunk[] {
  const chunks: Chunk[] = [];
  let rest = tokens;
  while (rest.length > 0 && chunks.length < ENOUGH_ISSUES) {
    dtp.issues = [];
    const item = dtp.read(rest);
    const errors = [...dtp.errors];
    let below: IToken[] = [];
    let own = rest;
    const last = errors[errors.length - 1];
    if (last?.name === "NotAllInputParsedException") {
      const at = rest.indexOf(last.token);
      const before = rest[at - 1];
      if (before && beginsChunk(last.token, before, dtp.text)) {
        errors.pop();
        below = rest.slice(at);
        own = rest.slice(0, at);
      }
    }
    const issues = errors
      .filter(({ token }) => !isInvented(token))
      .map((error) => explainError(error, own, below[0] ?? next));
    chunks.push({ item, issues: [...dtp.issues, ...issues] });
    rest = below;
  }
  return chunks;
}

/**
 * True where a bare expression may begin at a token, which must be on a new line. `let a = 1 b` on one line is an error
 * instead.
 */
function beginsChunk(token: IToken, before: IToken, text: string): boolean {
  const end = before.startOffset + before.image.length;
  return beginsItem(token) && breaksBetween(text, end, token.startOffset);
}

/** Errors for imports, editions and bare expressions at places where they are not allowed. */
function placement(items: readonly Item[], mode: "file" | "cell"): Issue[] {
  const issues: Issue[] = [];
  let begun = false;
  items.forEach((item, index) => {
    if (item.kind === "edition") {
      if (item.year !== LATEST_EDITION) {
        issues.push({
          code: "unknown-edition",
          params: { edition: item.year, latest: LATEST_EDITION },
          span: item.span,
          // A later edition may need a newer dtp. An earlier year was never an edition, so the fix is safe.
          ...(item.year < LATEST_EDITION
            ? { fix: { span: item.span, text: `edition ${LATEST_EDITION}` } }
            : {}),
        });
      } else if (index > 0) {
        issues.push({
          code: "syntax",
          params: { expected: "the edition on the first line", found: "it below other statements" },
          span: item.span,
        });
      }
    } else if (item.kind === "import") {
      if (begun && mode === "file") issues.push({ code: "misplaced-import", params: {}, span: item.span });
    } else {
      begun = true;
      if (
        item.kind === "bare" &&
        item.value.kind !== "error" &&
        (mode === "file" || index < items.length - 1)
      ) {
        const { span } = item.value;
        issues.push({
          code: "syntax",
          params: { expected: "a statement", found: "a bare expression" },
          span,
          help:
            mode === "file"
              ? "to print it, write `show` before it"
              : "only the last line of a cell may be bare; write `show` before it",
          fix: { span: { start: span.start, end: span.start }, text: "show " },
        });
      }
    }
  });
  return issues;
}

/**
 * Drops errors that follow from other errors. On a line with a wrong token, all errors of the parser are dropped. On
 * any other line the first one remains, since the parser fails again a few tokens later. Missing commas are reported
 * separately.
 */
function rootCauses(lexical: readonly Issue[], grammatical: readonly Issue[], text: string): Issue[] {
  const byPlace = (a: Issue, b: Issue) => a.span.start - b.span.start;
  const taken = new Map<number, number>();
  const lineOf = (issue: Issue) => text.lastIndexOf("\n", issue.span.start - 1);
  for (const issue of lexical) {
    const line = lineOf(issue);
    const bracket = issue.code === "unclosed" && issue.params.open !== '"';
    if (issue.code !== "unit-spelling" && !bracket)
      taken.set(line, Math.min(taken.get(line) ?? Infinity, issue.span.start));
  }
  const kept: Issue[] = [...lexical];
  for (const issue of [...grammatical].sort(byPlace)) {
    const line = lineOf(issue);
    const from = taken.get(line);
    const comma = issue.code === "missing-comma";
    if (from !== undefined && !(comma && issue.span.start < from)) continue;
    kept.push(issue);
    if (!comma) taken.set(line, issue.span.start);
  }
  return kept.sort(byPlace);
}

function fileOf(
  source: Source,
  items: readonly Item[],
  mode: "file" | "cell",
  comments: File["comments"],
): File {
  const kept: (Import | Statement)[] = [];
  let edition: File["edition"];
  let result: Expr | undefined;
  items.forEach((item, index) => {
    if (item.kind === "edition") edition ??= { year: item.year, span: item.span };
    else if (item.kind === "bare") {
      if (mode === "cell" && index === items.length - 1) result = item.value;
    } else kept.push(item);
  });
  return {
    source,
    ...(edition === undefined ? {} : { edition }),
    items: kept,
    ...(result === undefined ? {} : { result }),
    comments,
  };
}
