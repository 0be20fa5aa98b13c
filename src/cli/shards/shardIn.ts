import { digestOf, type Shard } from "./shard.ts";

/** Shard read from a file's text. `problem` is a sentence that follows the file's name. */
export function shardIn(text: string): Shard | { readonly problem: string } {
  const data = parsed(text);
  if (typeof data !== "object" || data === null || !("dtp" in data) || data.dtp !== "shard")
    return { problem: "is not an output of dtp search" };
  const { digest, ...content } = data as Shard;
  if (digest !== digestOf(content))
    return {
      problem: "was changed after dtp search wrote it: its checksum does not match; make the part again",
    };
  return { ...content, digest };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
