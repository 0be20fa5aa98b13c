import { type Drawn, meanOf, quantileOf } from "../../dsl/evaluate/index.ts";
import type { Breakdown } from "../../engine/estimate/breakdown.ts";
import { convert, dimension, parseUnit, print, type Quantity } from "../../units/index.ts";
import { uncertainText } from "../text/uncertainText.ts";
import { SheetError } from "./sheetError.ts";
import type { SheetBreakdown, SheetQuantity } from "./sheetTypes.ts";

export function sheetQuantity(quantity: Quantity & Drawn): SheetQuantity {
  const { draws } = quantity;
  const text = draws ? uncertainText(quantity, draws) : print(quantity);
  const at = (share: number): number => (draws ? quantileOf(draws, share) : quantity.value);
  return {
    kind: "quantity",
    value: quantity.value,
    unit: quantity.dimension.key,
    text,
    ...(draws ? { draws: { p10: at(0.1), p50: at(0.5), p90: at(0.9), mean: meanOf(draws) } } : {}),
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
