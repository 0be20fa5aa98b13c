import type { WorkerScope } from "./workerScope.ts";

/** Tells if the blob at an address is still there, synchronously. */
export type BlobReader = (url: string) => boolean;

/**
 * Returns the way in which this worker can read its page's blobs, found out on the blob at `probe`; null where there is none. A
 * request works wherever the policy allows it. A worker of a page from disk is of another origin than the page, and may only run
 * its blobs as scripts.
 */
export function blobReader(
  scope: Pick<WorkerScope, "XMLHttpRequest" | "importScripts">,
  probe: string,
): BlobReader | null {
  const byRequest: BlobReader = (url) =>
    works(() => {
      const request = new scope.XMLHttpRequest();
      request.open("GET", url, false);
      request.send();
      return request.status === 200;
    });
  const byScript: BlobReader = (url) =>
    works(() => {
      scope.importScripts(url);
      return true;
    });
  return [byRequest, byScript].find((read) => read(probe)) ?? null;
}

/** False where `read` throws, as it does for a revoked blob. */
function works(read: () => boolean): boolean {
  try {
    return read();
  } catch {
    return false;
  }
}
