import { scaleFactor } from "../../units/scale.ts";
import { parseUnit } from "../../units/unit.ts";

const NUMBER =
  /^(?<sign>[-−+±]?)(?<money>\$?)(?<digits>\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?)(?<scale>[KMBT]?)(?<rest>.*)$/;

/**
 * Number of a cell as reports print it, in base units: `12.35 GiB`, `$2.50/GPU-hour`, `51.4%`, `2.788M GPU-hours`. null for a
 * cell that does not begin with a number. A unit that is not known counts as none: the cells of a column have the same.
 */
export function cellNumber(text: string): number | null {
  const trimmed = text.trim();
  if (/^-?infinite$/.test(trimmed))
    return trimmed.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const found = NUMBER.exec(trimmed)?.groups;
  if (!found) return null;
  const { sign = "", money = "", digits = "", scale = "", rest = "" } = found;
  const value = Number(digits.replaceAll(",", "")) * (scaleFactor(scale) ?? 1);
  // `12.35 GiB (15%)`: the unit is the first word.
  const unit = `${money}${rest.trim().split(" ")[0] ?? ""}`;
  return (/[-−]/.test(sign) ? -1 : 1) * value * (parseUnit(unit)?.factor ?? 1);
}
