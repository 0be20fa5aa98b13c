import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { compiledModule } from "../../src/host/index.ts";

const source = (value: number) =>
  `const { join } = require("node:path");\nmodule.exports = { value: ${value}, here: join(__dirname, "x") };`;

let folder = "";
let path = "";
beforeEach(() => {
  vi.useFakeTimers();
  folder = mkdtempSync(join(tmpdir(), "dtp-cache-"));
  path = join(folder, "large.js");
  writeFileSync(path, source(1));
});
afterEach(() => vi.useRealTimers());

const cache = () => join(folder, "cache");
const load = () => {
  const { exports, cached } = compiledModule(path, cache());
  vi.runAllTimers();
  return { value: (exports as { value: number }).value, cached };
};
const keptFile = () => {
  const [place = ""] = readdirSync(cache());
  return join(cache(), place, "large.js.cache");
};

test("the second load takes the compiled code of the first", () => {
  expect(load()).toEqual({ value: 1, cached: false });
  expect(load()).toEqual({ value: 1, cached: true });
  expect(readdirSync(join(keptFile(), ".."))).toEqual(["large.js.cache"]);
});

test("a module has what Node gives one", () => {
  expect(compiledModule(path, null).exports).toEqual({ value: 1, here: join(folder, "x") });
});

test("only the user can read or write what is kept", () => {
  load();
  if (process.platform !== "win32") expect(statSync(keptFile()).mode & 0o077).toBe(0);
});

test.skipIf(process.platform === "win32")("what another user could have written is not run", () => {
  load();
  chmodSync(keptFile(), 0o620);
  expect(load()).toEqual({ value: 1, cached: false });
  expect(load()).toEqual({ value: 1, cached: true });
});

test("another source of the same length is compiled, not the kept one run", () => {
  load();
  writeFileSync(path, source(2));
  expect(load()).toEqual({ value: 2, cached: false });
  expect(load()).toEqual({ value: 2, cached: true });
});

test.each([
  ["torn", (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
  ["empty", () => Buffer.alloc(0)],
  [
    "damaged",
    (bytes: Buffer) => {
      const copy = Buffer.from(bytes);
      copy.writeUInt8(copy.readUInt8(copy.length - 9) ^ 0xff, copy.length - 9);
      return copy;
    },
  ],
])("a %s cache is passed over and written again", (_, spoil) => {
  load();
  writeFileSync(keptFile(), spoil(readFileSync(keptFile())));
  expect(load()).toEqual({ value: 1, cached: false });
  expect(load()).toEqual({ value: 1, cached: true });
});

test("without a folder, or with one that cannot be written, it loads all the same", () => {
  expect(compiledModule(path, null).cached).toBe(false);
  writeFileSync(cache(), "a file where the folder would be");
  expect(load()).toEqual({ value: 1, cached: false });
  expect(existsSync(join(cache(), "x"))).toBe(false);
});

test("what a module has compiled since it was loaded is kept when asked to, and only when it is more", () => {
  const body = Array.from({ length: 800 }, (_, at) => `  total += at * ${at};`).join("\n");
  const large = `module.exports = { value: 1, later(at) {\n  let total = 0;\n${body}\n  return total;\n} };`;
  writeFileSync(path, large);
  load();
  const atFirst = statSync(keptFile()).size;
  const { exports, keep } = compiledModule(path, cache());
  keep();
  expect(statSync(keptFile()).size).toBe(atFirst);
  (exports as { later(at: number): number }).later(1);
  keep();
  const grown = readFileSync(keptFile());
  expect(grown.length).toBeGreaterThan(atFirst + 8 * 1024);
  expect(load().cached).toBe(true);
  writeFileSync(keptFile(), "what another process wrote");
  keep();
  expect(readFileSync(keptFile(), "utf8")).toBe("what another process wrote");
});
