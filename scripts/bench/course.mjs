// Test of a class on one machine: as many kernels as students, each running a lesson of the course at the same time.
// It prints whether every cell ran and showed what the committed notebook shows, and the memory of all kernels afterwards.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { kernels, startKernel } from "./kernelProcess.mjs";
import { printTable } from "./printTable.mjs";

const STUDENTS = Number(process.env.KERNELS ?? 30);
const folder = fileURLToPath(new URL("../../notebooks/course", import.meta.url));
const LESSONS = readdirSync(folder).filter((name) => name.endsWith(".ipynb"));
/** Time in which outputs come after the reply of the last cell, in ms. */
const LATE = 5_000;

export async function benchCourse() {
  const dtp = kernels.find(({ name }) => name === "dtp");
  if (dtp === undefined) return;
  const running = [];
  const started = performance.now();
  try {
    for (let i = 0; i < STUDENTS; i++) running.push(await startKernel(dtp, folder));
    const students = await Promise.all(
      running.map((kernel, i) => attend(kernel, LESSONS[i % LESSONS.length])),
    );
    const seconds = (performance.now() - started) / 1000;
    const times = students.flatMap(({ times }) => times).sort((a, b) => a - b);
    const sum = (name) => students.reduce((all, one) => all + one[name], 0);
    const memory = process.platform === "linux" ? running.map((kernel) => kernel.proportionalMb()) : null;
    console.log(`\n${STUDENTS} kernels at once, in ${LESSONS.length} lessons`);
    for (const { differs } of students) for (const one of differs) console.log(`  ${one}`);
    printTable([
      ["what", "value"],
      ["cells run", times.length],
      ["cells that failed", sum("failed")],
      ["outputs as in the notebook", sum("same")],
      ["outputs that differ", students.reduce((all, { differs }) => all + differs.length, 0)],
      ["median of a cell, s", times[Math.floor(times.length / 2)] / 1000],
      ["slowest cell, s", times.at(-1) / 1000],
      ["all of them, s", seconds],
      ["MB each, on average", memory && memory.reduce((a, b) => a + b, 0) / STUDENTS],
      ["MB of the largest", memory && Math.max(...memory)],
      ["MB of all", memory?.reduce((a, b) => a + b, 0)],
    ]);
  } finally {
    for (const one of running) await one.end();
  }
}

const joined = (text) => [text].flat().join("");

/** Runs the cells of a lesson one after the other, as a student would, and compares what they show. */
async function attend(kernel, lesson) {
  const { cells } = JSON.parse(readFileSync(join(folder, lesson), "utf8"));
  const code = cells.filter(({ cell_type }) => cell_type === "code");
  const saved = code.flatMap(({ outputs }) =>
    outputs.filter(({ data }) => data).map(({ data }) => joined(data["text/plain"] ?? "")),
  );
  const times = [];
  let failed = 0;
  for (const { source } of code) {
    const took = await kernel.execute(joined(source));
    if (took === null) failed++;
    else times.push(took);
  }
  const until = performance.now() + LATE;
  while (kernel.texts().length < saved.length && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const shown = kernel.texts();
  const differs = Array.from({ length: Math.max(saved.length, shown.length) }, (_, at) => at)
    .filter((at) => saved[at] !== shown[at])
    .map((at) => `${lesson}, output ${at + 1}`);
  return { times, failed, same: saved.length - differs.length, differs };
}
