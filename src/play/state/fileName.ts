const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/;

/** True for the name that a file of a project may have. */
export const isFileName = (name: string): boolean => NAME.test(name);

/** File name made of any text: `My runs (2).csv` becomes `My-runs-2.csv`. `taken` are names that it may not have. */
export function fileName(text: string, taken: readonly string[] = []): string {
  const [, stem = "", ending = ""] = /^(.*?)(\.[A-Za-z0-9]{1,10})?$/s.exec(text.trim()) ?? [];
  const clean = stem
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, "")
    .slice(0, 60);
  const base = clean === "" ? "file" : clean;
  for (let count = 1; ; count++) {
    const name = `${base}${count === 1 ? "" : `-${count}`}${ending}`;
    if (!taken.includes(name)) return name;
  }
}
