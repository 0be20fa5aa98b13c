import type { Setting, Settings } from "../carry/settings.ts";

/** Dotted settings as a TOML of one table a section; comments above. */
export function toToml(settings: Settings, comments: readonly string[]): string {
  const tables = new Map<string, string[]>();
  for (const [path, value] of Object.entries(settings)) {
    const at = path.lastIndexOf(".");
    const table = path.slice(0, at);
    const lines = tables.get(table) ?? [];
    lines.push(`${path.slice(at + 1)} = ${tomlValue(value)}`);
    tables.set(table, lines);
  }
  const head = comments.map((line) => `#${line === "" ? "" : ` ${line}`}`).join("\n");
  const body = [...tables].map(([name, lines]) => `[${name}]\n${lines.join("\n")}\n`).join("\n");
  return `${head}\n\n${body}`;
}

function tomlValue(value: Setting): string {
  if (typeof value === "object" && value !== null)
    return `[${value.map((one) => JSON.stringify(one)).join(", ")}]`;
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/**
 * The settings of a TOML by dotted path, as far as a job file goes: tables, strings, numbers, booleans and lists of strings.
 * A line that is none of these is the problem.
 */
export function readToml(text: string): { readonly settings: Settings } | { readonly problem: string } {
  const settings: Record<string, Setting> = {};
  let table = "";
  const lines = joined(text.replaceAll("\r\n", "\n").split("\n"));
  for (const [at, whole] of lines) {
    const line = uncommented(whole).trim();
    if (line === "") continue;
    const head = /^\[\s*([\w.-]+)\s*\]$/.exec(line)?.[1];
    if (head !== undefined) {
      table = head;
      continue;
    }
    const [, key, raw] = /^([\w.-]+|"[^"]+")\s*=\s*([\s\S]+)$/.exec(line) ?? [];
    const value = raw === undefined ? undefined : tomlRead(raw.trim());
    if (key === undefined || value === undefined)
      return { problem: `line ${at} is not a setting: ${whole.trim()}` };
    settings[`${table === "" ? "" : `${table}.`}${key.replace(/^"|"$/g, "")}`] = value;
  }
  return { settings };
}

/** Lines with their numbers, a list over several lines made one. */
function joined(lines: readonly string[]): readonly (readonly [number, string])[] {
  const whole: [number, string][] = [];
  let open = false;
  lines.forEach((line, index) => {
    const last = whole.at(-1);
    if (open && last) last[1] += ` ${uncommented(line).trim()}`;
    else whole.push([index + 1, line]);
    const text = uncommented(whole.at(-1)?.[1] ?? "");
    open = /=\s*\[/.test(text) && !/\]\s*$/.test(text.trim());
  });
  return whole;
}

function uncommented(line: string): string {
  return /^(?:[^"'#]|"(?:[^"\\]|\\.)*"|'[^']*')*/.exec(line)?.[0] ?? line;
}

function tomlRead(text: string): Setting | undefined {
  if (text === "true" || text === "false") return text === "true";
  if (/^[-+]?[\d_]+(\.[\d_]+)?(e[-+]?\d+)?$/i.test(text)) return Number(text.replaceAll("_", ""));
  if (/^'[^']*'$/.test(text)) return text.slice(1, -1);
  if (/^"(?:[^"\\]|\\.)*"$/.test(text)) return unescaped(text);
  if (!/^\[[\s\S]*\]$/.test(text)) return undefined;
  const items = text.slice(1, -1).match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^\s,[\]]+/g) ?? [];
  return items.map((item) => (item.startsWith('"') ? unescaped(item) : item.replace(/^'|'$/g, "")));
}

function unescaped(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}
