/**
 * Text of a condition in the language. The condition is true where a field holds one of the given device generations.
 */
export const ofGenerations = (field: string, ...generations: readonly string[]): string =>
  generations.map((each) => `${field} == ${each}`).join(" or ");
