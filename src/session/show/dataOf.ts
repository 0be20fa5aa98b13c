import { counted, type Quantity, type Value } from "../../dsl/evaluate/index.ts";
import { textOfValue } from "../text/textOfValue.ts";

export function quantityData(value: Quantity): unknown {
  return { value: value.value, unit: value.dimension.key };
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
