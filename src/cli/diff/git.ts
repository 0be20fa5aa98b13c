import { execFileSync } from "node:child_process";

/** What git prints, in a folder. Throws where git fails. */
export const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync("git", args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 2 ** 28,
  });

/** Throws where a repository has no such revision. */
export const checkRevision = (folder: string, revision: string): unknown =>
  git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);

/** The programs below a folder that differ from what a revision has, new ones that git tracks and deleted ones included. */
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

/** Why git did not answer, in words. */
export function gitProblem(error: unknown, revision: string, where: string): string {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return "git cannot be run";
  if (/not a git repository/.test(said)) return `${where} is not in a git repository`;
  return `git has no revision ${revision} for ${where}`;
}
