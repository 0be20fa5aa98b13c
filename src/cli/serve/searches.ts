import { createHash } from "node:crypto";
import { mergeParts, type SearchRecord, type Share, type World } from "../../session/index.ts";

/** Searches of a session that several processes share. */
export interface Searches {
  readonly world: NonNullable<World["searches"]>;
  /** Records of the searches that this session has evaluated, in their order. */
  found(): readonly SearchRecord[];
}

/**
 * Searches of which this process evaluates one part (`share`), or whose parts other processes have evaluated (`known`, a
 * list for each process). Keys are hashed, because they are as long as descriptions of all plans.
 */
export function sharedSearches(share: Share | null, known: readonly (readonly SearchRecord[])[]): Searches {
  const parts = new Map<string, SearchRecord[]>();
  for (const record of known.flat()) parts.set(record.key, [...(parts.get(record.key) ?? []), record]);
  const found = new Map<string, SearchRecord>();
  return {
    world: {
      share,
      known: (key) => merged(parts.get(hashed(key)), known.length),
      found(record) {
        const key = hashed(record.key);
        found.set(key, { ...record, key });
      },
    },
    found: () => [...found.values()],
  };
}

/** Result of a search from its parts; null where one is missing or was interrupted, so that the search is evaluated whole. */
function merged(parts: readonly SearchRecord[] | undefined, count: number): SearchRecord | null {
  const [first] = parts ?? [];
  if (!first || !parts || parts.length < count || parts.some(({ partial }) => partial)) return null;
  return {
    ...first,
    best: mergeParts(
      parts.map(({ best }) => best),
      first,
    ),
  };
}

const hashed = (key: string): string => createHash("sha256").update(key).digest("hex");
