import {
  counted,
  type Drawn,
  meanOf,
  type Quantity,
  quantileOf,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { textOfValue } from "../text/textOfValue.ts";

/** Number in base units, with its quantiles where it is uncertain. */
export function quantityData({ value, dimension: { key: unit }, draws }: Quantity & Drawn): unknown {
  if (!draws) return { value, unit };
  const [p10, p50, p90] = [0.1, 0.5, 0.9].map((share) => quantileOf(draws, share));
  return { value, unit, p10, p50, p90, mean: meanOf(draws) };
}

/** Value as the data of a `show`: numbers in base units, words as text. */
export function dataOf(value: Value): unknown {
  const plain = counted(value);
  switch (plain.kind) {
    case "quantity":
      return quantityData(plain);
    case "list":
      return plain.items.map(dataOf);
    case "boolean":
      return plain.value;
    case "none":
      return null;
    default:
      return textOfValue(plain);
  }
}
