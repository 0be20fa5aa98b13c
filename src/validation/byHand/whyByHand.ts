/** A by-hand median above this needs a paragraph that says why. */
export const TOLD_ABOVE = 0.2;

/** Why the by-hand median of a source is above 20 %, by the source's name. */
export const whyByHand: Readonly<Record<string, string>> = {};
