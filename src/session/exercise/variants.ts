import { sha256 } from "@noble/hashes/sha2.js";
import { type Piece, type Pieces, piecesOf } from "./pieces.ts";

/** Values of a lesson's names for one student, as texts. */
export type Variant = ReadonlyMap<string, string>;

/**
 * Variant of a lesson for a student: for each `control NAME in [..]` of the key one value of the list, by a hash of the
 * lesson, the student and the name. The same student gets the same values on every machine.
 */
export function variantOf({ controls }: Pieces, lesson: string, student: string): Variant {
  return new Map(
    [...controls].map(([name, values]) => {
      const [a = 0, b = 0, c = 0, d = 0] = sha256(
        new TextEncoder().encode([lesson, student.trim().toLowerCase(), name].join("\0")),
      );
      const at = (((a << 24) | (b << 16) | (c << 8) | d) >>> 0) % values.length;
      return [name, values[at] ?? ""] as const;
    }),
  );
}

/** Names that the key varies and the lesson does not define by a `let`, as sentences. */
export function variantProblems({ controls }: Pieces, { definitions }: Pieces): readonly string[] {
  return [...controls.keys()]
    .filter((name) => !isLet(definitions.get(name), name))
    .map((name) => `the key varies \`${name}\`, and the lesson has no \`let ${name} = ..\``);
}

const isLet = (piece: Piece | undefined, name: string): boolean =>
  piece !== undefined && new RegExp(`^let\\s+${name}\\s*=`).test(piece.text);

/** Lesson with the values of a variant in place of its own. */
export function withVariant(lesson: Pieces, variant: Variant): Pieces {
  const definitions = new Map(
    [...lesson.definitions].map(([name, piece]) => {
      const value = variant.get(name);
      if (value === undefined) return [name, piece] as const;
      // The value may be a name, such as a model's, which the lesson's own value does not read.
      const drawn = piecesOf([{ name, text: `let ${name} = ${value}` }]).definitions.get(name);
      return [name, drawn ?? piece] as const;
    }),
  );
  return { ...lesson, definitions };
}
