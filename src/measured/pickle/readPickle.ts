import { ByteSource, PickleProblem } from "./byteSource.ts";

/** Value of a pickle: a text, a number, a truth value, null, bytes, a list (of a tuple or a set too), or a dict by its keys. */
export type Plain =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly Plain[]
  | { readonly [key: string]: Plain };

/** Longest text of a pickle that is read, in bytes. */
const MOST_TEXT = 16_000_000;
/** Largest number of lists, dicts, texts and memo's entries, so that no file takes more memory than a process has. */
const MOST_OBJECTS = 30_000_000;
/** Largest number of values that wait for their list or dict. */
const MOST_WAITING = 5_000_000;

type Dict = Record<string, Plain>;

/** Machine of a pickle: a stack of values, marks on it, and a memo of values that come again. */
class Machine {
  readonly source: ByteSource;
  /** Offset in the file of the opcode that is being run. */
  from = 0;
  readonly stack: Plain[] = [];
  readonly memo: (Plain | undefined)[] = [];
  readonly #marks: number[] = [];
  readonly #keys: ReadonlySet<string>;
  readonly #decoder = new TextDecoder();
  #objects = 0;

  constructor(source: ByteSource, keys: ReadonlySet<string>) {
    this.source = source;
    this.#keys = keys;
  }

  push(value: Plain): void {
    if (this.stack.length >= MOST_WAITING) throw this.refused("has more open values than are read");
    this.stack.push(value);
  }

  /** Pushes a value that takes memory of its own. */
  make(value: Plain): void {
    this.#count();
    this.push(value);
  }

  pop(): Plain {
    const value = this.stack.length > (this.#marks.at(-1) ?? 0) ? this.stack.pop() : undefined;
    if (value === undefined) throw this.#broken();
    return value;
  }

  mark(): void {
    if (this.#marks.length >= MOST_WAITING) throw this.refused("has more open values than are read");
    this.#marks.push(this.stack.length);
  }

  /** Values above the last mark, which are taken from the stack with it. */
  marked(): Plain[] {
    const from = this.#marks.pop();
    if (from === undefined) throw this.#broken();
    const found = this.stack.slice(from);
    this.stack.length = from;
    return found;
  }

  memoize(index: number): void {
    const value = this.stack.at(-1);
    if (value === undefined || index > MOST_OBJECTS) throw this.#broken();
    this.#count();
    this.memo[index] = value;
  }

  remembered(index: number): void {
    const value = this.memo[index];
    if (value === undefined) throw this.#broken();
    this.push(value);
  }

  text(bytes: number): void {
    const from = this.#long(bytes);
    this.make(this.#decoder.decode(this.source.bytes.subarray(from, from + bytes)));
  }

  bytes(count: number): void {
    const from = this.#long(count);
    this.make(this.source.bytes.slice(from, from + count));
  }

  append(values: readonly Plain[]): void {
    const list = this.stack.at(-1);
    if (!Array.isArray(list)) throw this.#broken();
    for (const value of values) list.push(value);
  }

  set(items: readonly Plain[]): void {
    const dict = this.stack.at(-1);
    const isDict = typeof dict === "object" && dict !== null && !Array.isArray(dict);
    if (!isDict || dict instanceof Uint8Array || items.length % 2 !== 0) throw this.#broken();
    for (let i = 0; i < items.length; i += 2) {
      const key = items[i];
      if (typeof key === "string" && this.#keys.has(key)) (dict as Dict)[key] = items[i + 1] ?? null;
    }
  }

  /** A pickle may name functions of Python and call them. They are refused before anything is done with them. */
  refused(what: string): PickleProblem {
    return new PickleProblem(`byte ${this.from} ${what}`);
  }

  #long(bytes: number): number {
    if (bytes > MOST_TEXT) throw this.refused(`begins a text of ${bytes} bytes`);
    return this.source.take(bytes);
  }

  #count(): void {
    if (++this.#objects > MOST_OBJECTS)
      throw new PickleProblem(`it has more than ${MOST_OBJECTS / 1e6} million objects`);
  }

  #broken(): PickleProblem {
    return this.refused("does not follow from the bytes before it: the file is damaged or no pickle");
  }
}

const calls = (name: string) => (m: Machine) => {
  throw m.refused(`asks Python to ${name}: only data are read`);
};

const named = (m: Machine, module: Plain, name: Plain): PickleProblem =>
  m.refused(
    `names \`${String(module).slice(0, 80)}.${String(name).slice(0, 80)}\` of Python: only data are read`,
  );

const tuple = (count: number) => (m: Machine) => {
  const found: Plain[] = [];
  for (let i = 0; i < count; i++) found.unshift(m.pop());
  m.make(found);
};

/** Pops the values above the last mark and makes one of them. */
const list = (m: Machine): void => m.make(m.marked());

/**
 * Opcodes of protocols 2 to 5 by their bytes, those that only make data. Source: python/cpython, Lib/pickletools.py, which
 * describes each opcode's arguments and what it does to the stack.
 */
const OPCODES: readonly (readonly [name: string, code: number, run: (m: Machine) => void])[] = [
  ["MARK", 0x28, (m) => m.mark()],
  ["EMPTY_TUPLE", 0x29, (m) => m.make([])],
  ["POP", 0x30, (m) => m.pop()],
  ["POP_MARK", 0x31, (m) => m.marked()],
  [
    "DUP",
    0x32,
    (m) => {
      const top = m.pop();
      m.push(top);
      m.push(top);
    },
  ],
  ["BINBYTES", 0x42, (m) => m.bytes(m.source.unsigned(4))],
  ["SHORT_BINBYTES", 0x43, (m) => m.bytes(m.source.byte())],
  ["BINFLOAT", 0x47, (m) => m.push(m.source.float())],
  ["BININT", 0x4a, (m) => m.push(m.source.signed(4))],
  ["BININT1", 0x4b, (m) => m.push(m.source.byte())],
  ["BININT2", 0x4d, (m) => m.push(m.source.unsigned(2))],
  ["NONE", 0x4e, (m) => m.push(null)],
  ["BINPERSID", 0x51, calls("look up an object of another store")],
  ["REDUCE", 0x52, calls("call a function")],
  ["BINSTRING", 0x54, (m) => m.text(m.source.unsigned(4))],
  ["SHORT_BINSTRING", 0x55, (m) => m.text(m.source.byte())],
  ["BINUNICODE", 0x58, (m) => m.text(m.source.unsigned(4))],
  ["EMPTY_LIST", 0x5d, (m) => m.make([])],
  ["APPEND", 0x61, (m) => m.append([m.pop()])],
  ["BUILD", 0x62, calls("set up an object")],
  [
    "GLOBAL",
    0x63,
    (m) => {
      throw named(m, m.source.line(), m.source.line());
    },
  ],
  [
    "DICT",
    0x64,
    (m) => {
      const items = m.marked();
      m.make({});
      m.set(items);
    },
  ],
  ["APPENDS", 0x65, (m) => m.append(m.marked())],
  ["BINGET", 0x68, (m) => m.remembered(m.source.byte())],
  [
    "INST",
    0x69,
    (m) => {
      throw named(m, m.source.line(), m.source.line());
    },
  ],
  ["LONG_BINGET", 0x6a, (m) => m.remembered(m.source.unsigned(4))],
  ["LIST", 0x6c, list],
  ["OBJ", 0x6f, calls("make an object")],
  ["BINPUT", 0x71, (m) => m.memoize(m.source.byte())],
  ["LONG_BINPUT", 0x72, (m) => m.memoize(m.source.unsigned(4))],
  [
    "SETITEM",
    0x73,
    (m) => {
      const value = m.pop();
      const key = m.pop();
      m.set([key, value]);
    },
  ],
  ["TUPLE", 0x74, list],
  ["SETITEMS", 0x75, (m) => m.set(m.marked())],
  ["EMPTY_DICT", 0x7d, (m) => m.make({})],
  [
    "PROTO",
    0x80,
    (m) => {
      const version = m.source.byte();
      if (version < 2 || version > 5) throw m.refused(`says protocol ${version}: protocols 2 to 5 are read`);
    },
  ],
  ["NEWOBJ", 0x81, calls("make an object")],
  ["EXT1", 0x82, calls("look up an extension")],
  ["EXT2", 0x83, calls("look up an extension")],
  ["EXT4", 0x84, calls("look up an extension")],
  ["TUPLE1", 0x85, tuple(1)],
  ["TUPLE2", 0x86, tuple(2)],
  ["TUPLE3", 0x87, tuple(3)],
  ["NEWTRUE", 0x88, (m) => m.push(true)],
  ["NEWFALSE", 0x89, (m) => m.push(false)],
  ["LONG1", 0x8a, (m) => m.push(m.source.signed(m.source.byte()))],
  [
    "LONG4",
    0x8b,
    (m) => {
      const count = m.source.unsigned(4);
      if (count > 1000) throw m.refused(`begins a number of ${count} bytes`);
      m.push(m.source.signed(count));
    },
  ],
  ["SHORT_BINUNICODE", 0x8c, (m) => m.text(m.source.byte())],
  ["BINUNICODE8", 0x8d, (m) => m.text(m.source.unsigned(8))],
  ["BINBYTES8", 0x8e, (m) => m.bytes(m.source.unsigned(8))],
  ["EMPTY_SET", 0x8f, (m) => m.make([])],
  ["ADDITEMS", 0x90, (m) => m.append(m.marked())],
  ["FROZENSET", 0x91, list],
  ["NEWOBJ_EX", 0x92, calls("make an object")],
  [
    "STACK_GLOBAL",
    0x93,
    (m) => {
      const name = m.pop();
      throw named(m, m.pop(), name);
    },
  ],
  ["MEMOIZE", 0x94, (m) => m.memoize(m.memo.length)],
  [
    "FRAME",
    0x95,
    (m) => {
      m.source.take(8);
    },
  ],
  ["BYTEARRAY8", 0x96, (m) => m.bytes(m.source.unsigned(8))],
  ["NEXT_BUFFER", 0x97, calls("read a buffer that is not in the file")],
];

const TABLE: ((m: Machine) => void)[] = [];
for (const [, code, run] of OPCODES) TABLE[code] = run;
const [PROTO, STOP] = [0x80, 0x2e];

/**
 * Value of a pickle of Python, protocols 2 to 5, that comes in chunks. Only data are read: dicts, lists, tuples, sets, texts,
 * bytes, numbers, truth values and None. A file that names or calls anything of Python is refused where it does so. Of
 * dicts only the members of `keys` are kept, so that a long file takes little memory.
 *
 * Throws `PickleProblem`, whose message says why the file is not read and at which byte.
 */
export function readPickle(chunks: Iterable<Uint8Array>, keys: ReadonlySet<string>): Plain {
  const source = new ByteSource(chunks);
  const machine = new Machine(source, keys);
  if (source.byte() !== PROTO)
    throw new PickleProblem("it does not begin as a pickle of protocol 2 or later does");
  source.at--;
  for (;;) {
    machine.from = source.offset;
    const code = source.byte();
    if (code === STOP) return machine.pop();
    const run = TABLE[code];
    if (!run)
      throw machine.refused(`is no opcode of a pickle's data: 0x${code.toString(16).padStart(2, "0")}`);
    run(machine);
  }
}
