import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Message } from "../../../src/kernel/core/protocol/message.ts";
import { decode, encode } from "../../../src/kernel/wire/frames.ts";
import { sign, verify } from "../../../src/kernel/wire/sign.ts";

const signing = { key: "a key", scheme: "hmac-sha256" };
const message: Message = {
  identities: [Buffer.from("client"), Buffer.from([0, 255])],
  header: {
    msg_id: "1",
    msg_type: "execute_request",
    session: "s",
    username: "u",
    date: "2026-01-01T00:00:00Z",
    version: "5.4",
    subshell_id: null,
  },
  parent: {},
  metadata: { cellId: "c" },
  content: { code: "show 1 😀" },
};

describe("frames", () => {
  test("survive the way there and back, unknown header keys included", () => {
    const decoded = decode(encode(message, signing), signing);
    expect(decoded).toEqual({ ok: true, message });
  });

  test("buffers behind the content are let be", () => {
    const decoded = decode([...encode(message, signing), Buffer.from([1, 2, 3])], signing);
    expect(decoded.ok).toBe(true);
  });

  test.each([
    ["no-delimiter", () => [Buffer.from("x")]],
    ["no-delimiter", () => []],
    ["too-short", () => encode(message, signing).slice(0, 5)],
    ["bad-signature", () => encode(message, { ...signing, key: "another" })],
    ["bad-signature", () => encode(message, { ...signing, key: "" })],
    ["bad-signature", () => encode(message, signing).with(6, Buffer.from("{}"))],
    ["bad-json", () => signed(["{}", "{}", "{}", "{}"])],
    ["bad-json", () => signed(['{"msg_id":"1","msg_type":"x"}', "{}", "{}", "[]"])],
    ["bad-json", () => signed(['{"msg_id":"1","msg_type":"x"}', "{}", "{}", "{"])],
    ["bad-json", () => signed(['{"msg_id":1,"msg_type":"x"}', "{}", "{}", "{}"])],
    ["too-deep", () => signed(['{"msg_id":"1","msg_type":"x"}', "{}", "{}", nested(200)])],
  ] as const)("%s is a value", (problem, frames) => {
    expect(decode(frames(), signing)).toEqual({ ok: false, problem });
  });

  test("a message as deep as a notebook's metadata may be passes", () => {
    expect(decode(signed(['{"msg_id":"1","msg_type":"x"}', "{}", "{}", nested(199)]), signing).ok).toBe(true);
  });

  test("arbitrary frames never throw", () => {
    const frame = fc.oneof(
      fc.uint8Array(),
      fc.constant(new Uint8Array(Buffer.from("<IDS|MSG>"))),
      fc.json().map(Buffer.from),
    );
    fc.assert(
      fc.property(fc.array(frame), fc.constantFrom("", "k"), (frames, key) => {
        decode(frames, { key, scheme: "hmac-sha256" });
      }),
    );
  });
});

describe("signatures", () => {
  const parts = ["one", "two", "three", "four"].map((part) => Buffer.from(part));

  test("are the HMAC-SHA256 of the four parts in hex", () => {
    // printf 'onetwothreefour' | openssl dgst -sha256 -hmac 'a key'
    expect(sign(signing, parts)).toBe("064a3bee1f5f3bcc47cb5998e5121f394d2c53b7ae2339f51821bd3a19518ddf");
  });

  test("of another length, another scheme, or one flipped digit do not pass", () => {
    const good = Buffer.from(sign(signing, parts));
    expect(verify(signing, parts, good)).toBe(true);
    expect(verify(signing, parts, good.subarray(1))).toBe(false);
    expect(verify(signing, parts, Buffer.from(sign({ ...signing, scheme: "hmac-sha512" }, parts)))).toBe(
      false,
    );
    const flipped = Buffer.from(good);
    flipped[0] = flipped[0] === 48 ? 49 : 48;
    expect(verify(signing, parts, flipped)).toBe(false);
  });

  test("without a key everything passes and nothing is signed", () => {
    expect(sign({ ...signing, key: "" }, parts)).toBe("");
    expect(verify({ ...signing, key: "" }, parts, Buffer.from("anything"))).toBe(true);
  });
});

function signed(parts: readonly string[]): Uint8Array[] {
  const bytes = parts.map((part) => Buffer.from(part));
  return [Buffer.from("<IDS|MSG>"), Buffer.from(sign(signing, bytes)), ...bytes];
}

/** An object in an object, `levels` below the outermost. */
function nested(levels: number): string {
  return `${'{"a":'.repeat(levels)}{}${"}".repeat(levels)}`;
}
