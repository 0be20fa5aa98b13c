import { expect, test } from "vitest";
import { blobReader } from "../../../src/web/scope/blobReader.ts";

/** Worker in which requests and scripts of these addresses work. */
const scope = (requests: ReadonlySet<string>, scripts: ReadonlySet<string>) => ({
  XMLHttpRequest: class {
    status = 0;
    #url = "";
    open(_: "GET", url: string): void {
      this.#url = url;
    }
    send(): void {
      if (!requests.has(this.#url)) throw new Error("NetworkError");
      this.status = 200;
    }
  },
  importScripts(url: string) {
    if (!scripts.has(url)) throw new Error("NetworkError");
  },
});

test("blobs are read by requests, by scripts where requests fail, or not at all", () => {
  const [blobs, none] = [new Set(["blob:a"]), new Set<string>()];
  for (const read of [blobReader(scope(blobs, none), "blob:a"), blobReader(scope(none, blobs), "blob:a")]) {
    expect(read?.("blob:a")).toBe(true);
    expect(read?.("blob:revoked")).toBe(false);
  }
  expect(blobReader(scope(none, none), "blob:a")).toBeNull();
});
