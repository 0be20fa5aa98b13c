import type { Piece } from "./parts.ts";

/** One thing that differs between two programs. */
export interface Change {
  /** `plan tp8: tp` */
  readonly key: string;
  /** `plan tp8: tp = 8 → 4`, for a reader. */
  readonly label: string;
  /** What becomes of the first program's pieces. */
  apply(pieces: Map<string, Piece>): void;
}

type Pieces = ReadonlyMap<string, Piece>;

/** What turns one program into the other, in the order of the texts. A definition that is new or gone is one change. */
export function changesBetween(before: Pieces, after: Pieces): readonly Change[] {
  const changes: Change[] = [];
  const whole = new Set<string>();
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(key), after.get(key)];
    const piece = now ?? old;
    if (!piece || (old && now && same(old, now))) continue;
    const { owner } = piece;
    const shape = `${before.get(owner)?.kind} ${after.get(owner)?.kind}`;
    // One side lacks the definition, or has it in another shape: its fields come and go with it.
    if (owner !== "" && shape !== "head head" && shape !== "whole whole") {
      if (whole.has(owner)) continue;
      whole.add(owner);
      changes.push(ownerChange(owner, before, after));
      continue;
    }
    changes.push({
      key,
      label: labelOf(key, old, now),
      apply: (pieces) => (now ? pieces.set(key, now) : pieces.delete(key)),
    });
  }
  return changes;
}

const same = (a: Piece, b: Piece): boolean => a.kind === b.kind && a.text === b.text;

function ownerChange(owner: string, before: Pieces, after: Pieces): Change {
  const word = !before.has(owner) ? "new" : !after.has(owner) ? "gone" : "written anew";
  return {
    key: owner,
    label: `${owner}: ${word}`,
    apply(pieces) {
      for (const [key, piece] of before) if (piece.owner === owner) pieces.delete(key);
      for (const [key, piece] of after) if (piece.owner === owner) pieces.set(key, piece);
    },
  };
}

function labelOf(key: string, old: Piece | undefined, now: Piece | undefined): string {
  const written = (piece: Piece): string => piece.text.replace(/^\s*=\s*/, "").replace(/\s+/g, " ");
  if ((now ?? old)?.kind === "import") return `${key}: ${!old ? "new" : !now ? "gone" : "from elsewhere"}`;
  const text =
    old && now
      ? `${written(old)} → ${written(now)}`
      : now
        ? `${written(now)} (new)`
        : `${old ? written(old) : ""} (gone)`;
  return (now ?? old)?.kind === "field" ? `${key} = ${text}` : text;
}
