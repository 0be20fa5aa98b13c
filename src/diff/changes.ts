import type { Piece, Pieces } from "./parts.ts";

/** A difference between the texts of two programs, small enough to make on its own. */
export interface Change {
  /** Key that identifies the change: `plan tp8: tp`. */
  readonly key: string;
  /** Description of the change for users: `plan tp8: tp = 8 → 4`. */
  readonly label: string;
  /** Key of the definition that the change is in: `plan tp8`. For a changed imported file, the file. */
  readonly owner: string;
  /** Keys of the program pieces that making this change replaces with the second program's. */
  readonly pieces: readonly string[];
}

/**
 * Changes that turn the first program into the second, in text order. A definition that is added, removed or
 * restructured is one change.
 */
export function changesBetween(before: Pieces, after: Pieces): readonly Change[] {
  const changes: Change[] = [];
  const whole = new Set<string>();
  const keys = mergedKeys(before, after);
  const ownKeys = (of: string): readonly string[] =>
    keys.filter((key) => (after.get(key) ?? before.get(key))?.owner === of);
  for (const key of keys) {
    const [old, now] = [before.get(key), after.get(key)];
    const owner = (now ?? old)?.owner ?? "";
    if (whole.has(owner)) continue;
    const word = wholeChange(owner, before, after);
    if (word !== null) {
      whole.add(owner);
      changes.push({ key: owner, label: `${owner}: ${word}`, owner, pieces: ownKeys(owner) });
    } else if (old?.text !== now?.text)
      changes.push({ key, label: labelOf(key, old, now), owner, pieces: [key] });
  }
  return changes;
}

/**
 * Description of a change to a whole definition: added, removed or restructured. null where its fields or
 * clauses change one by one.
 */
function wholeChange(owner: string, before: Pieces, after: Pieces): string | null {
  const [old, now] = [before.get(owner), after.get(owner)];
  if (!old) return "new";
  if (!now) return "gone";
  if (now.kind === "import") return old.text === now.text ? null : "from elsewhere";
  if (old.kind !== now.kind) return "rewritten";
  return inAnotherOrder(owner, before, after) ? "its clauses are in another order" : null;
}

/**
 * True where the clauses that two programs share have another order in the second. The order of fields has no
 * meaning.
 */
function inAnotherOrder(owner: string, before: Pieces, after: Pieces): boolean {
  const common = (of: Pieces, other: Pieces): string =>
    [...of]
      .flatMap(([key, one]) => (one.owner === owner && one.kind === "clause" && other.has(key) ? [key] : []))
      .join("\n");
  return common(before, after) !== common(after, before);
}

/** Pieces of the first program with some of the changes made. */
export function mixture(before: Pieces, after: Pieces, changes: readonly Change[]): Pieces {
  const made = new Set(changes.flatMap(({ pieces }) => pieces));
  const mixed = new Map<string, Piece>();
  for (const key of mergedKeys(before, after)) {
    const piece = (made.has(key) ? after : before).get(key);
    if (piece) mixed.set(key, piece);
  }
  const owners = new Set([...before.values()].map(({ owner }) => owner));
  for (const owner of owners) {
    if (made.has(owner) || !inAnotherOrder(owner, before, after)) continue;
    for (const [key, piece] of before) {
      if (piece.owner !== owner) continue;
      mixed.delete(key);
      mixed.set(key, piece);
    }
  }
  return mixed;
}

/**
 * Piece keys of two programs, in the second's order. A key that only the first has comes after its
 * predecessor in the first.
 */
function mergedKeys(before: Pieces, after: Pieces): readonly string[] {
  const gone = new Map<string, string[]>();
  let last = "";
  for (const key of before.keys()) {
    if (after.has(key)) last = key;
    else gone.set(last, [...(gone.get(last) ?? []), key]);
  }
  return [...(gone.get("") ?? []), ...[...after.keys()].flatMap((key) => [key, ...(gone.get(key) ?? [])])];
}

/** Length in characters above which an old or new text in a change's description is truncated. */
const LONGEST = 80;

function labelOf(key: string, old: Piece | undefined, now: Piece | undefined): string {
  const piece = now ?? old;
  if (!piece) return key;
  const { kind, owner } = piece;
  const written = ({ text }: Piece): string => text.replace(/^\s*=\s*/, "").replace(/\s+/g, " ");
  const [a, b] = [old && written(old), now && written(now)];
  // Write the subject of a clause only once, before the old text.
  const about =
    a && b && kind === "clause" ? /^(?:for (?:\(.*?\)|\S+) in|where \S+|derive \S+ =|\w+) /.exec(a)?.[0] : "";
  const after = about && b?.startsWith(about) ? b.slice(about.length) : b;
  const text =
    a && after ? `${cut(a)} → ${cut(after)}` : after ? `${cut(after)} (new)` : `${cut(a ?? "")} (gone)`;
  if (kind === "field") return `${key} = ${text}`;
  return kind === "clause" ? `${owner}: ${text}` : text;
}

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
