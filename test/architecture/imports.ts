import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** One import of a file below `src/`. */
export interface Import {
  readonly file: string;
  readonly specifier: string;
  readonly typeOnly: boolean;
  readonly lazy: boolean;
}

export const src = fileURLToPath(new URL("../../src", import.meta.url));

/** Every file of TypeScript below `src/`, by its path from there. */
export const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => name.endsWith(".ts"));

/** Every import of these files. */
export const imports = files.flatMap((file) => importsOf(file, readFileSync(join(src, file), "utf8")));

/** The file below `src/` that an import names; null for a package. */
export function targetOf({ file, specifier }: Import): string | null {
  if (!specifier.startsWith(".")) return null;
  return relative(src, resolve(src, dirname(file), specifier)).replaceAll("\\", "/");
}

/** The imports that a text holds, read without a parser. */
export function importsOf(file: string, text: string): readonly Import[] {
  const found: Import[] = [];
  const source = code(text);
  const statement =
    /\b(?:import|export)\s+((?:type\s+)?)((?:[\w*\s,$]|\{[^}]*\})*?)\s*from\s*(["'])([^"']+)\3/g;
  for (const [, type = "", names = "", , specifier = ""] of source.matchAll(statement)) {
    const inner = /^\{([^}]*)\}$/.exec(names.trim())?.[1];
    const eachType = inner?.split(",").every((name) => /^\s*(type\s|$)/.test(name)) ?? false;
    found.push({ file, specifier, typeOnly: type !== "" || eachType, lazy: false });
  }
  for (const [, , specifier = ""] of source.matchAll(/\bimport\s*(["'])([^"']+)\1/g))
    found.push({ file, specifier, typeOnly: false, lazy: false });
  for (const [, before = "", , specifier = ""] of source.matchAll(
    /(await\s+|:\s*|)\bimport\(\s*(["'])([^"']+)\2\s*\)/g,
  )) {
    const typeOnly = before.startsWith(":");
    found.push({ file, specifier, typeOnly, lazy: !typeOnly });
  }
  return found;
}

/** The text without comments; good enough for import lines. */
export function code(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}
