/** Parts of a breakdown that a plan sets, in base units, by the part's name (`dp` for `time.dp`). Empty where it sets none. */
export type GivenTerms = Readonly<Record<string, number>>;
