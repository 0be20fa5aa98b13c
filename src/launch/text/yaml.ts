/** Data that can be written as YAML: a Kubernetes manifest, or a framework's configuration. */
export type Yaml = Scalar | readonly Yaml[] | { readonly [key: string]: Yaml };

type Scalar = string | number | boolean | null | Float;

/** Number that its reader wants with a decimal point, as PyYAML does for a float: `1.0`. */
export class Float {
  constructor(readonly value: number) {}
}

/**
 * YAML text in block style: two spaces per level, multi-line texts as literal blocks, ambiguous texts in
 * quotes. There is no YAML library here because a session loads this file with its first line, and a library
 * would triple what it loads. The tests read the result with one.
 */
export function toYaml(value: Yaml, comments: readonly string[] = []): string {
  const head = comments.map((line) => `#${line === "" ? "" : ` ${line}`}\n`).join("");
  return `${head}${lines(value).join("\n")}\n`;
}

function lines(value: Yaml): readonly string[] {
  if (isList(value)) return value.flatMap((item) => nested("- ", item));
  if (isMapping(value))
    return Object.entries(value).flatMap(([key, item]) => {
      const name = scalar(key);
      if (typeof item === "string" && item.includes("\n"))
        return [`${name}: |-`, ...item.split("\n").map((line) => (line === "" ? "" : `  ${line}`))];
      if (!isList(item) && !isMapping(item)) return [`${name}: ${scalar(item)}`];
      if (empty(item)) return [`${name}: ${isList(item) ? "[]" : "{}"}`];
      return [`${name}:`, ...lines(item).map((line) => (line === "" ? "" : `  ${line}`))];
    });
  return [scalar(value)];
}

function nested(mark: string, item: Yaml): readonly string[] {
  if (typeof item === "string" && item.includes("\n"))
    return [`${mark}|-`, ...item.split("\n").map((line) => (line === "" ? "" : `  ${line}`))];
  if ((isList(item) || isMapping(item)) && empty(item)) return [`${mark}${isList(item) ? "[]" : "{}"}`];
  const [first = "", ...rest] = lines(item);
  return [`${mark}${first}`, ...rest.map((line) => (line === "" ? "" : `  ${line}`))];
}

function empty(value: readonly Yaml[] | { readonly [key: string]: Yaml }): boolean {
  return isList(value) ? value.length === 0 : Object.keys(value).length === 0;
}

function isMapping(value: Yaml): value is { readonly [key: string]: Yaml } {
  return typeof value === "object" && value !== null && !isList(value) && !(value instanceof Float);
}

function isList(value: Yaml): value is readonly Yaml[] {
  return Array.isArray(value);
}

/**
 * YAML text of a single value. JSON's strings are valid YAML; words that YAML would read as something else
 * are quoted too.
 */
function scalar(value: Scalar): string {
  if (value instanceof Float || typeof value === "number") return number(value);
  if (typeof value !== "string") return String(value);
  const word = /^[A-Za-z][\w./-]*$/.test(value) && !/^(true|false|yes|no|on|off|null|y|n)$/i.test(value);
  return word ? value : JSON.stringify(value);
}

/** YAML text of a number. PyYAML reads an exponent only after a decimal point: `1.0e-8`. */
function number(value: number | Float): string {
  const text = String(value instanceof Float ? value.value : value);
  if (
    text.includes(".") ||
    (Number.isInteger(Number(text)) && !(value instanceof Float) && !text.includes("e"))
  )
    return text;
  return text.includes("e") ? text.replace("e", ".0e") : `${text}.0`;
}
