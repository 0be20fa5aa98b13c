/**
 * Text of digits with their unit: `12.35 GiB`, `$2.50/GPU-hour`, `7.76/day`, or the digits alone for the unit `1`. A
 * percent sign follows the digits without a space, `51.4%`, unlike in SI, so that numbers of a report are valid in a
 * program.
 */
export function withUnit(digits: string, unit: string): string {
  if (unit === "" || unit === "1") return digits;
  if (unit.startsWith("$")) return `$${digits}${unit.slice(1)}`;
  if (unit.startsWith("1/")) return `${digits}${unit.slice(1)}`;
  return unit === "%" ? `${digits}%` : `${digits} ${unit}`;
}
