/** Longest stem, in characters: file names are typed and quoted. */
const LONGEST = 60;

/** Stems of file names, in order. Equal names are numbered. */
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
