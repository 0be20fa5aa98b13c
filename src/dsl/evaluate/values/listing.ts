/** A read-only sequence: an array, or a view that makes its items when they are read. */
export interface Listing<T> extends Iterable<T> {
  readonly length: number;
  /** Item at an index; undefined past the end, as in an array. */
  at(index: number): T | undefined;
}

/** Makes a sequence of `length` items. `make` creates an item at each read, so that a million rows take no memory. */
export function listing<T>(length: number, make: (index: number) => T): Listing<T> {
  return {
    length,
    at(index) {
      const from = index < 0 ? index + length : index;
      return from >= 0 && from < length ? make(from) : undefined;
    },
    *[Symbol.iterator]() {
      for (let index = 0; index < length; index++) yield make(index);
    },
  };
}

/** Makes a sequence of those items of another listing that have the given indices, in the order of the indices. */
export function picked<T>(from: Listing<T>, places: ArrayLike<number>): Listing<T> {
  return listing(places.length, (index) => itemOf(from, places[index] ?? 0));
}

export function firstOf<T>(from: Listing<T>, count: number): Listing<T> {
  return count >= from.length ? from : listing(count, (index) => itemOf(from, index));
}

/** Joins listings into one sequence, without copying them. */
export function joined<T>(parts: readonly Listing<T>[]): Listing<T> {
  const starts: number[] = [];
  let length = 0;
  for (const part of parts) {
    starts.push(length);
    length += part.length;
  }
  return listing(length, (index) => {
    let [low, high] = [0, parts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return itemOf(parts[low] ?? [], index - (starts[low] ?? 0));
  });
}

/** Item of a listing at an index. Throws where there is none. */
export function itemOf<T>(from: Listing<T>, index: number): T {
  const found = from.at(index);
  if (found === undefined) throw new RangeError(`item ${index} of ${from.length}`);
  return found;
}
