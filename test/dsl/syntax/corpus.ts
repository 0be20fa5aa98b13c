import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("./corpus/", import.meta.url);

/** Programs that use every part of the language; all but `page.dtp` are files, it is a cell. */
export const corpus: readonly { readonly name: string; readonly text: string }[] = readdirSync(folder)
  .sort()
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));

/** A small seeded generator (mulberry32): the same programs on every run. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
