// `npm run bench`: speeds that the project promises, measured on the built dist/. With names, only those
// parts.
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { benchClassroom } from "./bench/classroom.mjs";
import { benchCourse } from "./bench/course.mjs";
import { benchDraws } from "./bench/draws.mjs";
import { benchEstimate } from "./bench/estimate.mjs";
import { benchKernel } from "./bench/kernel.mjs";
import { benchKernelSearch } from "./bench/kernelSearch.mjs";
import { benchLsp } from "./bench/lsp.mjs";
import { benchParse } from "./bench/parse.mjs";
import { benchRun } from "./bench/run.mjs";
import { benchSchedule } from "./bench/schedule.mjs";
import { benchSearch } from "./bench/search.mjs";
import { benchSweep } from "./bench/sweep.mjs";
import { benchWeb } from "./bench/web.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const load = performance.now();
const library = await import(pathToFileURL(join(root, "dist/index.js")).href);
const loaded = performance.now() - load;

const wanted = process.argv.slice(2);
const is = (name) => wanted.length === 0 || wanted.includes(name);
const rows = [["load the library", loaded, "ms", ""]];
if (is("parse")) rows.push(...(await benchParse(library, root)));
if (is("estimate")) rows.push(...(await benchEstimate(library, root)));
if (is("sweep")) rows.push(...benchSweep(root));
if (is("draws")) rows.push(...benchDraws(library, root));
if (is("search")) rows.push(...benchSearch(library, root));
if (is("schedule")) rows.push(...(await benchSchedule(root)));
if (is("run")) rows.push(...(await benchRun(root)));
// Only by name: it needs a browser.
if (wanted.includes("web")) rows.push(...(await benchWeb(root)));
for (const [name, value, unit, goal] of rows) {
  const number = value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
  console.log(`${name.padEnd(44)} ${number.padStart(10)} ${unit.padEnd(3)} ${goal}`.trimEnd());
}

// Compared with tslab, and with ipykernel when `npm run test:jupyter` has made its Python environment.
if (is("kernel")) await benchKernel();
if (is("kernel-search")) await benchKernelSearch();
if (is("classroom")) await benchClassroom();
if (is("course")) await benchCourse();
if (is("lsp")) await benchLsp(library, root);
