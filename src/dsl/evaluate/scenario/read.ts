import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { readField } from "../expressions/readField.ts";
import { missingField } from "../expressions/record.ts";
import type { Context } from "../values/context.ts";
import { type Poison, poison, type RecordValue, type Value } from "../values/value.ts";

/**
 * Reads fields of records as plain JavaScript data. Errors are collected in `failed`, so that all missing fields are
 * reported together. After an error the returned values are placeholders: check `failed` before using them.
 */
export class Reader {
  readonly context: Context;
  readonly #diagnostics = new Set<Diagnostic>();
  #failed = false;

  constructor(context: Context) {
    this.context = context;
  }

  get failed(): Poison | null {
    return this.#failed ? poison(...this.#diagnostics) : null;
  }

  fail(value: Poison): void {
    this.#failed = true;
    for (const one of value.diagnostics) this.#diagnostics.add(one);
  }

  #value(record: RecordValue, name: string): Value | null {
    const value = readField(this.context, record, name);
    if (value.kind !== "poison") return value;
    this.fail(value);
    return null;
  }

  number(record: RecordValue, name: string): number {
    const value = this.#value(record, name);
    if (value?.kind === "quantity") return value.value;
    if (value !== null) this.fail(poison(missingField(record, name)));
    return 1;
  }

  /** Number of a field; null for `none` or any other word. */
  optional(record: RecordValue, name: string): number | null {
    const value = this.#value(record, name);
    return value?.kind === "quantity" ? value.value : null;
  }

  truth(record: RecordValue, name: string): boolean {
    const value = this.#value(record, name);
    return value?.kind === "boolean" && value.value;
  }

  word<W extends string>(record: RecordValue, name: string): W {
    const value = this.#value(record, name);
    return (value?.kind === "word" ? value.word : "none") as W;
  }

  /** Record in a field, which is a tagged value or a definition; null for `none`. */
  record(record: RecordValue, name: string): RecordValue | null {
    const value = this.#value(record, name);
    return value?.kind === "record" ? value : null;
  }

  /** Tagged values or definitions in a field that holds a list of them. */
  records(record: RecordValue, name: string): readonly RecordValue[] {
    const value = this.#value(record, name);
    return value?.kind === "list"
      ? value.items.flatMap((item) => (item.kind === "record" ? [item] : []))
      : [];
  }

  words(record: RecordValue, name: string): readonly string[] {
    const value = this.#value(record, name);
    return value?.kind === "list"
      ? value.items.flatMap((item) => (item.kind === "word" ? [item.word] : []))
      : [];
  }

  /** Words and numbers of a list; null where the field holds no list. */
  listed(record: RecordValue, name: string): readonly (string | number)[] | null {
    const value = this.#value(record, name);
    if (value?.kind !== "list") return null;
    return value.items.flatMap((item): readonly (string | number)[] =>
      item.kind === "word" ? [item.word] : item.kind === "quantity" ? [item.value] : [],
    );
  }

  /** Texts in a field that holds a text or a list of texts. */
  texts(record: RecordValue, name: string): readonly string[] {
    const value = this.#value(record, name);
    const items = value?.kind === "list" ? value.items : value ? [value] : [];
    return items.flatMap((item) => (item.kind === "text" ? [item.value] : []));
  }

  numbers(record: RecordValue, name: string): readonly number[] {
    const value = this.#value(record, name);
    return value?.kind === "list"
      ? value.items.flatMap((item) => (item.kind === "quantity" ? [item.value] : []))
      : [];
  }
}
