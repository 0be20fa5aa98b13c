import type { WorkerScope } from "./workerScope.ts";

/** True where the blob at an address can be read, synchronously. A revoked blob throws, or has status 0. */
export function readable({ XMLHttpRequest }: Pick<WorkerScope, "XMLHttpRequest">, url: string): boolean {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    request.send();
    return request.status === 200;
  } catch {
    return false;
  }
}
