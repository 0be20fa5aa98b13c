import { withUnit } from "../units/index.ts";

/** How far a long loop is; `total` is 0 while a search counts its plans, `best` is what a search has found so far, in words. */
export type Progress = (done: number, total: number, label: string, best?: string) => void;

/** `42%, 1,260 of 3,000`; a long one that is under way is counted by its place: `42%, in 1 of 2`. */
export function progressWords(done: number, total: number): string {
  const count = Math.floor(done).toLocaleString("en");
  if (total === 0) return done === 0 ? "searching" : count;
  const share = withUnit(String(Math.floor(100 * Math.min(1, done / total))), "%");
  const place = Number.isInteger(done) ? count : `in ${Math.ceil(done).toLocaleString("en")}`;
  return `${share}, ${place} of ${total.toLocaleString("en")}`;
}
