import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Platform } from "../../../../src/kernel/core/evaluation/platform.ts";
import { notebook, type Published } from "../../support/notebook.ts";

// Imports stay inside the kernel's folder.
const folder = mkdtempSync(join(process.cwd(), "node_modules/.dtp-watch-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const lines = readFileSync(join(process.cwd(), "examples/llama31_405b.log"), "utf8").split(/(?<=\n)/);

/** Log that has so many lines of a real one, and grows by them. */
function log(name: string, count: number) {
  const path = join(folder, name);
  let at = count;
  writeFileSync(path, lines.slice(0, count).join(""));
  return {
    specifier: `./${relative(process.cwd(), path)}`,
    grow(more: number) {
      appendFileSync(path, lines.slice(at, at + more).join(""));
      at += more;
    },
  };
}

/** Timers that run when a test says so. */
function timers() {
  const waiting = new Map<() => Promise<void>, number>();
  const later: Platform["later"] = (milliseconds, work) => {
    waiting.set(work, milliseconds);
    return () => waiting.delete(work);
  };
  return {
    later,
    pauses: () => [...waiting.values()],
    async pass() {
      const due = [...waiting.keys()];
      waiting.clear();
      for (const work of due) await work();
    },
  };
}

const textOf = ({ content }: Published): string =>
  String((content.data as Record<string, unknown>)["text/plain"]);
const updates = (published: readonly Published[]): readonly string[] =>
  published.filter(({ type }) => type === "update_display_data").map(textOf);
const wholeOf = (published: readonly Published[]): number[] =>
  published.flatMap((one) => {
    const text = one.type.endsWith("display_data") ? textOf(one) : "";
    const count = /([\d,]+) logged iterations/.exec(text)?.[1];
    return count === undefined ? [] : [Number(count.replace(",", ""))];
  });

test("a watched cell renews its outputs and those of other cells as its log grows", async () => {
  const [clock, file] = [timers(), log("grows.log", 50)];
  const { run } = notebook(clock);
  const cell = await run(`%watch 30\nimport job from "${file.specifier}"\nshow job\njob.loss`, "one");
  const other = await run("show job.step_time", "two");
  expect(cell.reply).toMatchObject({ status: "ok" });
  expect(clock.pauses()).toEqual([30_000]);
  expect(cell.texts.at(-1)).toBe(`watching ${file.specifier} every 30 s`);
  const [before] = wholeOf(cell.published);

  await clock.pass();
  expect(updates(cell.published)).toEqual([]);
  file.grow(20);
  await clock.pass();
  const found = wholeOf(cell.published);
  expect(found).toHaveLength(2);
  expect(found[1]).toBeGreaterThan(before ?? 0);
  expect(updates(cell.published).at(-1)).toBe(`watching ${file.specifier} every 30 s, renewed once`);
  const shown = other.published.find(({ type }) => type === "display_data");
  expect(cell.published.map(({ content }) => content.transient)).toContainEqual(shown?.content.transient);

  const sent = cell.published.length;
  await clock.pass();
  expect(cell.published).toHaveLength(sent);
  file.grow(10);
  await clock.pass();
  expect(wholeOf(cell.published)).toHaveLength(3);
  // Nothing but updates of what is on the page: no output is added below the cell.
  expect(new Set(cell.published.slice(sent).map(({ type }) => type))).toEqual(
    new Set(["update_display_data"]),
  );
});

test("it ends with %watch off, when its cell is run again or deleted, and with %reset", async () => {
  const [clock, file] = [timers(), log("ends.log", 60)];
  const { run } = notebook(clock);
  const text = `%watch\nimport job from "${file.specifier}"\nshow job`;
  await run(text, "one");
  await run(text, "one");
  expect(clock.pauses()).toEqual([30_000]);
  await run("show 1", "one");
  expect(clock.pauses()).toEqual([]);
  for (const end of ["%watch off", "%reset"]) {
    await run(text, "two");
    expect(clock.pauses()).toHaveLength(1);
    await run(end, "three");
    expect(clock.pauses()).toEqual([]);
  }
});

test("it ends with an interrupt, with a log that is broken, and after an hour without a change", async () => {
  const [clock, file] = [timers(), log("stops.log", 60)];
  const { run, interrupt } = notebook(clock);
  const text = `%watch 60 s\nimport job from "${file.specifier}"\nshow job`;
  const first = await run(text, "one");
  interrupt();
  expect(updates(first.published)).toEqual([`watch of ${file.specifier} ended: interrupted`]);
  expect(clock.pauses()).toEqual([]);

  const second = await run(text, "one");
  for (let minute = 1; minute < 60; minute++) await clock.pass();
  expect(updates(second.published)).toEqual([]);
  await clock.pass();
  expect(updates(second.published).join()).toContain("ended: no change for 1 h");
  expect(clock.pauses()).toEqual([]);

  const third = await run(text, "one");
  writeFileSync(join(folder, "stops.log"), "no line of a log");
  await clock.pass();
  expect(updates(third.published).join()).toMatch(/ended: .*cannot be read as a measured run/);
  expect(clock.pauses()).toEqual([]);
});

test.each([
  ["%watch 0.1", "seconds from 1 to 86400"],
  ["%watch soon", "seconds from 1 to 86400"],
  ["%watch 30", "an import of a file"],
])("%s without sense is a mistake", async (magic, said) => {
  const clock = timers();
  const { reply } = await notebook(clock).run(`${magic}\nlet a = 1`, "one");
  expect(JSON.stringify(reply)).toContain(said);
  expect(clock.pauses()).toEqual([]);
});

test("where files do not change, as in a page, the cell says so", async () => {
  const file = log("page.log", 60);
  const { texts, reply } = await notebook().run(
    `%watch\nimport job from "${file.specifier}"\nshow job`,
    "one",
  );
  expect(reply).toMatchObject({ status: "ok" });
  expect(texts.at(-1)).toContain("does not change while the notebook is open");
});
