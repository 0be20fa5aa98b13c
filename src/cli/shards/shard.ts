import type { SearchRecord, Share } from "../../session/index.ts";
import { versionText } from "../io/versionText.ts";
import { sha256 } from "./sha256.ts";

/** Content of a file that `dtp search --shard` writes and `dtp merge` reads. */
export interface Shard {
  readonly dtp: "shard";
  /** Versions of engine, language and data. Shards with different versions cannot be merged. */
  readonly versions: string;
  readonly program: { readonly name: string; readonly sha256: string };
  readonly overrides: readonly string[];
  /** Number of the shard, from 1, and the number of all shards. */
  readonly shard: { readonly index: number; readonly of: number };
  readonly searches: readonly SearchRecord[];
  /** Digest of all other fields, which detects a truncated or modified shard. */
  readonly digest: string;
}

/** Share of a search that `3/8` means: the third of eight shards. null for an invalid text. */
export function readShare(text: string): Share | null {
  const match = /^(\d{1,6})\/(\d{1,6})$/.exec(text);
  const [index, of] = [Number(match?.[1]), Number(match?.[2])];
  return match && index >= 1 && index <= of ? { index: index - 1, of } : null;
}

export function shardOf(
  program: { readonly name: string; readonly text: string },
  overrides: readonly string[],
  { index, of }: Share,
  searches: readonly SearchRecord[],
): Shard {
  const content = {
    dtp: "shard" as const,
    versions: versionText().trim(),
    program: { name: program.name, sha256: sha256(program.text) },
    overrides,
    shard: { index: index + 1, of },
    searches,
  };
  return { ...content, digest: digestOf(content) };
}

/**
 * Digest of a shard's content. JSON keeps the order of names, so it is equal when the shard is written and
 * read again.
 */
export const digestOf = (content: Omit<Shard, "digest">): string => sha256(JSON.stringify(content));
