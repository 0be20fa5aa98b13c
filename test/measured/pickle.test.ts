import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readBinary } from "../../src/host/readBinary.ts";
import { readLog } from "../../src/measured/index.ts";
import { readPickle } from "../../src/measured/pickle/readPickle.ts";
import { snapshotText } from "../../src/measured/pickle/snapshotText.ts";

const samples = join(import.meta.dirname, "samples");
const sample = (name: string): Uint8Array => readFileSync(join(samples, name));
const world = { interrupted: () => false };

function* inChunks(bytes: Uint8Array, size: number): Iterable<Uint8Array> {
  const chunk = new Uint8Array(size);
  // One buffer for all chunks, as a file is read.
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    chunk.set(part);
    yield chunk.subarray(0, part.length);
  }
}

const PROTO = 0x80;
/** Bytes of a pickle: numbers as they are, texts letter by letter. */
const pickle = (...parts: readonly (number | string)[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((one) => (typeof one === "number" ? [one] : [...one].map((c) => c.charCodeAt(0)))),
  );
const SETTINGS = new Set([
  ...["allocator_settings", "PYTORCH_CUDA_ALLOC_CONF", "max_split_size", "garbage_collection_threshold"],
  ...["nothing", "large", "negative", "raw", "set", "frozen", "array", "segments", "segment_pool_id"],
  "is_expandable",
]);

describe.each([2, 3, 4, 5])("a pickle of Python, protocol %i", (protocol) => {
  const bytes = sample(`snapshot-protocol${protocol}.pickle`);
  test.each([1, 7, 1 << 20])("its data, in chunks of %i bytes", (size) => {
    expect(bytes[1]).toBe(protocol);
    expect(readPickle(inChunks(bytes, size), SETTINGS)).toEqual({
      segments: [
        { segment_pool_id: [0, 0], is_expandable: false },
        { segment_pool_id: [0, 1], is_expandable: true },
      ],
      allocator_settings: {
        PYTORCH_CUDA_ALLOC_CONF: "größe",
        max_split_size: -1,
        garbage_collection_threshold: 0.25,
        nothing: null,
        large: -(2 ** 70),
        negative: -(2 ** 40),
      },
      ...(protocol >= 3 ? { raw: Uint8Array.of(0, 255) } : {}),
      ...(protocol >= 4 ? { set: [1, 2], frozen: [3] } : {}),
      ...(protocol >= 5 ? { array: pickle("ab") } : {}),
    });
  });

  test("the highest memory of its devices", () => {
    const found = readLog(snapshotText(inChunks(bytes, 100), () => true));
    expect(found).toMatchObject({
      framework: "PyTorch memory snapshot",
      facts: { memoryAllocated: 70e9, memoryReserved: 78e9 },
    });
  });

  test("cut off anywhere, it is refused", () => {
    for (let end = 0; end < bytes.length; end++)
      expect(readLog(snapshotText([bytes.subarray(0, end)], () => true))).toHaveProperty("problem");
  });
});

const SNAPSHOTS = process.env.DTP_SNAPSHOTS;

// kkaitlyn111/cs336-a2-systems @c1272e18, memory_files/memory_ctx512_forward_mixed.pickle, written by PyTorch. Its
// repository grants no licence, so it is not here. The peaks are those of a simulation of its events in Python.
const REAL = join(SNAPSHOTS ?? ".", "memory_ctx512_forward_mixed.pickle");
test.skipIf(!existsSync(REAL))("a snapshot that PyTorch wrote has its peak before its end", () => {
  expect(readLog(readBinary(REAL, REAL, world))).toMatchObject({
    facts: { memoryAllocated: 39_996_685_312, memoryReserved: 40_514_879_488 },
  });
});

test.skipIf(SNAPSHOTS === undefined)("snapshots in the folder DTP_SNAPSHOTS are read", () => {
  const files = readdirSync(SNAPSHOTS ?? ".").filter((name) => /\.(pickle|pkl)$/.test(name));
  expect(files).not.toEqual([]);
  for (const name of files) {
    const path = join(SNAPSHOTS ?? ".", name);
    expect(readLog(readBinary(path, path, world))).not.toHaveProperty("problem");
  }
});

/** `cos\nsystem\n` with a call, as the module's own documentation warns of. */
const CALL = "cos\nsystem\n(U\x02lstR.";

test.each([
  ["a function by its name", pickle(PROTO, 2, CALL), "byte 2 names `os.system` of Python"],
  [
    "a function from the stack",
    pickle(PROTO, 4, 0x8c, 2, "os", 0x8c, 6, "system", 0x93, "."),
    "byte 14 names `os.system` of Python",
  ],
  ["a call", pickle(PROTO, 2, "}", ")", "R."), "byte 4 asks Python to call a function"],
  ["an object's state", pickle(PROTO, 2, "}}b."), "byte 4 asks Python to set up an object"],
  ["an instance", pickle(PROTO, 2, "(ios\nsystem\n."), "names `os.system`"],
  ["an extension", pickle(PROTO, 2, 0x82, 1, "."), "byte 2 asks Python to look up an extension"],
  ["an object elsewhere", pickle(PROTO, 2, "K\x01Q."), "asks Python to look up an object of another store"],
  ["a buffer elsewhere", pickle(PROTO, 5, 0x97, "."), "asks Python to read a buffer"],
  ["protocol 0", pickle("(dp0\n."), "does not begin as a pickle of protocol 2 or later does"],
  ["protocol 9", pickle(PROTO, 9, "}."), "says protocol 9"],
  ["an unknown opcode", pickle(PROTO, 2, 0xff), "byte 2 is no opcode of a pickle's data: 0xff"],
  ["no value", pickle(PROTO, 2, "."), "the file is damaged or no pickle"],
  ["nothing to append to", pickle(PROTO, 2, "K\x01K\x02a."), "byte 6 does not follow"],
  ["a mark that is missing", pickle(PROTO, 2, "]e."), "byte 3 does not follow"],
  ["a memo that is missing", pickle(PROTO, 2, "h\x05."), "does not follow"],
  ["a key without a value", pickle(PROTO, 2, "}(K\x01u."), "does not follow"],
  ["a text beyond its end", pickle(PROTO, 2, "X\xff\xff\xff\x00abc"), "begins a text of 16777215 bytes"],
  ["a text that is cut off", pickle(PROTO, 2, "U\x09abc"), "it ends in the middle, after byte 7"],
  ["other data", pickle(PROTO, 2, "]."), "no memory snapshot of PyTorch"],
  ["no memory", pickle(PROTO, 2, "}(U\x08segments]U\x0ddevice_traces]u."), "has no memory of a device"],
])("a pickle with %s is refused", (_, bytes, said) => {
  const found = readLog(snapshotText([bytes], () => true));
  expect(found).toEqual({ problem: expect.stringContaining(said) });
});

test("keys of a dict reach no prototype", () => {
  const bytes = pickle(PROTO, 2, "}(U\x09__proto__}U\x01aK\x01u.");
  const found = readPickle([bytes], new Set(["a", "__proto__x"]));
  expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
  expect(found).toEqual({ a: 1 });
});

test.each([
  ["open lists", "(", 6_000_000],
  ["open values", "K\x01", 3_000_000 * 2],
  ["dicts", "}0", 31_000_000],
])("a hostile file of %s ends with a problem", (_, text, count) => {
  const chunk = pickle(text.repeat(100_000));
  const chunks = function* (): Iterable<Uint8Array> {
    yield pickle(PROTO, 2);
    for (let n = 0; n < count; n += 100_000) yield chunk;
    yield pickle("N.");
  };
  expect(readLog(snapshotText(chunks(), () => true))).toHaveProperty("problem");
});

test("an interrupt ends the reading", () => {
  const chunks = inChunks(sample("snapshot-protocol2.pickle"), 100);
  const read: number[] = [];
  const text = snapshotText(chunks, (bytes) => read.push(bytes) < 3);
  expect(read).toEqual([100, 200, 300]);
  expect(readLog(text)).toEqual({ problem: "reading it was interrupted" });
});
