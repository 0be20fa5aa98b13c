import { execFileSync } from "node:child_process";

/** Standard output of a git command in a folder. Throws where git fails. */
export const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync("git", args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 2 ** 28,
  });

/** Checks that a git repository has a revision. Throws where it does not. */
export const checkRevision = (folder: string, revision: string): unknown =>
  git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);

/**
 * Program files below a folder that differ from a git revision, including new tracked files and deleted ones.
 */
export function changedSince(
  revision: string,
  folder: string,
): readonly string[] | { readonly problem: string } {
  try {
    checkRevision(folder, revision);
    const names = git(
      folder,
      "diff",
      "--no-ext-diff",
      "--name-only",
      "--relative",
      "--no-renames",
      "-z",
      revision,
      "--",
      "*.dtp",
    );
    return names.split("\0").filter((name) => name !== "");
  } catch (error) {
    return { problem: gitProblem(error, revision, "this folder") };
  }
}

/** Reason in words why a git command failed. */
export function gitProblem(error: unknown, revision: string, where: string): string {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return "git cannot be run";
  if (/not a git repository/.test(said)) return `${where} is not in a git repository`;
  return `git has no revision ${revision} for ${where}`;
}
