import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildKernel } from "../../scripts/kernelBundles.mjs";
import { startKernel } from "./support/client.ts";
import { outputsOf } from "./support/frontEnd.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** The kernel as it is shipped, the library beside it. */
const folder = mkdtempSync(join(root, "node_modules/.dtp-kernel-"));
beforeAll(async () => {
  await buildKernel(root, folder, "0.0.0-test");
  symlinkSync(join(root, "src/std"), join(folder, "std"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BASE = `import selene from "std/clusters"
import gpt3_175b from "std/models"
cluster large = selene with { nodes = 512 }
plan p { framework = generic, global_batch = 1_536 sequences, seq_len = 2_048 }
let base = gpt3_175b on large with p`;
/** Half a minute and more: all plans that fit are worked out. */
const LONG = "minimize memory.peak keep 3\nbest";

const run = (code: string) => ({ code, silent: false, store_history: true });
const textOf = ({ data }: { readonly data?: unknown }): string =>
  String((data as Readonly<Record<string, unknown>> | undefined)?.["text/plain"] ?? "");

test.each([
  ["by message", "search best = base"],
  ["by signal", "search best = base"],
  ["by message", "search best = base for plan in all for cluster.nodes in [256, 512]"],
  ["by signal", "search best = base for plan in all for cluster.nodes in [256, 512]"],
])(
  "%s, `%s` ends with the plans it has found, and they stay",
  async (how, search) => {
    if (how === "by signal" && process.platform === "win32") return;
    const client = await startKernel(join(folder, "kernel.cjs"), { key: "secret" });
    try {
      const base = await client.request("execute_request", run(BASE));
      expect(base.reply.content.status).toBe("ok");
      const long = client.send("execute_request", run(`${search} ${LONG}`));
      await client.until(({ content }) => textOf(content).includes("best so far"));
      if (how === "by signal") client.process.kill("SIGINT");
      else await client.request("interrupt_request", {}, "control");
      const ended = await long.done;
      expect(ended.reply.content).toMatchObject({
        ename: "interrupted",
        evalue: expect.stringMatching(
          /^interrupted (in search 1 of 2 \(nodes = 256\), )?after [\d,]+ (of [\d,]+ )?plans$/,
        ),
      });
      const shown = outputsOf(ended).find(({ type }) => type === "execute_result");
      expect(textOf(shown?.content ?? {})).toMatch(/^best: interrupted [\s\S]*, the best/);
      const again = await client.request("execute_request", run("best"));
      const result = outputsOf(again).find(({ type }) => type === "execute_result");
      expect(textOf(result?.content ?? {})).toBe(textOf(shown?.content ?? {}));
    } finally {
      await client.close();
    }
  },
  40_000,
);
