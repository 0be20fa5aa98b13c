import { type Draws, type Quantity, quantileOf } from "../../dsl/evaluate/index.ts";
import { rangeText } from "../../report/numbers/interval.ts";
import { print } from "../../units/index.ts";

/** An uncertain number in one line: its median, and the range of the middle 80% of its draws: `12.3 s (11.4 to 13.5)`. */
export function uncertainText({ kind, dimension, unit }: Quantity, draws: Draws): string {
  const [low = 0, value = 0, high = 0] = [0.1, 0.5, 0.9].map((share) => quantileOf(draws, share));
  if (Number.isNaN(value)) return "no draw has an answer";
  const median: Quantity = unit === undefined ? { kind, dimension, value } : { kind, dimension, value, unit };
  // A plain number's range is no percentage, as it is for a ratio of the engine.
  const as = unit ?? (dimension.key === "1" ? "1" : undefined);
  return `${print(median)} (${rangeText({ low, value, high, unit: dimension.key }, as)})`;
}
