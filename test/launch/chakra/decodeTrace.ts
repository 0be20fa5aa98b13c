/** Node of an execution trace, decoded without the code that wrote it. */
export interface DecodedNode {
  readonly id: number;
  readonly name: string;
  readonly type: number;
  readonly deps: readonly number[];
  readonly micros: number;
  readonly attributes: Readonly<Record<string, number | string>>;
}

type Field = readonly [number: number, value: number | Uint8Array];

/** Fields of a protobuf message: varints and length-delimited texts, all that traces have. */
function fieldsOf(bytes: Uint8Array): readonly Field[] {
  const found: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error("a varint has no end");
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = varint();
    const [field, wire] = [key >> 3, key & 7];
    if (wire === 0) found.push([field, varint()]);
    else if (wire === 2) {
      const length = varint();
      if (at + length > bytes.length) throw new Error("a field is longer than its message");
      found.push([field, bytes.subarray(at, at + length)]);
      at += length;
    } else throw new Error(`wire type ${wire}`);
  }
  return found;
}

const text = (value: number | Uint8Array | undefined): string =>
  value instanceof Uint8Array ? new TextDecoder("utf-8", { fatal: true }).decode(value) : "";
const number = (value: number | Uint8Array | undefined): number => (typeof value === "number" ? value : 0);

/** Messages of a file, each after its length as a varint: the metadata, then the nodes. */
export function decodeTrace(file: Uint8Array): {
  readonly version: string;
  readonly nodes: readonly DecodedNode[];
} {
  // The file as a message: each length has no tag before it, so lengths are read here.
  const messages: Uint8Array[] = [];
  for (let at = 0; at < file.length; ) {
    let [length, shift] = [0, 1];
    for (let byte = 128; byte >= 128; shift *= 128) {
      byte = file[at++] ?? 0;
      length += (byte & 127) * shift;
    }
    messages.push(file.subarray(at, at + length));
    at += length;
  }
  const [first, ...rest] = messages;
  return {
    version: text(fieldsOf(first ?? new Uint8Array()).find(([field]) => field === 1)?.[1]),
    nodes: rest.map(nodeOf),
  };
}

function nodeOf(message: Uint8Array): DecodedNode {
  const fields = fieldsOf(message);
  const one = (field: number) => fields.find(([found]) => found === field)?.[1];
  const packed = one(5);
  return {
    id: number(one(1)),
    name: text(one(2)),
    type: number(one(3)),
    deps: packed instanceof Uint8Array ? packedVarints(packed) : [],
    micros: number(one(7)),
    attributes: Object.fromEntries(
      fields
        .filter(([field]) => field === 10)
        .map(([, value]) => {
          const inner = value instanceof Uint8Array ? fieldsOf(value) : [];
          const key = text(inner.find(([field]) => field === 1)?.[1]);
          const given = inner.find(([field]) => field !== 1)?.[1];
          return [key, given instanceof Uint8Array ? text(given) : number(given)];
        }),
    ),
  };
}

function packedVarints(bytes: Uint8Array): readonly number[] {
  const found: number[] = [];
  let [value, shift] = [0, 1];
  for (const byte of bytes) {
    value += (byte & 127) * shift;
    shift *= 128;
    if (byte < 128) {
      found.push(value);
      [value, shift] = [0, 1];
    }
  }
  return found;
}
