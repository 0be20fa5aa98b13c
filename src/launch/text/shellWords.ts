/**
 * Words of a shell script, split as a shell does. Variables are substituted where the script sets them by a plain
 * assignment (`TP=8`, `TP=${TP:-8}`, `MODEL=( … )`). Nothing is executed.
 */
export function shellWords(text: string): readonly string[] | { readonly problem: string } {
  const room: Room = { left: MOST_FILLED };
  const variables = assignments(text, room);
  const words = splitWords(text.replace(/\\\r?\n/g, " ")).flatMap((word) =>
    unquotedWords(filled(word, variables, room)),
  );
  return room.left < 0
    ? { problem: `its variables stand for more than ${MOST_FILLED / 1e6} MB of text` }
    : words;
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
