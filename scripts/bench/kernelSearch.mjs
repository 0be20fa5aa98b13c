// First search over all plans of a kernel: a new process for each, one cell that defines the problem, then the cell
// that searches. The same search is repeated in that kernel with warm code.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { kernels, startKernel } from "./kernelProcess.mjs";
import { printTable } from "./printTable.mjs";
import { namedSearches } from "./searchPrograms.mjs";

const RUNS = Number(process.env.RUNS ?? 5);

/** Time after which an idle kernel has cached its compiled code, in ms (`src/kernel/whileIdle.ts`). */
const LOOK = 2000;

const columns = [
  ["first search, ms", "first"],
  ["on all cores, ms", "firstProcessor"],
  ["RSS then, MB", "rss"],
  ["again, ms", "again"],
  ["on all cores, ms", "againProcessor"],
];

export async function benchKernelSearch() {
  const kernel = kernels.find(({ name }) => name === "dtp");
  // Code cache shared only by the kernels of this benchmark.
  const kept = mkdtempSync(join(tmpdir(), "dtp-bench-"));
  const env = { ...kernel.env, XDG_CACHE_HOME: kept };
  const results = new Map(namedSearches.map(({ name }) => [name, []]));
  try {
    // The first round fills the cache. It does not count.
    for (let run = -1; run < RUNS; run++) {
      for (const search of namedSearches) {
        const measured = await measure({ ...kernel, env }, search, run < 0 ? LOOK : 0);
        if (run >= 0) results.get(search.name).push(measured);
      }
    }
  } finally {
    rmSync(kept, { recursive: true, force: true });
  }
  const rows = namedSearches.map(({ name, goal }) => [
    name,
    ...columns.map(([, key]) => median(results.get(name).map((run) => run[key]))),
    goal === null ? "" : `< ${goal.toLocaleString("en")}`,
  ]);
  console.log(`\nsearches in a fresh kernel, medians of ${RUNS} turns, Node ${process.versions.node}`);
  printTable([["search all plans", ...columns.map(([title]) => title), "goal of the first"], ...rows]);
  for (const [index, { name, goal }] of namedSearches.entries()) {
    const first = rows[index][1];
    if (goal !== null && first >= goal)
      console.log(`MISSED: ${name} takes ${Math.round(first)} ms in a fresh kernel, not < ${goal}`);
  }
}

/**
 * Measures one search. The repeated cell names its table differently, so that it is a new search. At the end
 * the kernel
 * idles for a while.
 */
async function measure(kernel, { name, given, search }, pause) {
  const running = await startKernel(kernel);
  const timed = async (code) => {
    const before = running.processorMs();
    const ms = await running.execute(code);
    if (ms === null) throw new Error(`${name}: the cell fails`);
    return { ms, processor: running.processorMs() - before };
  };
  try {
    await timed(given);
    const first = await timed(search);
    const rss = running.residentMb();
    const again = await timed(search.replaceAll("best", "again"));
    await new Promise((resolve) => setTimeout(resolve, pause));
    return {
      ...{ first: first.ms, firstProcessor: first.processor, rss },
      ...{ again: again.ms, againProcessor: again.processor },
    };
  } finally {
    await running.end();
  }
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
}
