import { fieldRow, kindRow, type RecordRow, tagRow } from "../../dsl/schema/index.ts";
import { type Settings, textAt } from "./settings.ts";
import { valueText } from "./settingsText.ts";

/** Less what the schema gives a field by itself, and what only follows from others. */
export function withoutDefaults(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([path]) => !isDefault(path, settings)));
}

/** Whether a field says what the schema gives it by itself, or only follows from others; also under the stack `readAs`, where it is given. */
export function isDefault(path: string, settings: Settings, readAs?: string): boolean {
  const names = path.split(".");
  const name = names.pop() ?? "";
  const holder = recordAt(names, settings);
  const field = holder && fieldRow(holder, name);
  if (!field) return false;
  if (field.derived) return true;
  // A value with fields below it is more than its tag.
  if (Object.keys(settings).some((other) => other.startsWith(`${path}.`))) return false;
  const text = valueText(path, settings);
  const stacks = [textAt(settings, "plan.framework") ?? "generic", ...(readAs === undefined ? [] : [readAs])];
  if (text === stackDefault(field.default ?? "", stacks)) return true;
  const sibling = `${names.join(".")}.${field.default ?? ""}`;
  return text === field.default || (sibling in settings && valueText(sibling, settings) === text);
}

/** What a field that defaults to one of the framework's facts has where none of these stacks sets its own; null where one does. */
function stackDefault(expression: string, stacks: readonly string[]): string | null {
  const fact = /(?:^|and )framework\.(\w+)$/.exec(expression)?.[1];
  if (fact === undefined) return null;
  const [usual = null, ...own] = ["generic", ...stacks].map((name) => {
    const stack = tagRow(name);
    return (stack && fieldRow(stack, fact)?.default) ?? null;
  });
  return own.every((one) => one === usual) ? usual : null;
}

/** The row of the record that a path's last name is a field of: the plan's, or a tag's that stands in it. */
function recordAt(names: readonly string[], settings: Settings): RecordRow | null {
  const [kind = "", ...rest] = names;
  if (rest.length === 0) return kind === "plan" || kind === "model" ? kindRow(kind) : null;
  const tag = textAt(settings, names.join("."));
  return tag === null ? null : tagRow(tag);
}
