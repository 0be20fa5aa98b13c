// `npm run bench`: what the project promises to be fast at, measured on the built dist/. With names, only those parts.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { benchEstimate } from "./bench/estimate.mjs";
import { benchParse } from "./bench/parse.mjs";
import { benchSchedule } from "./bench/schedule.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const load = performance.now();
const library = await import(pathToFileURL(join(root, "dist/index.js")).href);
const loaded = performance.now() - load;

const wanted = process.argv.slice(2);
const is = (name) => wanted.length === 0 || wanted.includes(name);
const rows = [["load the library", loaded, "ms", ""]];
if (is("parse")) rows.push(...(await benchParse(library, root)));
if (is("estimate")) rows.push(...benchEstimate(library, root));
if (is("schedule")) rows.push(...(await benchSchedule(root)));
for (const [name, value, unit, goal] of rows) {
  const number = value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
  console.log(`${name.padEnd(44)} ${number.padStart(10)} ${unit.padEnd(3)} ${goal}`.trimEnd());
}

// The kernel's start is measured beside ipykernel's, from the Python environment of the Jupyter suite.
const kernel = join(root, "scripts/bench/kernel.mjs");
if (is("kernel")) {
  if (existsSync(kernel) && existsSync(join(root, ".venv"))) await import(pathToFileURL(kernel).href);
  else
    console.log("kernel start: not measured; `npm run test:jupyter` makes the Python environment it needs");
}
