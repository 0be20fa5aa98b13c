import type { Setting, Settings } from "./settings.ts";

/** Units of the fields whose values need a unit in the language, by field. */
const UNITS: Readonly<Record<string, string>> = {
  "plan.global_batch": " sequences",
  "plan.tokens": " tokens",
  "plan.checkpoint.interval": " s",
};

/**
 * Text of a model's or a plan's definition in the language, from the settings whose paths begin with `kind`.
 * Comments stand above it.
 */
export function settingsText(
  kind: "model" | "plan",
  name: string,
  settings: Settings,
  about: { readonly cite?: string; readonly comments?: readonly string[] } = {},
): string {
  const prefix = `${kind}.`;
  const fields = Object.keys(settings).filter(
    (path) => path.startsWith(prefix) && !path.slice(prefix.length).includes("."),
  );
  const lines = fields.map((path) => `  ${path.slice(prefix.length)} = ${valueText(path, settings)}`);
  const cite = about.cite === undefined ? "" : ` cite ${JSON.stringify(about.cite)}`;
  const comments = (about.comments ?? []).map((line) => `# ${line}\n`).join("");
  return `${comments}${kind} ${name}${cite} {\n${lines.join("\n")}\n}\n`;
}

/**
 * Text of a field's value in the language, with the fields of its tag: `moe(experts = 8, expert = swiglu(d_ff
 * = 14336))`.
 */
export function valueText(path: string, settings: Settings): string {
  const below = Object.keys(settings).filter(
    (other) => other.startsWith(`${path}.`) && !other.slice(path.length + 1).includes("."),
  );
  const value =
    plainText(settings[path] ?? null) + (typeof settings[path] === "number" ? (UNITS[path] ?? "") : "");
  if (below.length === 0) return value;
  const args = below.map((one) => `${one.slice(path.length + 1)} = ${valueText(one, settings)}`);
  return `${value}(${args.join(", ")})`;
}

function plainText(value: Setting): string {
  if (value === null) return "none";
  if (typeof value === "object") return value.length === 0 ? "none" : `[${value.join(", ")}]`;
  if (typeof value !== "number") return String(value);
  return Number.isInteger(value) ? grouped(String(value)) : String(Number(value.toPrecision(6)));
}

/** Digits of a number grouped as programs write them: `12_288`. */
const grouped = (digits: string): string => digits.replace(/(?<=\d)(?=(?:\d{3})+$)/g, "_");
