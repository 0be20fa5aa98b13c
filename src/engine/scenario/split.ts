/** Rule that divides the layers over pipeline stages. */
export type SplitRule = "even" | "lighter_ends" | "lighter_last" | "uneven" | "balanced" | "balanced_exact";

/** Division of the layers over pipeline stages: a rule, or the number of layers of each stage or chunk. */
export type Split = SplitRule | readonly number[];

/** True where the plan lists the layers of each stage or chunk. */
export function isListed(split: Split): split is readonly number[] {
  return typeof split === "object";
}

/** Text of a split as the language writes it: `uneven`, or `[19, 20, 21, 20]`. */
export function splitText(split: Split): string {
  return isListed(split) ? `[${split.join(", ")}]` : split;
}
