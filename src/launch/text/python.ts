import type { Setting, Settings } from "../carry/settings.ts";

/** Setting as a literal of Python. Numbers in a list of texts are numbers. */
export function pythonLiteral(value: Setting): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  return `[${value.map((one) => (/^-?\d+$/.test(one) ? one : JSON.stringify(one))).join(", ")}]`;
}

/**
 * Attributes that a Python file assigns to an object of one of these names: `cfg.model.num_layers = 32` is
 * `model.num_layers`. Values are literals; any other expression is its text. Nothing is executed.
 */
export function readAssignments(text: string, names: readonly string[]): Settings {
  const found: Record<string, Setting> = {};
  const line = new RegExp(
    `^[ \\t]*(?:${names.join("|")})\\.([A-Za-z_]\\w*(?:\\.\\w+)*)[ \\t]*=[ \\t]*([^=\\n].*)$`,
    "gm",
  );
  for (const [, path = "", value = ""] of text.matchAll(line)) found[path] = setting(withoutComment(value));
  return found;
}

const withoutComment = (text: string): string =>
  (/^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^#"'])*/.exec(text)?.[0] ?? text).trim();

function setting(text: string): Setting {
  if (text === "True" || text === "False") return text === "True";
  if (text === "None") return null;
  const quoted = /^(["'])((?:(?!\1)[^\\])*)\1$/.exec(text)?.[2];
  if (quoted !== undefined) return quoted;
  const list = /^\[([^[\]]*)\]$/.exec(text)?.[1];
  if (list !== undefined)
    return list
      .split(",")
      .map((one) => one.trim().replace(/^(["'])(.*)\1$/, "$2"))
      .filter((one) => one !== "");
  return /^-?(\d[\d_]*\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text.replaceAll("_", "")) : text;
}
