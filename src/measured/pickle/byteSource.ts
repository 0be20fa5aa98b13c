/** Sentence on why a file is not read as a pickle. */
export class PickleProblem extends Error {}

/** Bytes of a file that comes in chunks, read from its beginning to its end. */
export class ByteSource {
  /** Bytes at hand; those before `at` are read. */
  bytes: Uint8Array = new Uint8Array();
  at = 0;
  readonly #chunks: Iterator<Uint8Array>;
  #before = 0;

  constructor(chunks: Iterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.iterator]();
  }

  /** Offset in the file of the next byte. */
  get offset(): number {
    return this.#before + this.at;
  }

  /** Offset in `bytes` of the next `count` bytes, which are then read. Throws where the file ends before. */
  take(count: number): number {
    if (this.at + count > this.bytes.length) this.#fill(count);
    const from = this.at;
    this.at = from + count;
    return from;
  }

  /** A chunk is valid until the next one is read, so what is left of it is copied. */
  #fill(count: number): void {
    const parts: Uint8Array[] = [this.bytes.slice(this.at)];
    let length = parts[0]?.length ?? 0;
    this.#before += this.at;
    while (length < count) {
      const { done, value } = this.#chunks.next();
      if (done) throw new PickleProblem(`it ends in the middle, after byte ${this.#before + length}`);
      parts.push(length + value.length < count ? value.slice() : value);
      length += value.length;
    }
    if (parts.length === 2 && parts[0]?.length === 0) this.bytes = parts[1] ?? new Uint8Array();
    else {
      this.bytes = new Uint8Array(length);
      let at = 0;
      for (const part of parts) {
        this.bytes.set(part, at);
        at += part.length;
      }
    }
    this.at = 0;
  }

  byte(): number {
    const from = this.take(1);
    return this.bytes[from] ?? 0;
  }

  /** Whole number without a sign of up to eight bytes, the lowest first. Above 2^53 it is rounded. */
  unsigned(count: number): number {
    const from = this.take(count);
    let value = 0;
    for (let i = count - 1; i >= 0; i--) value = value * 256 + (this.bytes[from + i] ?? 0);
    return value;
  }

  /** Whole number in two's complement, the lowest byte first. Above 2^53 it is rounded. */
  signed(count: number): number {
    if (count === 0) return 0;
    const from = this.take(count);
    const isNegative = (this.bytes[from + count - 1] ?? 0) >= 128;
    let value = 0;
    for (let i = count - 1; i >= 0; i--) {
      const byte = this.bytes[from + i] ?? 0;
      value = value * 256 + (isNegative ? 255 - byte : byte);
    }
    return isNegative ? -value - 1 : value;
  }

  /** Number of eight bytes, the highest first. */
  float(): number {
    const from = this.take(8);
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + from, 8).getFloat64(0);
  }

  /** Text up to a line feed. */
  line(): string {
    let text = "";
    for (let byte = this.byte(); byte !== 10; byte = this.byte()) {
      if (text.length >= 1000) throw new PickleProblem(`it is no pickle: byte ${this.offset}`);
      text += String.fromCharCode(byte);
    }
    return text;
  }
}
