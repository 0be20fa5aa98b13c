/** Whether a field that holds a device's generation is one of these, in the language. */
export const ofGenerations = (field: string, ...generations: readonly string[]): string =>
  generations.map((each) => `${field} == ${each}`).join(" or ");
