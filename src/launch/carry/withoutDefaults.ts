import { fieldRow, kindRow, type RecordRow, tagRow } from "../../dsl/schema/index.ts";
import { type Settings, textAt } from "./settings.ts";
import { valueText } from "./settingsText.ts";

/** Settings without schema defaults, and without fields that follow from others. */
export function withoutDefaults(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([path]) => !isDefault(path, settings)));
}

/**
 * True where a field has its schema default, or follows from others. Defaults of the stack `readAs` count
 * too, where it is given.
 */
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

/**
 * Default of a field that defaults to a fact of the framework, where none of these stacks sets its own. null
 * where one does.
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

/** Schema row of the record that contains a path's last name: the plan's, or that of a tag inside it. */
function recordAt(names: readonly string[], settings: Settings): RecordRow | null {
  const [kind = "", ...rest] = names;
  if (rest.length === 0) return kind === "plan" || kind === "model" ? kindRow(kind) : null;
  const tag = textAt(settings, names.join("."));
  return tag === null ? null : tagRow(tag);
}
