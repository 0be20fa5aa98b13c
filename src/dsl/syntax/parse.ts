import type { Expr, File, Import, Source, Statement } from "../ast.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { balance } from "./balance.ts";
import { docsByToken, readComments } from "./comments.ts";
import { explainError } from "./explainError.ts";
import { type Issue, toDiagnostic } from "./issue.ts";
import { commentIssue, strayIssue, tokenIssues } from "./lexIssues.ts";
import { breaksBetween } from "./line.ts";
import { DtpParser, type Item } from "./parser.ts";
import { lexer } from "./tokens.ts";

/** In bytes of UTF-8, as a file on disk is measured. */
export const MAX_BYTES = 1_000_000;
/** More than these help nobody. */
const MAX_ISSUES = 50;
/** The only edition so far. */
export const LATEST_EDITION = 2026;

export interface Parsed {
  readonly file: File;
  readonly diagnostics: readonly Diagnostic[];
}

/** Built once, on first use: it costs some milliseconds. */
let built: DtpParser | undefined;
function parser(): DtpParser {
  built ??= new DtpParser();
  return built;
}

/**
 * Text to tree. Total: any text gives a tree, mistakes are diagnostics, one for each root cause, in order of place.
 * A cell may mix imports with statements and end in a bare expression; a file may not.
 */
export function parse(source: Source, mode: "file" | "cell"): Parsed {
  const { text } = source;
  const size = text.length > MAX_BYTES / 3 ? new TextEncoder().encode(text).length : text.length;
  if (size > MAX_BYTES) {
    const issue: Issue = {
      code: "too-large",
      params: { size: `${(size / 1e6).toFixed(1)} MB`, limit: "1 MB" },
      span: { start: 0, end: 0 },
    };
    return { file: { source, items: [], comments: [] }, diagnostics: [toDiagnostic(issue, source)] };
  }

  const lexed = lexer.tokenize(text);
  const { tokens } = lexed;
  const comments = readComments(lexed.groups.comments ?? []);
  const issues: Issue[] = [
    ...lexed.errors.slice(0, MAX_ISSUES).map((error) => strayIssue(error, text)),
    ...(lexed.groups.foreign ?? []).slice(0, MAX_ISSUES).map(commentIssue),
    ...tokenIssues(tokens),
  ];
  const { statements, issues: bracketIssues, tooDeep } = balance(tokens, text);
  issues.push(...bracketIssues);

  const items: Item[] = [];
  const later: Issue[] = [];
  if (!tooDeep) {
    const dtp = parser();
    dtp.text = text;
    dtp.docs = docsByToken(comments, tokens, text);
    for (let i = 0; i < statements.length; i++) {
      const statement = statements[i] ?? [];
      dtp.issues = [];
      const read = dtp.read(statement);
      for (const item of read) items.push(item);
      later.push(...dtp.issues);
      const next = statements[i + 1]?.[0];
      for (const error of dtp.errors) later.push(explainError(error, statement, next, text));
    }
    later.push(...placement(items, mode));
  }
  const kept = rootCauses(issues, later, text);
  return {
    file: fileOf(source, items, mode, comments),
    diagnostics: kept.slice(0, MAX_ISSUES).map((issue) => toDiagnostic(issue, source)),
  };
}

/** Where imports, the edition and bare expressions may stand. */
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
 * Drops what follows from an earlier mistake: of the parser's complaints, those on a line that already has one at or
 * before them (a wrong token makes the parser stumble again a few tokens on).
 */
function rootCauses(lexical: readonly Issue[], grammatical: readonly Issue[], text: string): Issue[] {
  const byPlace = (a: Issue, b: Issue) => a.span.start - b.span.start;
  const fatal = lexical.filter((issue) => issue.code !== "unit-spelling").sort(byPlace);
  const kept: Issue[] = [...lexical];
  let last: Issue | undefined;
  let at = 0;
  for (const issue of [...grammatical].sort(byPlace)) {
    for (let next = fatal[at]; next && next.span.start <= issue.span.start; next = fatal[at]) {
      if (!last || next.span.start >= last.span.start) last = next;
      at++;
    }
    if (last && !breaksBetween(text, last.span.start, issue.span.start)) {
      const twins = issue.code === "missing-comma" && last.code === "missing-comma";
      if (!twins) continue;
    }
    kept.push(issue);
    last = issue;
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
