// Compares published plans with the search's: `npm run validate:plans -- --write | --check | PAPER…`. Takes
// minutes.
import { fromSource, root } from "./fromSource.mjs";
import { keepPage, pageArguments } from "./keptPage.mjs";

const usage = `usage: npm run validate:plans -- [--write | --check] [PAPER…]
  --write   write docs/published-plans.md
  --check   fail when it is not what --write would write, or a published plan is faster than the search's best
  PAPER     files of src/std/papers, without .dtp: print the sections of these alone`;

const { values, positionals } = pageArguments(usage, { allowPositionals: true });
const lib = await fromSource(`
  export { compareWithSearch } from "./src/validation/published/compareWithSearch.ts";
  export { publishedPlans } from "./src/validation/published/publishedPlans.ts";
  export { publishedPlansMarkdown, slowerThanPublished } from "./src/validation/published/publishedPlansMarkdown.ts";
  export { createWorld } from "./src/host/index.ts";
`);
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
await keepPage("docs/published-plans.md", values, {
  command: "npm run validate:plans -- --write",
  pageOf: () => text,
  printed: text,
});
