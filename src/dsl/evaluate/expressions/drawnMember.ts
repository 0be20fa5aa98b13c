import { deviationOf, meanOf, quantileOf } from "../draws/quantiles.ts";
import type { Quantity, Value } from "../values/value.ts";
import { counted } from "./arithmetic.ts";

/**
 * Number that `name` reads of an uncertain number: `p10`, `p50`, `p90` and any other percentile, `mean` or `sd`. A certain
 * number has itself at every percentile. Null for another name, or a value that is no number.
 */
export function drawnMember(value: Value, name: string): Quantity | null {
  const number = counted(value);
  const percentile = /^p([1-9]\d?)$/.exec(name)?.[1];
  if (number.kind !== "quantity" || (percentile === undefined && name !== "mean" && name !== "sd"))
    return null;
  const { kind, dimension, unit, draws } = number;
  const found = (size: number): Quantity =>
    unit === undefined ? { kind, value: size, dimension } : { kind, value: size, dimension, unit };
  if (!draws) return found(name === "sd" ? 0 : number.value);
  if (percentile !== undefined) return found(quantileOf(draws, Number(percentile) / 100));
  return found(name === "sd" ? deviationOf(draws) : meanOf(draws));
}
