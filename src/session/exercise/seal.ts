import { expand } from "@noble/hashes/hkdf.js";
import { pbkdf2 } from "@noble/hashes/pbkdf2.js";
import { sha256 } from "@noble/hashes/sha2.js";

/**
 * A right answer that can be recognised and not read. Answers are sorted into bands, as wide as the tolerance; a seal
 * holds a salted, slow hash of the right band, and of the bands of known mistakes, whose words are encrypted under the
 * answer that they are for. docs/decisions/sealed-exercises.md says what that resists and what not.
 */

/** Iterations of PBKDF2 for one band. About 2 ms in a worker, which a reader does not notice. */
const ITERATIONS = 1_000;
const VERSION = "1";
const TAG_BYTES = 9;
const STEPS = 2 ** 24;

/** Answer to seal, or to try: a number in base units, or a word. */
export type Sealable = number | string;

/** Answers to recognise. The first is the right one, the others are known mistakes. */
export interface ToSeal {
  readonly name: string;
  /** Largest relative error of a right answer; 0 for an exact answer. */
  readonly tolerance: number;
  readonly right: { readonly answer: Sealable; readonly says: string };
  readonly mistakes: readonly { readonly answer: Sealable; readonly says: string }[];
}

/** Verdict of a seal on an answer: right, a known mistake with its words, or null for an answer that it does not know. */
export type Verdict = { readonly right: boolean; readonly says: string } | null;

interface Entry {
  /** Offset of the bands, in parts of a band. */
  readonly phase: number;
  readonly tag: string;
  readonly cipher: string;
}

interface Seal {
  readonly salt: Uint8Array;
  /** Width of a band in the logarithm of the answer; 0 for exact answers. */
  readonly width: number;
  readonly entries: readonly Entry[];
}

/** Seal of a right answer, one line of text. The same content gives the same text: the salt comes from `salt`. */
export function makeSeal({ name, tolerance, right, mistakes }: ToSeal, salt: string): string {
  const bytes = sha256(utf8(`${salt}\0${name}`)).slice(0, 9);
  const width = tolerance > 0 ? Math.log((1 + tolerance) / (1 - tolerance)) : 0;
  const entries = [right, ...mistakes].map(({ answer, says }) => {
    const phase = phaseOf(answer, tolerance, width);
    const key = keyOf(name, bandOf(answer, width, phase), bytes);
    return [base64(packed(phase)), base64(tagOf(key)), base64(crypted(key, utf8(says)))].join("~");
  });
  return [VERSION, base64(bytes), width === 0 ? "0" : width.toPrecision(9), ...entries].join(".");
}

const SEAL = /^1\.([\w-]{12})\.(\d+(?:\.\d+)?(?:e-\d+)?)((?:\.[\w-]{4}~[\w-]{12}~[\w-]*)+)$/;

/** Seal read from its text; null for a text that is none. */
export function readSeal(text: string): Seal | null {
  const [, salt = "", width = "", entries = ""] = SEAL.exec(text) ?? [];
  if (salt === "" || entries.split(/[.~]/).some((one) => one.length % 4 === 1)) return null;
  return {
    salt: unbase64(salt),
    width: Number(width),
    entries: entries
      .split(".")
      .slice(1)
      .map((entry) => {
        const [phase = "", tag = "", cipher = ""] = entry.split("~");
        return { phase: unpacked(unbase64(phase)), tag, cipher };
      }),
  };
}

/** Verdict of a seal on an answer to the exercise `name`. */
export function openSeal({ salt, width, entries }: Seal, name: string, answer: Sealable): Verdict {
  for (const [at, { phase, tag, cipher }] of entries.entries()) {
    const key = keyOf(name, bandOf(answer, width, phase), salt);
    if (base64(tagOf(key)) !== tag) continue;
    return { right: at === 0, says: new TextDecoder().decode(crypted(key, unbase64(cipher))) };
  }
  return null;
}

/** Phase with which the right answers fill one band: its lower end is `answer · (1 - tolerance)`. */
function phaseOf(answer: Sealable, tolerance: number, width: number): number {
  if (typeof answer === "string" || width === 0 || answer === 0) return 0;
  const low = Math.log(Math.abs(answer) * (1 - tolerance)) / width;
  return Math.floor((low - Math.floor(low)) * STEPS);
}

function bandOf(answer: Sealable, width: number, phase: number): string {
  if (typeof answer === "string") return `text ${answer}`;
  if (answer === 0) return "0";
  if (width === 0) return `exact ${answer.toPrecision(10)}`;
  // An answer on the lower end counts, whatever rounding did to it.
  const band = Math.floor(Math.log(Math.abs(answer)) / width - phase / STEPS + 1e-9);
  return `${answer < 0 ? "-" : "+"}${band}`;
}

const keyOf = (name: string, band: string, salt: Uint8Array): Uint8Array =>
  pbkdf2(sha256, utf8(`${name}\0${band}`), salt, { c: ITERATIONS, dkLen: 32 });

const tagOf = (key: Uint8Array): Uint8Array => expand(sha256, key, utf8("tag"), TAG_BYTES);

/** Text encrypted, or decrypted, with a stream of the key's own. A key is used for one text only. */
function crypted(key: Uint8Array, text: Uint8Array): Uint8Array {
  if (text.length === 0) return text;
  const stream = expand(sha256, key, utf8("words"), text.length);
  return text.map((byte, at) => byte ^ (stream[at] ?? 0));
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const packed = (phase: number): Uint8Array => Uint8Array.of(phase >> 16, (phase >> 8) & 255, phase & 255);
const unpacked = ([high = 0, middle = 0, low = 0]: Uint8Array): number => (high << 16) | (middle << 8) | low;

/** Bytes as letters, digits, `-` and `_`. */
function base64(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function unbase64(text: string): Uint8Array {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
