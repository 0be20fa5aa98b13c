/**
 * Digits and their unit as one text: `12.35 GiB`, `$2.50/GPU-hour`, `8` of `1`. A percent sign stands right after the digits,
 * `51.4%`, as the language reads it, not apart as SI would have it: what is read in a report can be written in a program.
 */
export function withUnit(digits: string, unit: string): string {
  if (unit === "" || unit === "1") return digits;
  if (unit.startsWith("$")) return `$${digits}${unit.slice(1)}`;
  return unit === "%" ? `${digits}%` : `${digits} ${unit}`;
}
