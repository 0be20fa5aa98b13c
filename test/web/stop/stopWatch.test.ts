import { expect, test } from "vitest";
import { createStop } from "../../../src/web/stop/createStop.ts";
import { stopWatch } from "../../../src/web/stop/stopWatch.ts";

test("a blob is looked at ten times a second, and a stop lasts until the next request", () => {
  let [now, there, looks] = [0, true, 0];
  const watch = stopWatch(
    () => () => {
      looks++;
      return there;
    },
    () => now,
  );
  watch.begin({ kind: "blob", url: "blob:a" });
  for (now = 0; now < 1_000; now++) expect(watch.stopped()).toBe(false);
  expect(looks).toBe(9);
  there = false;
  expect(watch.stopped()).toBe(true);
  there = true;
  now += 1_000;
  expect(watch.stopped()).toBe(true);
  watch.begin({ kind: "none" });
  expect(watch.stopped()).toBe(false);
});

test("a worker that cannot read blobs goes on to the end", () => {
  let now = 0;
  const watch = stopWatch(
    () => null,
    () => now,
  );
  watch.begin({ kind: "blob", url: "blob:a" });
  for (; now < 1_000; now += 50) expect(watch.stopped()).toBe(false);
});

test("shared memory is looked at each time", () => {
  const stop = createStop(true);
  const watch = stopWatch(() => null);
  watch.begin(stop.source);
  expect(watch.stopped()).toBe(false);
  stop.stop();
  expect(watch.stopped()).toBe(true);
});

test("without shared memory the page revokes a blob", async () => {
  const stop = createStop(false);
  const { kind, url } = stop.source as { readonly kind: string; readonly url: string };
  expect(kind).toBe("blob");
  expect(await (await fetch(url)).text()).toBe("0");
  stop.stop();
  await expect(fetch(url)).rejects.toThrow();
});
