import type { Setting, Settings } from "../carry/settings.ts";

/**
 * Flags (`--name`) of a shell script or an argument line, with their values. Variables are substituted where
 * the script sets them by a plain assignment (`TP=8`, `TP=${TP:-8}`, `MODEL=( … )`). Nothing is executed. A
 * repeated flag has its last value, as in argparse.
 */
export function readFlags(text: string): Settings | { readonly problem: string } {
  const room: Room = { left: MOST_FILLED };
  const variables = assignments(text, room);
  const words = splitWords(text.replace(/\\\r?\n/g, " ")).flatMap((word) =>
    unquotedWords(filled(word, variables, room)),
  );
  if (room.left < 0) return { problem: `its variables stand for more than ${MOST_FILLED / 1e6} MB of text` };
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

/**
 * Limit on the characters that variables may be replaced by in total: thirty lines of `B=$A$A` would be
 * gigabytes.
 */
const MOST_FILLED = 4_000_000;
interface Room {
  left: number;
}

/** Values of a script's variables that are assigned a single word, by name. */
function assignments(text: string, room: Room): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", value = ""] of text.matchAll(
    /^\s*(?:export\s+|local\s+|readonly\s+)?([A-Za-z_]\w*)=("[^"\n]*"|'[^'\n]*'|[^\s(;]+)\s*(?:#.*)?;?$/gm,
  )) {
    const bare = value.replace(/^(["'])([\s\S]*)\1$/, "$2");
    found.set(name, filled(bare, found, room));
  }
  return found;
}

/**
 * Text with `$NAME`, `${NAME}` and `${NAME:-value}` substituted by known values. Unknown variables stay, and
 * so do all beyond the limit on characters.
 */
function filled(text: string, variables: ReadonlyMap<string, string>, room: Room): string {
  return text.replace(
    /\$(?:\{([A-Za-z_]\w*)(?::?-([^}]*))?\}|([A-Za-z_]\w*))/g,
    (whole, braced, otherwise, bare) => {
      const value = variables.get(String(braced ?? bare));
      if (value === undefined) return otherwise === undefined ? whole : String(otherwise);
      room.left -= value.length;
      return room.left < 0 ? whole : value;
    },
  );
}

/** Words of a script, split as a shell does, with quotes. Comments are dropped; a line's end is a word. */
function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(
    /#[^\n]*|\n|[();&|<>]+|(?:"(?:[^"\\]|\\.)*"|'[^']*'|\$\{[^}]*\}|[^\s"'();&|<>])+/g,
  )) {
    if (!word.startsWith("#")) words.push(word);
  }
  return words;
}

/** Words inside a quoted or substituted word, which may contain several flags. */
function unquotedWords(word: string): readonly string[] {
  if (word === "\n") return [word];
  const bare = word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g, (_, double, single) =>
    String(double ?? single ?? ""),
  );
  return bare.trim().startsWith("--") ? bare.trim().split(/\s+/) : [bare];
}
