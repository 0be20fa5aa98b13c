import { parse, stringify, TomlError } from "smol-toml";
import { fromNested, type Settings, toNested } from "../carry/settings.ts";

/** TOML text of settings with dotted paths, with one table per section and comments above. */
export function toToml(settings: Settings, comments: readonly string[]): string {
  const head = comments.map((line) => `#${line === "" ? "" : ` ${line}`}`).join("\n");
  return `${head}\n\n${stringify(toNested(settings))}`;
}

/** Settings of a TOML text by dotted path, or the parser's first error as `problem`. */
export function readToml(text: string): { readonly settings: Settings } | { readonly problem: string } {
  try {
    return { settings: fromNested(parse(text)) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [first = ""] = error.message.split("\n");
    return { problem: `line ${error.line}: ${first.replace(/^Invalid TOML document: /, "")}` };
  }
}
