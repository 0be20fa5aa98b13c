// Test of a class on one machine: as many kernels as students, each running a lesson of the course at the same time.
// It prints whether every cell ran, and the memory of all kernels afterwards.
import { readFileSync } from "node:fs";
import { kernels, startKernel } from "./kernelProcess.mjs";
import { printTable } from "./printTable.mjs";

const STUDENTS = Number(process.env.KERNELS ?? 30);
const LESSONS = ["01-memory-wall", "07-pipelines", "13-failures"];

export async function benchCourse() {
  const dtp = kernels.find(({ name }) => name === "dtp");
  if (dtp === undefined) return;
  const cells = LESSONS.map(cellsOf);
  const running = [];
  try {
    for (let i = 0; i < STUDENTS; i++) running.push(await startKernel(dtp));
    const students = await Promise.all(running.map((kernel, i) => attend(kernel, cells[i % cells.length])));
    const times = students.flatMap(({ times }) => times).sort((a, b) => a - b);
    const memory = process.platform === "linux" ? running.map((kernel) => kernel.proportionalMb()) : null;
    console.log(`\n${STUDENTS} kernels at once, each in one of the lessons ${LESSONS.join(", ")}`);
    printTable([
      ["what", "value"],
      ["cells run", times.length],
      ["cells that failed", students.reduce((all, { failed }) => all + failed, 0)],
      ["median of a cell, s", times[Math.floor(times.length / 2)] / 1000],
      ["slowest cell, s", times.at(-1) / 1000],
      ["MB each, on average", memory && memory.reduce((a, b) => a + b, 0) / STUDENTS],
      ["MB of the largest", memory && Math.max(...memory)],
    ]);
  } finally {
    for (const one of running) await one.end();
  }
}

/** Code cells of a lesson. */
function cellsOf(lesson) {
  const file = new URL(`../../notebooks/course/${lesson}.ipynb`, import.meta.url);
  const { cells } = JSON.parse(readFileSync(file, "utf8"));
  return cells.filter(({ cell_type }) => cell_type === "code").map(({ source }) => [source].flat().join(""));
}

/** Runs one cell after the other, as a student would. */
async function attend(kernel, cells) {
  const times = [];
  let failed = 0;
  for (const cell of cells) {
    const took = await kernel.execute(cell);
    if (took === null) failed++;
    else times.push(took);
  }
  return { times, failed };
}
