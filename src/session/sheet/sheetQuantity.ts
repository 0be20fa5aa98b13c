import type { Breakdown } from "../../engine/estimate/breakdown.ts";
import { convert, dimension, parseUnit, print, type Quantity } from "../../units/index.ts";
import { SheetError } from "./sheetError.ts";
import type { SheetBreakdown, SheetQuantity } from "./sheetTypes.ts";

export function sheetQuantity(quantity: Quantity): SheetQuantity {
  const text = print(quantity);
  return {
    kind: "quantity",
    value: quantity.value,
    unit: quantity.dimension.key,
    text,
    as(unit) {
      if (parseUnit(unit)?.dimension !== quantity.dimension)
        throw new SheetError([], `${text} cannot be converted to \`${unit}\``);
      return convert(quantity, unit);
    },
  };
}

export function sheetBreakdown({ name, label, unit, value, parts }: Breakdown): SheetBreakdown {
  const text = print({ kind: "quantity", value, dimension: dimension(unit) });
  return { kind: "breakdown", name, label, value, unit, text, parts: parts.map(sheetBreakdown) };
}
