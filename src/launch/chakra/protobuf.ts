/** Bytes of a protobuf message that is being written (protobuf.dev/programming-guides/encoding). */
export class Message {
  readonly bytes: number[] = [];

  /** Whole number of at least 0. Zero is written too: readers of Chakra want the attribute's type. */
  count(field: number, value: number): this {
    varint(this.bytes, field * 8);
    varint(this.bytes, value);
    return this;
  }

  text(field: number, value: string): this {
    return this.#raw(field, new TextEncoder().encode(value));
  }

  message(field: number, inner: Message): this {
    return this.#raw(field, inner.bytes);
  }

  /** Repeated whole numbers in one field. */
  counts(field: number, values: readonly number[]): this {
    if (values.length === 0) return this;
    const packed: number[] = [];
    for (const value of values) varint(packed, value);
    return this.#raw(field, packed);
  }

  #raw(field: number, content: ArrayLike<number>): this {
    varint(this.bytes, field * 8 + 2);
    varint(this.bytes, content.length);
    for (let i = 0; i < content.length; i++) this.bytes.push(content[i] ?? 0);
    return this;
  }
}

/** Messages one after another, each after its length, as Chakra's files have them. */
export function delimited(messages: readonly Message[]): Uint8Array {
  const all: number[] = [];
  for (const { bytes } of messages) {
    varint(all, bytes.length);
    for (const byte of bytes) all.push(byte);
  }
  return Uint8Array.from(all);
}

/** Whole number below 2^53 in groups of 7 bits, the lowest first. */
function varint(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}
