/** Times in s that a plan sets, by the name of the part (`dp` for `time.dp`); empty in a plan that sets none. */
export type GivenTimes = Readonly<Record<string, number>>;
