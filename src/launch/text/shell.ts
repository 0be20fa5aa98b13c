/** Text as a shell word: plain where possible, else in single quotes. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Flag as shell text: `--name value`, a list's values one after another, a switch alone. */
export function shellFlag(name: string, value: number | string | boolean | null | readonly string[]): string {
  if (value === true) return name;
  const values = typeof value === "object" && value !== null ? value : [String(value)];
  return [name, ...values.map(shellWord)].join(" ");
}

/** Bash array of flags, one per line. */
export function shellArray(name: string, lines: readonly string[]): string {
  return `${name}=(\n${lines.map((line) => `  ${line}\n`).join("")})`;
}

/** Command over several lines. */
export function shellCommand(parts: readonly string[]): string {
  return parts.join(" \\\n  ");
}
