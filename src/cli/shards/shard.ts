import type { SearchRecord, Share } from "../../session/index.ts";
import { versionText } from "../versionText.ts";
import { sha256 } from "./sha256.ts";

/** What `dtp search --shard` writes and `dtp merge` reads. */
export interface Shard {
  readonly dtp: "shard";
  /** Of engine, language and data: parts of different ones do not fit together. */
  readonly versions: string;
  readonly program: { readonly name: string; readonly sha256: string };
  readonly overrides: readonly string[];
  /** From 1. */
  readonly shard: { readonly index: number; readonly of: number };
  readonly searches: readonly SearchRecord[];
  /** Of all the rest: a part that was torn, or that somebody changed, is found out. */
  readonly digest: string;
}

/** `3/8`: the third of eight; null for what is no such thing. */
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

/** The same for a part that is written and for one that is read again: JSON keeps the order of names. */
export const digestOf = (content: Omit<Shard, "digest">): string => sha256(JSON.stringify(content));
