import { withUnit } from "../../units/index.ts";

/**
 * Reports the progress of a long loop. `total` is 0 while a search counts its plans; `best` is the best plan so far, in
 * words.
 */
export type Progress = (done: number, total: number, label: string, best?: string) => void;

/** Progress in words: `42%, 1,260 of 3,000`. A fractional `done` names the item in progress: `42%, in 1 of 2`. */
export function progressWords(done: number, total: number): string {
  const count = Math.floor(done).toLocaleString("en");
  if (total === 0) return done === 0 ? "searching" : count;
  const share = withUnit(String(Math.floor(100 * Math.min(1, done / total))), "%");
  const place = Number.isInteger(done) ? count : `in ${Math.ceil(done).toLocaleString("en")}`;
  return `${share}, ${place} of ${total.toLocaleString("en")}`;
}
