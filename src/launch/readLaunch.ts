import { fromArguments, stackOf, type Unread } from "./carry/argumentTable.ts";
import type { Settings } from "./carry/settings.ts";
import { settingsText } from "./carry/settingsText.ts";
import { withoutDefaults } from "./carry/withoutDefaults.ts";
import { recognised } from "./recognised.ts";

/**
 * Result of reading a framework's file: definitions of the language, or the reason why the file cannot be
 * read.
 */
export type Imported =
  | {
      readonly text: string;
      /** Name of the framework that the file is for. */
      readonly from: string;
      readonly plan: Settings;
      /** Arguments that the definitions do not express. Comments in the definitions' text list them too. */
      readonly unread: readonly Unread[];
    }
  | { readonly problem: string };

const NOWHERE = { devices: null, domain: null, stepSeconds: null };

/**
 * Reads a framework's file as definitions of the language. Its text says which framework it is for
 * (recognised.ts). The definitions cite the name `file`. They
 * define `plan NAME` and, where the file describes the model, `model MODEL_NAME`.
 */
export function readLaunch(
  text: string,
  file: string,
  name = "imported",
  modelName = `${name}_model`,
): Imported {
  const found = recognised(text);
  if ("problem" in found) return found;
  const { table, given } = found;
  const { settings, unread } = fromArguments(table, given, NOWHERE);
  const plan = withoutDefaults({ "plan.framework": stackOf(table), ...only(settings, "plan.") });
  const comments = unread.map(unreadLine);
  const whole = table.model && "model.layers" in settings;
  const parts = [
    "edition 2026\n",
    ...importLine(table.libraryModel?.(given)),
    ...(whole
      ? [settingsText("model", modelName, withoutDefaults(only(settings, "model.")), { cite: file })]
      : []),
    settingsText("plan", name, plan, {
      cite: file,
      comments: comments.length === 0 ? [] : ["Not read:", ...comments],
    }),
  ];
  return { text: parts.join("\n"), from: `${table.name} (${table.version})`, plan, unread };
}

function only(settings: Settings, prefix: string): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([path]) => path.startsWith(prefix)));
}

/** Line that imports a model of the library, for a file that names its model instead of describing it. */
function importLine(model: string | undefined): readonly string[] {
  return model === undefined ? [] : [`# The model: import ${model} from "std/models"\n`];
}

export function unreadLine({ argument, value, near }: Unread): string {
  const said =
    value === true ? argument : `${argument} ${Array.isArray(value) ? value.join(" ") : String(value)}`;
  return `  ${said.replace(/\s+/g, " ")}${near === null ? "" : `  (did you mean ${near}?)`}`;
}
