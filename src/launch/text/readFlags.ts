import type { Setting, Settings } from "../carry/settings.ts";
import { shellWords } from "./shellWords.ts";

/**
 * Flags (`--name`) of a shell script or an argument line, with their values. Variables are substituted where
 * the script sets them by a plain assignment (`TP=8`, `TP=${TP:-8}`, `MODEL=( … )`). Nothing is executed. A
 * repeated flag has its last value, as in argparse.
 */
export function readFlags(text: string): Settings | { readonly problem: string } {
  const words = shellWords(text);
  if ("problem" in words) return words;
  const flags: Record<string, Setting> = {};
  let name: string | null = null;
  let values: string[] = [];
  const close = (): void => {
    if (name !== null)
      flags[name] = values.length === 0 ? true : values.length === 1 ? plain(values[0] ?? "") : values;
    name = null;
    values = [];
  };
  for (const word of words) {
    const flag = /^(--[A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(word);
    if (flag?.[1] !== undefined) {
      close();
      name = flag[1].replaceAll("_", "-");
      if (flag[2] !== undefined) {
        values.push(flag[2]);
        close();
      }
    } else if (name !== null && !ENDS.test(word)) values.push(word);
    else close();
  }
  close();
  return flags;
}

/**
 * Pattern of a word that ends the values of a flag: shell syntax, a line's end, a program, or a variable that
 * stands for more flags. Any other unset variable counts as a value and is reported.
 */
const ENDS = /^(\n|[();&|<>]+|\$\{?(\w+\[|[@*]|\w*(ARG|OPT|FLAG|EXTRA)).*|.*\.py|-[a-zA-Z]|\w+\+?=.*)$/;

function plain(text: string): Setting {
  return /^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : text;
}
