/** What is made when it is first asked for, and then known. */
export function onceAsked<T>(make: () => T): () => T {
  let known: { readonly value: T } | null = null;
  return () => {
    known ??= { value: make() };
    return known.value;
  };
}
