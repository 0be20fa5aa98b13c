import type { Setting, Settings } from "../carry/settings.ts";
import { shellWords } from "./shellWords.ts";

/**
 * Overrides of a configuration (`ici_tensor_parallelism=4`, `model.pipeline_dtype=bf16`) on a command line or in a
 * shell script, by key. A repeated key has its last value. Variables of the shell are substituted as for flags.
 */
export function readOverrides(text: string): Settings | { readonly problem: string } {
  const words = shellWords(text);
  if ("problem" in words) return words;
  const found: Record<string, Setting> = {};
  for (const word of words) {
    const [, key, value] = OVERRIDE.exec(word) ?? [];
    if (key !== undefined && value !== undefined) found[key] = setting(value);
  }
  return found;
}

/** Pattern of an override. Names of shell variables are in capitals, those of keys are not. */
const OVERRIDE = /^\+{0,2}([a-z][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)*)=([\s\S]*)$/;

function setting(text: string): Setting {
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  if (/^(null|none)$/i.test(text)) return null;
  const list = /^\[(.*)\]$/.exec(text)?.[1];
  if (list !== undefined)
    return list.trim() === "" ? [] : list.split(",").map((one) => one.trim().replace(/^(['"])(.*)\1$/, "$2"));
  return /^-?(\d[\d_]*\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text.replaceAll("_", "")) : text;
}
