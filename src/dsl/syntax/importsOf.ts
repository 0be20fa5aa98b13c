import { parse } from "./parse.ts";

/** Specifiers that a text imports, in written order, each once: `std/models`, `./runs.csv`. Errors elsewhere do not matter. */
export function importsOf(text: string): readonly string[] {
  const { file } = parse({ name: "", text }, "cell");
  return [...new Set(file.items.flatMap((item) => (item.kind === "import" ? [item.from.value] : [])))];
}
