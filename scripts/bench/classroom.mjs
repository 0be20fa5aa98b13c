// Memory of a classroom's server with many idle kernels. Some are started and counted by their proportional set
// size, which divides shared pages of Node among them. With enough memory, all 200 are started.
import { freemem } from "node:os";
import { kernels, startKernel } from "./kernelProcess.mjs";
import { printTable } from "./printTable.mjs";

const SAMPLE = Number(process.env.KERNELS ?? 20);
const CLASS = 200;
/** Time after its first reply in which a kernel preloads code and then rests, in ms. */
const SETTLE = 4000;

export async function benchClassroom() {
  if (process.platform !== "linux") {
    console.log("idle kernels: not measured, the count of shared pages is Linux's");
    return;
  }
  const rows = [];
  for (const kernel of kernels) {
    const total = await idleMb(kernel, SAMPLE);
    const each = total / SAMPLE;
    const all = each * CLASS;
    const roomy = freemem() / 1e6 > 1.3 * all;
    const measured = kernel.name === "dtp" && roomy ? await idleMb(kernel, CLASS) : null;
    rows.push([kernel.name, each, all / 1000, measured === null ? null : measured / 1000]);
  }
  console.log(`\nidle kernels, memory by proportional set size`);
  printTable([
    ["kernel", `MB each of ${SAMPLE}`, `GB for ${CLASS} at that`, `GB of ${CLASS} started`],
    ...rows.map(([name, each, all, measured]) => [
      name,
      each,
      all.toFixed(1),
      measured === null ? null : measured.toFixed(1),
    ]),
  ]);
}

/** Memory of `count` kernels together in MB. Each has answered once and is then idle. */
async function idleMb(kernel, count) {
  const running = [];
  try {
    for (let i = 0; i < count; i++) running.push(await startKernel(kernel));
    await new Promise((resolve) => setTimeout(resolve, SETTLE));
    return running.map((one) => one.proportionalMb()).reduce((a, b) => a + b, 0);
  } finally {
    for (const one of running) await one.end();
  }
}
