/** Condition in the language: true where a field holds one of the device generations. */
export const ofGenerations = (field: string, ...generations: readonly string[]): string =>
  generations.map((each) => `${field} == ${each}`).join(" or ");
