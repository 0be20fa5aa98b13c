/** Text as one word of a shell: unchanged where possible, else in single quotes. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Flag as shell text: `--name value`. A list has its values one after another; a switch stands alone. */
export function shellFlag(name: string, value: number | string | boolean | null | readonly string[]): string {
  if (value === true) return name;
  const values = typeof value === "object" && value !== null ? value : [String(value)];
  return [name, ...values.map(shellWord)].join(" ");
}

/** Bash array with one flag per line. */
export function shellArray(name: string, lines: readonly string[]): string {
  return `${name}=(\n${lines.map((line) => `  ${line}\n`).join("")})`;
}

/** Shell command over several lines, one part per line. */
export function shellCommand(parts: readonly string[]): string {
  return parts.join(" \\\n  ");
}
