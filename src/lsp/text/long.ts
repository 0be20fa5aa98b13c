/** Length from which a text is long, in UTF-16 units: reading all of it would delay a keystroke. */
export const LONG = 20_000;
