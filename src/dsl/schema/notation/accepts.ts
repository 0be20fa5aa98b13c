import type { Accepts, RecordRow, Word } from "./row.ts";

/** Accepted values of a field: whole numbers, either plain or in one of the given units of counting. */
export const count = (...units: readonly string[]): Accepts => ({ numbers: ["1", ...units], integer: true });
export const ratio: Accepts = { numbers: ["1"] };
export const bytes: Accepts = { numbers: ["B"] };
export const bandwidth: Accepts = { numbers: ["B/s"] };
export const rate: Accepts = { numbers: ["FLOP/s"] };
export const seconds: Accepts = { numbers: ["s"] };
export const truth: Accepts = { boolean: true };
export const words = (rows: readonly (readonly [word: string, doc: string])[]): Accepts => ({
  words: wordList(rows),
});
export const wordList = (rows: readonly (readonly [word: string, doc: string])[]): readonly Word[] =>
  rows.map(([word, doc]) => ({ word, doc }));
export const tags = (...names: readonly string[]): Accepts => ({ tags: names });
export const namesOf = (rows: readonly RecordRow[]): readonly string[] => rows.map(({ name }) => name);
