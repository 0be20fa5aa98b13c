import { fieldRow, kindRow, type RecordRow, tagRow } from "../../dsl/schema/index.ts";
import { type Settings, textAt } from "./settings.ts";
import { valueText } from "./settingsText.ts";

/** Settings that differ from the language's defaults. Fields that other fields determine are left out. */
export function withoutDefaults(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([path]) => !isDefault(path, settings)));
}

/**
 * True where a field has its default in the language, or other fields determine it. With `readAs`, defaults
 * of that framework count too.
 */
export function isDefault(path: string, settings: Settings, readAs?: string): boolean {
  const names = path.split(".");
  const name = names.pop() ?? "";
  const holder = recordAt(names, settings);
  const field = holder && fieldRow(holder, name);
  if (!field) return false;
  if (field.derived) return true;
  // A tagged value with fields of its own is no plain default.
  if (Object.keys(settings).some((other) => other.startsWith(`${path}.`))) return false;
  const text = valueText(path, settings);
  const stacks = [textAt(settings, "plan.framework") ?? "generic", ...(readAs === undefined ? [] : [readAs])];
  if (text === stackDefault(field.default ?? "", stacks)) return true;
  const sibling = `${names.join(".")}.${field.default ?? ""}`;
  return text === field.default || (sibling in settings && valueText(sibling, settings) === text);
}

/**
 * Default of a field that takes it from the framework's description, where all of these frameworks agree with
 * the generic one. null otherwise.
 */
function stackDefault(expression: string, stacks: readonly string[]): string | null {
  const fact = /(?:^|and )framework\.(\w+)$/.exec(expression)?.[1];
  if (fact === undefined) return null;
  const [usual = null, ...own] = ["generic", ...stacks].map((name) => {
    const stack = tagRow(name);
    return (stack && fieldRow(stack, fact)?.default) ?? null;
  });
  return own.every((one) => one === usual) ? usual : null;
}

/**
 * Schema record that describes the fields below a path: the plan's, the model's, or that of a tag inside one.
 */
function recordAt(names: readonly string[], settings: Settings): RecordRow | null {
  const [kind = "", ...rest] = names;
  if (rest.length === 0) return kind === "plan" || kind === "model" ? kindRow(kind) : null;
  const tag = textAt(settings, names.join("."));
  return tag === null ? null : tagRow(tag);
}
