// Cost of a kernel at rest, and of its first cell, figure and TypeScript cell. Values are medians, measured in turn
// with other kernels on the same machine and with the same client.
import { kernels, startKernel } from "./kernelProcess.mjs";
import { printTable } from "./printTable.mjs";

const RUNS = Number(process.env.RUNS ?? 5);

/** Time that a user looks at a figure, in ms. Meanwhile the kernel caches compiled code. */
const LOOK = 2000;

/** Columns: title, key, and the limit for this project's kernel. */
const columns = [
  ["first reply, ms", "replied", 300],
  ["RSS then, MB", "rssReplied", 80],
  ["first cell, ms", "firstCell", null],
  ["RSS then, MB", "rssCell", 80],
  ["first plan, ms", "firstPlan", null],
  ["RSS then, MB", "rssPlan", 80],
  ["first figure, ms", "firstFigure", 600],
  ["RSS then, MB", "rssFigure", null],
  ["next at once, ms", "nextFigure", 60],
  ["next after a look, ms", "nextRested", 60],
  ["first %%ts, ms", "firstTs", 2000],
];

export async function benchKernel() {
  const results = new Map(kernels.map(({ name }) => [name, []]));
  // The first round warms the disk cache and the code caches. It does not count.
  for (let run = -1; run < RUNS; run++) {
    for (const kernel of kernels) {
      const measured = await measure(kernel);
      if (run >= 0) results.get(kernel.name).push(measured);
    }
  }
  const rows = [...results].map(([name, runs]) => [
    name,
    ...columns.map(([, key]) => median(runs.map((run) => run[key]))),
  ]);
  console.log(`\nkernels, medians of ${RUNS} turns, Node ${process.versions.node}`);
  printTable([
    ["kernel", ...columns.map(([title]) => title)],
    ...rows,
    ["dtp's goal", ...columns.map(([, , goal]) => (goal === null ? "" : `< ${goal}`))],
  ]);
  const ours = rows.find(([name]) => name === "dtp");
  for (const [index, [title, , goal]] of columns.entries()) {
    const value = ours?.[index + 1];
    if (goal !== null && value === null) console.log(`${title.replace(/,.*/, "")}: not there in this build`);
    else if (goal !== null && value >= goal)
      console.log(`MISSED: ${title} is ${Math.round(value)}, not < ${goal}`);
  }
}

async function measure(kernel) {
  const running = await startKernel(kernel);
  try {
    const { replied } = running;
    const rssReplied = running.residentMb();
    const firstCell = await running.execute(kernel.cell);
    if (firstCell === null) throw new Error(`${kernel.name}: its first cell fails`);
    const rssCell = running.residentMb();
    const firstPlan = kernel.plan ? await running.execute(kernel.plan) : null;
    const rssPlan = kernel.plan ? running.residentMb() : null;
    const figure = async (code) => (code ? await running.execute(code, { until: "shown" }) : null);
    const [first, ...rest] = kernel.figures ?? [];
    const firstFigure = await figure(first);
    const rssFigure = first ? running.residentMb() : null;
    // "Run all" asks for one figure after another; a user pauses at each. These kinds of figures are new.
    const [atOnce, rested] = [rest.slice(0, rest.length / 2), rest.slice(rest.length / 2)];
    const next = [];
    for (const code of atOnce) next.push(await figure(code));
    const looked = [];
    for (const code of rested) {
      await look();
      looked.push(await figure(code));
    }
    if (first) await look();
    const firstTs = kernel.ts ? await running.execute(kernel.ts) : null;
    return {
      replied,
      rssReplied,
      firstCell,
      rssCell,
      firstPlan,
      rssPlan,
      firstFigure,
      rssFigure,
      nextFigure: median(next),
      nextRested: median(looked),
      firstTs,
    };
  } finally {
    await running.end();
  }
}

function look() {
  return new Promise((resolve) => setTimeout(resolve, LOOK));
}

/** Median of the measured values. null without any. */
function median(values) {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  return known[Math.floor(known.length / 2)] ?? null;
}
