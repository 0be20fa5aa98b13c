/**
 * Watches the process that started the kernel, and calls `orphaned` once it is gone. Returns a function that
 * ends the watch. On POSIX an orphan gets another parent, not always pid 1, so the parent's id is compared
 * with the first one seen. On Windows the parent's id stays; there the guard checks whether that process
 * still runs.
 */
export function orphanGuard(orphaned: () => void, everyMs = 500): () => void {
  const first = process.ppid;
  const timer = setInterval(() => {
    const gone = process.platform === "win32" ? !isRunning(first) : process.ppid !== first;
    if (!gone) return;
    clearInterval(timer);
    orphaned();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs, and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
