import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createWorld } from "../../src/host/index.ts";

const root = mkdtempSync(join(tmpdir(), "dtp-world-"));
mkdirSync(join(root, "parts/deep"), { recursive: true });
writeFileSync(join(root, "parts/a.dtp"), "let a = 1\n");
writeFileSync(join(root, "parts/deep/b.dtp"), "\uFEFFlet b = 2\n");
writeFileSync(join(root, "large.dtp"), "#".repeat(1_000_001));
symlinkSync("/etc/hostname", join(root, "link.dtp"));
const world = createWorld(root);

test("reads a file of the project and names it from the project", () => {
  expect(world.read("./parts/a.dtp", "top.dtp")).toEqual({ name: "parts/a.dtp", text: "let a = 1\n" });
});

test("an imported file's imports start beside it; a byte-order mark is dropped", () => {
  world.read("./parts/a.dtp", "top.dtp");
  expect(world.read("./deep/b.dtp", "parts/a.dtp")).toEqual({
    name: "parts/deep/b.dtp",
    text: "let b = 2\n",
  });
});

test.each([
  ["../../etc/passwd", "top.dtp", "outside-project"],
  ["./link.dtp", "top.dtp", "outside-project"],
  ["std/../../../package", "top.dtp", "missing"],
  ["./none.dtp", "top.dtp", "missing"],
  ["./parts", "top.dtp", "missing"],
  ["./large.dtp", "top.dtp", "too-large"],
  ["std/nothing", "top.dtp", "missing"],
  ["std@1999.1/models", "top.dtp", "missing"],
])("%s is refused: %s %s", (specifier, from, problem) => {
  const target = specifier.startsWith("../../etc") ? `${"../".repeat(20)}etc/passwd` : specifier;
  expect(world.read(target, from)).toEqual({ problem });
});

test("a long JSON file is read as a trace where it begins as one, whatever its name; another one is refused or kept", () => {
  const event = '{"ph": "X", "cat": "kernel", "name": "gemm", "ts": 1, "dur": 2, "args": {"device": 0}}';
  const long = (key: string): string => `{"${key}": [${Array(15_000).fill(event).join(", ")}]}`;
  writeFileSync(join(root, "rank0.json"), long("traceEvents"));
  writeFileSync(join(root, "other.json"), long("events"));
  const read = (name: string): unknown => {
    const found = world.read(name, "top.dtp");
    return "text" in found ? found.text.length : found;
  };
  expect(read("./rank0.json")).toBeLessThan(10_000);
  expect(read("./other.json")).toBe(long("events").length);
});

test("the library is read by name and by its version", () => {
  const read = world.read("std/models", "top.dtp");
  expect(read).toMatchObject({ name: "std/models" });
  expect(world.read("std@2026.1/models", "top.dtp")).toMatchObject({ name: "std@2026.1/models" });
  expect(world.list()).toContain("std/papers/narayanan2021");
});

test("offers the project's own programs and tables for imports, below the folder and not too deep", () => {
  const folder = mkdtempSync(join(tmpdir(), "dtp-list-"));
  for (const path of [
    "plan.dtp",
    "runs.csv",
    "notes.txt",
    "sub/a.dtp",
    "node_modules/b.dtp",
    ".git/c.dtp",
    "1/2/3/d.dtp",
  ]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), "");
  }
  const own = createWorld(folder)
    .list()
    .filter((one) => one.startsWith("./"));
  expect(own).toEqual(["./plan.dtp", "./runs.csv", "./sub/a.dtp"]);
  rmSync(folder, { recursive: true });
});
