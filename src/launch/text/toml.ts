import { parse, stringify, TomlError } from "smol-toml";
import { fromNested, type Settings, toNested } from "../carry/settings.ts";

/** Dotted settings as a TOML of one table a section; comments above. */
export function toToml(settings: Settings, comments: readonly string[]): string {
  const head = comments.map((line) => `#${line === "" ? "" : ` ${line}`}`).join("\n");
  return `${head}\n\n${stringify(toNested(settings))}`;
}

/** The settings of a TOML by dotted path, or the parser's first complaint. */
export function readToml(text: string): { readonly settings: Settings } | { readonly problem: string } {
  try {
    return { settings: fromNested(parse(text)) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [first = ""] = error.message.split("\n");
    return { problem: `line ${error.line}: ${first.replace(/^Invalid TOML document: /, "")}` };
  }
}
