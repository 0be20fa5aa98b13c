import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sideOnDisk } from "../../../src/cli/diff/sides.ts";
import { dtp } from "../../../src/cli/dtp.ts";
import { compare } from "../../../src/diff/compare.ts";
import { testIo } from "../testIo.ts";

/** One node of eight, a model of 124M parameters: a search of all plans takes little. */
const OLD = `edition 2026
import dgx_h100 from "std/clusters"
import gpt2 from "std/models"
plan start {
  dp = fill
  seq_len = 1Ki
  global_batch = 64 sequences
  tokens = 10B tokens
}
let limit = 40 GiB
cluster node = dgx_h100 with { nodes = 1, price = $2/GPU-hour }
let base = gpt2 on node with start
search best = base
  for plan in all
  where memory.peak <= limit
  minimize step_time
  keep 3
let winner = first(best)
show best
`;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dtp-diff-tables-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(old: string, now: string, ...flags: readonly string[]) {
  writeFileSync(join(folder, "old.dtp"), old);
  writeFileSync(join(folder, "new.dtp"), now);
  const io = testIo({ cwd: folder });
  const code = await dtp(["diff", "old.dtp", "new.dtp", ...flags], io);
  return { code, out: io.stdoutText(), plain: io.stdoutText().replace(/\s+/g, " "), err: io.stderrText() };
}
type Row = Readonly<Record<string, unknown>> & { readonly settings: Readonly<Record<string, string>> };
interface Data {
  readonly changes: readonly { readonly key: string }[];
  readonly scenarios: readonly { readonly name: string }[];
  readonly tables: readonly {
    readonly name: string;
    readonly also: readonly string[];
    readonly before: readonly Row[];
    readonly after: readonly Row[];
    readonly shares: readonly {
      readonly row: string;
      readonly method: string;
      readonly shares: readonly (Readonly<Record<string, number>> & {
        readonly changes: readonly string[];
      })[];
    }[];
  }[];
}

/** How often searches of all plans are begun. */
function searchesFor(old: string, now: string): number {
  let count = 0;
  const side = (name: string, text: string) => {
    const { world, ...rest } = sideOnDisk({ name, text, folder, root: folder, path: null });
    return { ...rest, world: { ...world, begins: () => void count++ } };
  };
  compare(side("old.dtp", old), side("new.dtp", now));
  return count;
}

test("the best plan of a search: which it was and is, its figures, and what they are due to", async () => {
  const now = OLD.replace("limit = 40 GiB", "limit = 6 GiB").replace("seq_len = 1Ki", "seq_len = 2Ki");
  const { tables, scenarios } = JSON.parse((await run(OLD, now, "--json")).out) as Data;
  // `base` is where the search begins, `winner` what it found.
  expect(scenarios).toEqual([]);
  const [best] = tables;
  if (!best) throw new Error("no search was compared");
  expect(best).toMatchObject({ name: "best", also: ["winner"] });
  const [old, after] = [best.before[0], best.after[0]];
  expect(old?.settings).not.toEqual(after?.settings);
  expect(after?.peak).toBeLessThanOrEqual(6 * 2 ** 30);
  const [shares] = best.shares;
  expect(shares?.method).toBe("every order");
  expect(shares?.shares.map(({ changes }) => changes.join())).toEqual(["plan start: seq_len", "let limit"]);
  for (const measure of ["step_time", "peak", "cost"]) {
    const sum = shares?.shares.reduce((total, one) => total + (one[measure] ?? 0), 0) ?? 0;
    const difference = Number(after?.[measure]) - Number(old?.[measure]);
    expect(sum / difference).toBeCloseTo(1, 9);
  }

  const { out, plain } = await run(OLD, now);
  expect(out).toContain("best, and equally winner");
  expect(out).toContain("The best plan has changed");
  expect(out).toMatch(/^plan\.\w+ +\S+ +\S+$/m);
  expect(plain).toContain("The plan that was best before is now excluded: where memory.peak <= limit");
  expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
});

test("a search is gone through once for each program in which it reads the same, and not at all where no change reaches it", () => {
  const limit = OLD.replace("limit = 40 GiB", "limit = 8 GiB");
  expect(searchesFor(OLD, limit)).toBe(2);
  expect(searchesFor(OLD, limit.replace("seq_len = 1Ki", "seq_len = 2Ki"))).toBe(4);
  expect(searchesFor(OLD, `${OLD}plan other { tp = 2 }\nshow base`)).toBe(0);
  expect(searchesFor(OLD, OLD.replace("limit = 40", "limit = 8").concat("plan other { tp = 2 }\n"))).toBe(2);
  // Four causes are too many for every order, eighteen for any.
  const four = limit
    .replace("seq_len = 1Ki", "seq_len = 2Ki")
    .replace("$2/", "$3/")
    .replace("tokens = 10B", "tokens = 20B");
  expect(searchesFor(OLD, four)).toBe(5);
});

test("a scenario that only searches read is told where a verb asks for it, or where nothing reads it", async () => {
  const now = OLD.replace("1Ki", "2Ki");
  const names = async (verbs: string) =>
    (JSON.parse((await run(OLD + verbs, now + verbs, "--json")).out) as Data).scenarios.map(
      ({ name }) => name,
    );
  expect(await names("")).toEqual([]);
  expect(await names("show base.memory\n")).toEqual(["base"]);
  expect(await names("let half = base with { plan.tp = 2 }\n")).toEqual(["base", "half"]);
  expect(await names("let half = base with { plan.tp = 2 }\nsweep s = half for plan.pp in [1, 2]\n")).toEqual(
    [],
  );
});

test("a clause is a change of its own; their order is one", async () => {
  const now = OLD.replace("keep 3", "keep 2").replace(
    "where memory.peak <= limit",
    "where memory.peak <= 1 TiB",
  );
  const { out, plain } = await run(OLD, now);
  expect(out).toContain(
    "1. search best: where memory.peak <= limit → <= 1 TiB\n2. search best: keep 3 → 2\n",
  );
  // What the search keeps below its best is no answer, and the best needs less than either.
  expect(plain).toContain("Unchanged: best, winner.");
  const lists = OLD.replace("for plan in all", "for plan.tp in [1, 2]\n  for plan.pp in [1, 2]");
  const turned = OLD.replace("for plan in all", "for plan.pp in [1, 2]\n  for plan.tp in [1, 2]");
  expect((await run(lists, turned)).out).toContain("1. search best: its clauses are in another order");
});

test("a search that finds nothing on one side says why in a line", async () => {
  const none = OLD.replace("40 GiB", "1 MiB");
  const lost = await run(OLD, none);
  expect(lost.code).toBe(1);
  expect(lost.plain).toMatch(
    /✗ best, winner: finds nothing: [\d,]+ × where memory.peak <= limit \(memory\.peak is /,
  );
  expect(lost.out.split("\n").length).toBeLessThan(8);
  const found = await run(none, OLD);
  expect(found.plain).toMatch(/✓ best, winner: has an answer now, the best is .*; before: finds nothing: /);
  expect(found.plain).toMatch(/memory step time time to train cost ─+ best [\d.]+ GiB/);
  expect((await run(none, none.replace("1 MiB", "2 MiB"))).plain).toContain(
    "still no answer; now finds nothing",
  );
});

const TABLES = `${OLD.replace(/search best[\s\S]*/, "")}search scales = base for plan.tp in [1, 2, 4] for cluster.nodes in [1, 2] keep 1 per cluster.nodes
search front = base for plan.tp in [1, 2, 4] for cluster.nodes in [1, 2] pareto time_to_train, cost
sweep widths = base for plan.tp in [1, 2, 16] for plan.micro_batch in [1, 2]
`;

test("the best for each of some values, a front's ends and a sweep's rows, a line each", async () => {
  const now = TABLES.replace("global_batch = 64", "global_batch = 128").replace("$2/", "$3/");
  const { out, plain } = await run(TABLES, now);
  expect(out).toMatch(/\nscales\n\nstep time +before +now +change +best plan\n/);
  expect(plain).toMatch(/cluster\.nodes = 2 [\d.]+ ms [\d.]+ ms \+[\d.]+ ms \(\+[\d.]+%\) the same/);
  expect(plain).toContain(
    "The whole change in step time and time to train is due to 1. plan start: global_batch.",
  );
  expect(plain).toMatch(/front Its front has the same \d rows?\./);
  expect(plain).toMatch(/least cost \$[\d.]+ \$[\d.]+ \+\$[\d.]+ \(\+[\d.]+%\) the same/);
  expect(out).toMatch(/\nplan\.tp +plan\.micro_batch +step time +time to train +cost\n/);
  expect(plain).toContain("2 of 6 rows are the same.");
  expect(out).toMatch(/\ncost by cause +1\. global_batch +2\. price\n/);
  const markdown = (await run(TABLES, now, "--markdown")).out;
  expect(markdown).toContain("#### scales\n\n| step time | before | now | change | best plan |\n");
});

test("a table that lists different rows is shown with its best row alone", async () => {
  const now = TABLES.replace("pareto time_to_train, cost", "minimize cost");
  const { plain } = await run(TABLES, now);
  expect(plain).toContain("front: lists different rows, the best is");
  expect(plain).not.toContain("least cost");
});

test("a scenario that a `show` puts together is compared under its text", async () => {
  const shown = `${OLD.replace(/let base[\s\S]*/, "")}show gpt2 on node with start\n`;
  const { out } = await run(shown, shown.replace("seq_len = 1Ki", "seq_len = 2Ki"));
  expect(out).toContain("\ngpt2 on node with start\n");
  expect(out).toMatch(/^step time +[\d.]+ ms/m);
});

test("a sweep of very many rows is not compared row by row, and is named", async () => {
  const long = `${TABLES.replace(/search scales[\s\S]*/, "")}sweep long = base for plan.micro_batch in range(1, 101) for plan.seq_len in range(100, 200)
`;
  const { out } = await run(long, long.replace("$2/", "$3/"));
  expect(out).toContain("Not compared, because they have more than 10,000 rows: long.");
});
