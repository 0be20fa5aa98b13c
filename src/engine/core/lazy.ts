/** Returns a getter that calls `make` at its first call and returns that value from then on. */
export function lazy<T>(make: () => T): () => T {
  let known: { readonly value: T } | null = null;
  return () => {
    known ??= { value: make() };
    return known.value;
  };
}
