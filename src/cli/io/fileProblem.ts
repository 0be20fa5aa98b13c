/** Sentence on why a file operation failed. An error that is not the operating system's is rethrown. */
export function fileProblem(shown: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOENT":
      return `there is no file ${shown}`;
    case "EISDIR":
      return `${shown} is a folder; name a .dtp file in it`;
    case "EACCES":
    case "EPERM":
      return `${shown} may not be opened: permission denied`;
    case "ENOTDIR":
      return `${shown} has a file in its path where a folder should be`;
    case "ENOSPC":
    case "EDQUOT":
    case "EROFS":
      return `${shown} cannot be written: the disk is full or read-only`;
    case "EFBIG":
      return `${shown} cannot be written: it would exceed the limit on file sizes (ulimit -f)`;
    default:
      if (error instanceof Error && "syscall" in error && typeof code === "string")
        return `${shown} cannot be read or written (${code})`;
      throw error;
  }
}
