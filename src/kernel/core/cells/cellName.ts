/** Name of a notebook's cell in messages, by its index among the cells with code. */
export const cellName = (index: number): string => `cell ${index + 1}`;
