const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, COLON, COMMA] = [
  34, 92, 123, 125, 91, 93, 58, 44,
];

/** Largest text of one item that is kept, in bytes. A longer one is passed over and counted. */
const MOST = 4_000_000;

/** Receiver of the parts of a JSON object whose one list is long. */
export interface ItemTaker {
  /** Takes the text of an object in the list `list`. */
  item(text: string): void;
  /** Takes the text of a member of the outermost object, except the list. */
  member(name: string, text: string): void;
}

/**
 * Splits a JSON object into its members, and the list `list` in it into its objects, byte by byte, so that a file of any
 * size is read in the memory of one item. Brackets and texts are followed; what is between them is left to `JSON.parse`.
 */
export class JsonItems {
  /** Number of bytes that were read. */
  read = 0;
  /** Number of items that were too long. */
  passedOver = 0;
  readonly #list: string;
  readonly #taker: ItemTaker;
  readonly #decoder = new TextDecoder();
  #depth = 0;
  #inText = false;
  #escaped = false;
  #inList = false;
  /** Bytes of the item, name or member that is being read, from chunks before this one. */
  #kept: Uint8Array[] = [];
  #keptBytes = 0;
  /** Offset in the chunk at which the item, name or member began; -1 where none is being read. */
  #from = -1;
  #name = "";

  constructor(list: string, taker: ItemTaker) {
    this.#list = list;
    this.#taker = taker;
  }

  /** True where the object has been closed: the file was not cut off. */
  get isWhole(): boolean {
    return this.read > 0 && this.#depth === 0;
  }

  push(chunk: Uint8Array): void {
    if (this.#keptBytes > 0 || this.#from >= 0) this.#from = 0;
    for (let at = 0; at < chunk.length; at++) {
      if (this.#inText) {
        at = this.#textEnd(chunk, at);
        continue;
      }
      const byte = chunk[at];
      if (byte === QUOTE) this.#inText = true;
      else if (byte === OPEN || byte === OPEN_LIST) this.#opened(byte, at);
      else if (byte === CLOSE || byte === CLOSE_LIST) this.#closed(chunk, at);
      else if (this.#depth === 1 && byte === COLON) this.#named(chunk, at);
      else if (this.#depth === 1 && byte === COMMA) this.#ended(chunk, at);
    }
    this.read += chunk.length;
    if (this.#from >= 0) this.#keep(chunk.slice(this.#from));
  }

  /**
   * Offset of the quote that ends the text at an offset, or of the chunk's last byte where the text goes on. Most bytes
   * of a trace are texts, and the native search for the quote is faster than a loop.
   */
  #textEnd(chunk: Uint8Array, from: number): number {
    let at = from;
    if (this.#escaped) {
      this.#escaped = false;
      at++;
    }
    for (;;) {
      const quote = chunk.indexOf(QUOTE, at);
      const end = quote < 0 ? chunk.length : quote;
      let slashes = 0;
      while (end - slashes - 1 >= at && chunk[end - slashes - 1] === BACKSLASH) slashes++;
      if (quote < 0) {
        this.#escaped = slashes % 2 === 1;
        return chunk.length - 1;
      }
      if (slashes % 2 === 0) {
        this.#inText = false;
        return quote;
      }
      at = quote + 1;
    }
  }

  #opened(byte: number, at: number): void {
    this.#depth++;
    if (this.#depth === 1) this.#from = at + 1;
    else if (this.#depth === 2 && byte === OPEN_LIST && this.#name === this.#list) {
      this.#inList = true;
      this.#drop();
    } else if (this.#depth === 3 && this.#inList && byte === OPEN) this.#from = at;
  }

  #closed(chunk: Uint8Array, at: number): void {
    this.#depth--;
    if (this.#depth === 2 && this.#inList) {
      const text = this.#taken(chunk, at + 1);
      if (text === null) this.passedOver++;
      else if (text !== "") this.#taker.item(text);
    } else if (this.#depth === 1 && this.#inList) {
      this.#inList = false;
      this.#name = "";
    } else if (this.#depth === 0) this.#ended(chunk, at);
  }

  /** Takes the name of a member of the outermost object, and begins its text. */
  #named(chunk: Uint8Array, at: number): void {
    this.#name = (this.#taken(chunk, at) ?? "").trim().replace(/^"|"$/g, "");
    this.#from = at + 1;
  }

  #ended(chunk: Uint8Array, at: number): void {
    const text = this.#taken(chunk, at);
    if (this.#name !== "" && text !== null) this.#taker.member(this.#name, text);
    this.#name = "";
    this.#from = at + 1;
  }

  #keep(bytes: Uint8Array): void {
    this.#keptBytes += bytes.length;
    if (this.#keptBytes <= MOST) this.#kept.push(bytes);
    this.#from = 0;
  }

  #drop(): void {
    this.#kept = [];
    this.#keptBytes = 0;
    this.#from = -1;
  }

  /** Text from its beginning to an offset; null where it is too long. */
  #taken(chunk: Uint8Array, until: number): string | null {
    const last = this.#from < 0 ? new Uint8Array() : chunk.subarray(this.#from, until);
    const isLong = this.#keptBytes + last.length > MOST;
    let text: string | null = null;
    if (!isLong && this.#kept.length === 0) text = this.#decoder.decode(last);
    else if (!isLong) {
      const whole = new Uint8Array(this.#keptBytes + last.length);
      let at = 0;
      for (const part of [...this.#kept, last]) {
        whole.set(part, at);
        at += part.length;
      }
      text = this.#decoder.decode(whole);
    }
    this.#drop();
    return text;
  }
}
