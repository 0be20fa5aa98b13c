/** Largest length of a file name's stem, in characters, because users type and quote file names. */
const LONGEST = 60;

/** File name stems for the given names, in order. Equal stems are numbered. */
export function fileStems(names: readonly string[], without: string): readonly string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const stem = slug(name) || without;
    const count = (seen.get(stem) ?? 0) + 1;
    seen.set(stem, count);
    return count === 1 ? stem : `${stem}-${count}`;
  });
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, "-")
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, "");
}
