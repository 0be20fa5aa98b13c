/** Problem of a text that is not YAML, or uses a part of YAML that `readYaml` does not read. */
class YamlProblem extends Error {}

interface Line {
  readonly number: number;
  readonly indent: number;
  readonly text: string;
}

/** Lines of a YAML text and the index of the next one. */
interface Cursor {
  readonly lines: readonly Line[];
  at: number;
}

/**
 * Data of a YAML text: block and flow collections of plain and quoted scalars, which is what configuration files
 * have. Anchors, tags, block scalars and several documents are a `problem`, never a guess. There is no YAML library
 * here for the reason that yaml.ts gives; the tests compare with one.
 */
export function readYaml(text: string): { readonly data: unknown } | { readonly problem: string } {
  try {
    const cursor: Cursor = { lines: linesOf(text), at: 0 };
    const first = cursor.lines[0];
    const data = first ? block(cursor, first.indent) : {};
    const rest = cursor.lines[cursor.at];
    if (rest) throw at(rest, "it is indented otherwise than the lines before it");
    return { data };
  } catch (error) {
    if (error instanceof YamlProblem) return { problem: error.message };
    throw error;
  }
}

const at = (line: Line, what: string): YamlProblem => new YamlProblem(`line ${line.number}: ${what}`);

/** Lines with content. A flow collection or a quoted text over several lines is one line. */
function linesOf(text: string): readonly Line[] {
  const found: Line[] = [];
  let open: Line | null = null;
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const bare = withoutComment(raw).trimEnd();
    if (bare.trim() === "" || (found.length === 0 && open === null && bare === "---")) continue;
    const line: Line =
      open === null
        ? { number: index + 1, indent: bare.length - bare.trimStart().length, text: bare.trim() }
        : { ...open, text: `${open.text} ${bare.trim()}` };
    if (/^(\t|---|\.\.\.$|%)/.test(bare) && open === null)
      throw at(line, "tabs and several documents are not read");
    open = depth(line.text) > 0 ? line : null;
    if (open === null) found.push(line);
  }
  if (open !== null) throw at(open, "a bracket is not closed");
  return found;
}

/** Text without its comment: a `#` after a blank and outside quotes. */
function withoutComment(text: string): string {
  let quote = "";
  for (let i = 0; i < text.length; i++) {
    const [one = "", before = " "] = [text[i], text[i - 1]];
    if (quote !== "") {
      if (one === "\\" && quote === '"') i++;
      else if (one === quote) quote = "";
    } else if ((one === '"' || one === "'") && /[\s[{,:]/.test(before)) quote = one;
    else if (one === "#" && /\s/.test(before)) return text.slice(0, i);
  }
  return text;
}

/** Number of brackets of a line that are still open. */
function depth(text: string): number {
  const value = /^(?:- +)*(?:[^\s"'[{][^"'[{]*?:\s+)?([[{].*)$/.exec(text)?.[1];
  if (value === undefined) return 0;
  const bare = value.replace(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/g, "");
  return (bare.match(/[[{]/g)?.length ?? 0) - (bare.match(/[\]}]/g)?.length ?? 0);
}

/** Collection whose lines begin at this indent. */
function block(cursor: Cursor, indent: number): unknown {
  const first = cursor.lines[cursor.at];
  if (!first) return null;
  return isItem(first.text) ? items(cursor, indent) : mapping(cursor, indent);
}

const isItem = (text: string): boolean => text === "-" || text.startsWith("- ");

function items(cursor: Cursor, indent: number): readonly unknown[] {
  const found: unknown[] = [];
  for (let line = cursor.lines[cursor.at]; line; line = cursor.lines[cursor.at]) {
    if (line.indent !== indent || !isItem(line.text)) break;
    const inner = line.text.slice(1).trimStart();
    if (inner === "") {
      cursor.at++;
      found.push(nested(cursor, indent + 1));
    } else if (isItem(inner) || KEY.test(inner)) {
      // The item's own first line is a line of the collection inside it.
      const within = indent + line.text.length - inner.length;
      const lines = cursor.lines.with(cursor.at, { ...line, indent: within, text: inner });
      const own: Cursor = { lines, at: cursor.at };
      found.push(block(own, within));
      cursor.at = own.at;
    } else {
      cursor.at++;
      found.push(value(inner, line));
    }
  }
  return found;
}

/** Key of a line of a mapping, plain or quoted, and the value after it. */
const KEY = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'[\]{}#&*!|>%@`,](?:[^:]|:(?=\S))*?)\s*:(?:\s+(.*)|)$/;

function mapping(cursor: Cursor, indent: number): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (let line = cursor.lines[cursor.at]; line; line = cursor.lines[cursor.at]) {
    if (line.indent !== indent) break;
    const [, key, text = ""] = KEY.exec(line.text) ?? [];
    if (key === undefined) throw at(line, "neither `key: value` nor an item of a list");
    cursor.at++;
    const name = String(value(key, line));
    Object.defineProperty(found, name, {
      value: text === "" ? below(cursor, indent) : value(text, line),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return found;
}

/** Value of a key on the lines below it. A list may stand at the key's own indent. */
function below(cursor: Cursor, indent: number): unknown {
  const next = cursor.lines[cursor.at];
  if (next && next.indent === indent && isItem(next.text)) return items(cursor, indent);
  return nested(cursor, indent + 1);
}

function nested(cursor: Cursor, least: number): unknown {
  const next = cursor.lines[cursor.at];
  return next && next.indent >= least ? block(cursor, next.indent) : null;
}

/** Value on a line: a scalar, or a collection in brackets. */
function value(text: string, line: Line): unknown {
  const flow = { text, at: 0 };
  const found = flowValue(flow, line, false);
  if (text.slice(flow.at).trim() !== "") throw at(line, `\`${text.slice(flow.at).trim()}\` is not read`);
  return found;
}

interface Flow {
  readonly text: string;
  at: number;
}

function flowValue(flow: Flow, line: Line, inside: boolean): unknown {
  skip(flow, /\s*/y);
  const open = flow.text[flow.at];
  if (open === "[" || open === "{") return collection(flow, line, open);
  const quoted = skip(flow, /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/y);
  if (quoted !== "") return unquoted(quoted, line);
  if (open !== undefined && /[&*!|>%@`]/.test(open))
    throw at(line, "anchors, tags and block scalars are not read");
  const plain = skip(flow, inside ? /(?:[^,[\]{}:]|:(?=\S))*/y : /.*/y).trim();
  if (/:(\s|$)/.test(plain)) throw at(line, "a text with `: ` needs quotes, or is not read");
  return scalar(plain);
}

function collection(flow: Flow, line: Line, open: "[" | "{"): unknown {
  const close = open === "[" ? "]" : "}";
  const list: unknown[] = [];
  const entries: [string, unknown][] = [];
  flow.at++;
  for (;;) {
    skip(flow, /\s*/y);
    if (flow.text[flow.at] === close) break;
    const one = flowValue(flow, line, true);
    if (open === "[") list.push(one);
    else {
      if (skip(flow, /\s*:\s*/y) === "") throw at(line, "a key in braces has no value");
      entries.push([String(one), flowValue(flow, line, true)]);
    }
    if (skip(flow, /\s*,/y) === "" && skip(flow, /\s*(?=[\]}])/y) === "" && flow.text[flow.at] !== close)
      throw at(line, `no \`${close}\``);
  }
  flow.at++;
  return open === "[" ? list : Object.fromEntries(entries);
}

function skip(flow: Flow, pattern: RegExp): string {
  pattern.lastIndex = flow.at;
  const found = pattern.exec(flow.text)?.[0] ?? "";
  flow.at += found.length;
  return found;
}

function unquoted(text: string, line: Line): string {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  try {
    return String(JSON.parse(text));
  } catch {
    throw at(line, `the escapes of ${text} are not read`);
  }
}

/** Scalar as PyYAML reads it, except that a number without a point may have an exponent (`1e-5`). */
function scalar(text: string): string | number | boolean | null {
  if (/^(~|null|Null|NULL|)$/.test(text)) return null;
  if (/^(true|yes|on)$/i.test(text)) return true;
  if (/^(false|no|off)$/i.test(text)) return false;
  return /^[-+]?(\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(e[-+]?\d+)?$/i.test(text)
    ? Number(text.replaceAll("_", ""))
    : text;
}
