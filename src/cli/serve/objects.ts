/** Objects that a program in another process refers to by number. */
export interface Objects {
  /** Number of an object. The same object has the same number until it is freed. */
  keep(object: object): number;
  /** Object with a number. Throws a `RequestError` for a number that is not in use. */
  get(number: number): object;
  free(numbers: readonly number[]): void;
}

/** A request that says something impossible: a mistake of the program that sent it. */
export class RequestError extends Error {}

export function createObjects(): Objects {
  const objects = new Map<number, { readonly object: object; uses: number }>();
  const numbers = new Map<object, number>();
  let last = 0;
  return {
    keep(object) {
      const known = numbers.get(object);
      const entry = known === undefined ? undefined : objects.get(known);
      if (known !== undefined && entry) {
        entry.uses += 1;
        return known;
      }
      last += 1;
      objects.set(last, { object, uses: 1 });
      numbers.set(object, last);
      return last;
    },
    get(number) {
      const entry = objects.get(number);
      if (!entry) throw new RequestError(`there is no object ${number}`);
      return entry.object;
    },
    free(freed) {
      for (const number of freed) {
        const entry = objects.get(number);
        if (!entry) continue;
        entry.uses -= 1;
        if (entry.uses > 0) continue;
        objects.delete(number);
        numbers.delete(entry.object);
      }
    },
  };
}
