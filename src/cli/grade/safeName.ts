/** Name of a student or a lesson as the name of a file or folder. */
export const safeName = (name: string): string =>
  name.replace(/[^\p{L}\p{N} ._@+-]/gu, "_").replace(/^\.+/, "_");
