import type { Arguments } from "../io/arguments.ts";
import type { Io } from "../io/io.ts";
import { notAFolder } from "../write/unwritable.ts";
import { formats } from "./formats.ts";

export interface FiguresTarget {
  /** Folder for the figures, as the user wrote it. */
  readonly folder: string;
  readonly formats: readonly string[];
  /** True where `figures.tex` with the captions is written as well. */
  readonly captions: boolean;
}

/**
 * Folder and formats from `--figures` and `--format`, checked before the evaluation. null without either
 * flag.
 */
export async function figuresTarget(
  flags: Arguments["flags"],
  io: Io,
): Promise<FiguresTarget | { readonly problem: string } | null> {
  const folder = flags.get("--figures")?.[0];
  const format = flags.get("--format")?.[0];
  if (folder === undefined) return format === undefined ? null : { problem: "--format needs --figures DIR" };
  const known = Object.keys(formats);
  const asked = format?.split(",").map((one) => one.trim().toLowerCase()) ?? known;
  const unknown = asked.find((one) => !known.includes(one));
  if (unknown !== undefined)
    return { problem: `--format takes ${known.join(", ")} or several with commas, not \`${unknown}\`` };
  const problem = await notAFolder(folder, "the figures", io);
  return problem === null
    ? { folder, formats: [...new Set(asked)], captions: !flags.has("--markdown") }
    : { problem };
}
