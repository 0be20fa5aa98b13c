import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { CellsResult, Step } from "./page/task.ts";
import { chromium, firefox, hasFirefox } from "./support/browsers.ts";
import { differences } from "./support/differences.ts";
import { shipped } from "./support/notebooks.ts";
import { inPage, type Opener, STRICT, type Surroundings } from "./support/site.ts";

/** Notebooks that go through figures, sweeps, searches, imports of tables and papers. */
const some = shipped.filter(({ step }) =>
  ["01-first-plan.ipynb", "02-best-plan.ipynb", "studies/predicted-against-measured.ipynb"].includes(step.id),
);

const BASE = `import selene from "std/clusters"
import gpt3_175b from "std/models"
plan p {
  seq_len = 2_048
  global_batch = 1_536 sequences
}
let base = gpt3_175b on selene with p
`;

/** Sweep of 900,000 scenarios, more than a test waits for. */
const ENDLESS = `${BASE}sweep endless = base with { plan.tp = 8, plan.pp = 8 }
  for plan.seq_len in range(1_000, 3_999)
  for cluster.nodes in range(8, 2_400, step = 8)
show endless
`;

/** Searches over all plans on 375 sizes of a machine: minutes. */
const SEARCH = `${BASE}search best = base
  for cluster.nodes in range(8, 3_000, step = 8)
  for plan in all
  minimize step_time keep 1
show best
`;

const text = readFileSync(join(import.meta.dirname, "../../examples/gpt3.dtp"), "utf8");

const all: readonly (readonly [
  string,
  Surroundings,
  { readonly slower: boolean; readonly secure: boolean },
])[] = [
  ["plain http, under a sub-path", { from: "http" }, { slower: false, secure: false }],
  ["one file from disk", { from: "file" }, { slower: false, secure: false }],
  ["a policy without unsafe-eval", { from: "http", csp: STRICT }, { slower: true, secure: false }],
  ["an isolated page", { from: "local", isolated: true }, { slower: false, secure: true }],
];

describe.each<readonly [string, Opener, boolean]>([
  ["Chromium", chromium, true],
  ["Firefox", firefox, hasFirefox],
])("%s", (name, browser, installed) => {
  describe.runIf(installed).each(all)("%s", (_, surroundings, { slower, secure }) => {
    // There, a worker is of another origin than its page.
    const endless = name === "Chromium" && surroundings.from === "file";

    test("has the outputs of notebooks, and says what is slower", async () => {
      expect(some).toHaveLength(3);
      const results = await inPage(
        browser,
        surroundings,
        some.map(({ step }) => step),
        600_000,
      );
      for (const { step, saved } of some) {
        const result = results.get(step.id) as CellsResult;
        const found = saved.flatMap((own, i) =>
          differences(result.outputs[i] ?? [], own).map((one) => `${step.id} [${i + 1}] ${one}`),
        );
        expect(found).toEqual([]);
        expect(result.notes.length).toBe(slower || endless ? 1 : 0);
        if (slower) expect(result.notes[0]).toMatch(/unsafe-eval.*the same.*slower/);
        expect(result.isolated).toBe(surroundings.isolated === true);
        if (surroundings.from === "http") expect(result.secure).toBe(secure);
      }
    }, 700_000);

    test.skipIf(endless)("stops an endless sweep and a long search, and runs the next cell", async () => {
      const steps: readonly Step[] = [
        { kind: "stop", id: "sweep", cell: ENDLESS, after: 2_000 },
        { kind: "stop", id: "search", cell: SEARCH, after: 500 },
      ];
      const results = await inPage(browser, surroundings, steps);
      for (const { id } of steps) {
        const result = results.get(id) as {
          readonly stops: boolean;
          readonly ename: unknown;
          readonly took: number;
          readonly behind: readonly { readonly data: Readonly<Record<string, unknown>> }[];
        };
        expect(result).toMatchObject({ stops: true, ename: "interrupted" });
        expect(result.took).toBeLessThan(5_000);
        expect(result.behind[0]?.data["text/plain"]).toBe("1 + 1 = 2");
      }
    });

    test("runs, completes, explains and formats a text in the runtime", async () => {
      const results = await inPage(browser, surroundings, [
        {
          kind: "runtime",
          id: "one",
          text: `${text.replace(/^edition .*\n/, (line) => `${line}import a from "./lib/a.dtp"\n`)}show a\n`,
          files: {
            "lib/a.dtp": 'import b from "../b.dtp"\nlet a = b + 1\n',
            "b.dtp": "let b = 41\n",
          },
        },
      ]);
      const found = results.get("one") as {
        readonly ready: { readonly stops: boolean; readonly notes: readonly string[] };
        readonly run: { readonly diagnostics: readonly { readonly severity: string }[] };
        readonly outputs: readonly { readonly bundles: readonly Readonly<Record<string, unknown>>[] }[];
        readonly completion: readonly string[];
        readonly inspected: readonly Readonly<Record<string, string>>[];
        readonly formatted: string;
        readonly refused: unknown;
      };
      expect(found.ready.stops).toBe(!endless);
      if (endless)
        expect(found.ready.notes).toEqual([expect.stringContaining("may not read the page's blobs")]);
      expect(found.run.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(found.outputs.length).toBeGreaterThan(3);
      expect(found.outputs.at(-1)?.bundles[0]?.["text/plain"]).toContain("42");
      expect(found.completion).toContain("global_batch");
      expect(found.inspected[0]?.["text/plain"]).toContain("tp");
      expect([found.formatted, found.refused]).toEqual(["let a = 1\n", null]);
    });
  });
});
