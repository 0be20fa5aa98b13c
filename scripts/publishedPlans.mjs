// Compares published plans with the search's: `npm run validate:plans -- --write | --check | PAPER…`. Takes
// minutes.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fromSource, root } from "./fromSource.mjs";

const usage = `usage: npm run validate:plans -- [--write | --check] [PAPER…]
  --write   write docs/published-plans.md
  --check   fail when it is not what --write would write, or a published plan is faster than the search's best
  PAPER     files of src/std/papers, without .dtp: print the sections of these alone`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: "boolean" },
    check: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const lib = await fromSource(`
  export { compareWithSearch } from "./src/validation/published/compareWithSearch.ts";
  export { publishedPlans } from "./src/validation/published/publishedPlans.ts";
  export { publishedPlansMarkdown, slowerThanPublished } from "./src/validation/published/publishedPlansMarkdown.ts";
  export { createWorld } from "./src/host/index.ts";
`);
const path = "docs/published-plans.md";
const world = lib.createWorld(root);
const wanted = lib.publishedPlans.filter(
  ({ paper }) => positionals.length === 0 || positionals.includes(paper),
);
const compared = wanted.map((one) => [
  one,
  one.runs.map((run) => {
    console.error(`${one.paper} ${run}`);
    return lib.compareWithSearch(world, one.paper, run, one.limits);
  }),
]);
const text = lib.publishedPlansMarkdown(compared);
for (const { paper, run } of lib.slowerThanPublished(compared.flatMap(([, runs]) => runs))) {
  console.error(`the search's best is slower than the published plan of ${paper} ${run}`);
  process.exitCode = 1;
}
if (values.write) await writeFile(join(root, path), text);
else if (values.check) {
  if ((await readFile(join(root, path), "utf8").catch(() => "")) !== text) {
    console.error(`stale: ${path}\nrun \`npm run validate:plans -- --write\` and commit the result`);
    process.exitCode = 1;
  }
} else process.stdout.write(text);
