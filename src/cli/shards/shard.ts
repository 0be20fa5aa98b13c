import type { SearchRecord, Share } from "../../session/index.ts";
import { versionText } from "../io/versionText.ts";
import { sha256 } from "./sha256.ts";

/** File that `dtp search --shard` writes and `dtp merge` reads. */
export interface Shard {
  readonly dtp: "shard";
  /** Versions of engine, language and data. Shards of different versions cannot be merged. */
  readonly versions: string;
  readonly program: { readonly name: string; readonly sha256: string };
  readonly overrides: readonly string[];
  /** Number of the shard, from 1. */
  readonly shard: { readonly index: number; readonly of: number };
  readonly searches: readonly SearchRecord[];
  /** Digest of all other fields, which detects a truncated or modified shard. */
  readonly digest: string;
}

/** Share in `3/8`: the third of eight. null for an invalid text. */
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

/** Digest of a shard, equal when written and when read again: JSON keeps the order of names. */
export const digestOf = (content: Omit<Shard, "digest">): string => sha256(JSON.stringify(content));
