// Writes the generated documents; with --check writes nothing and fails with the names of the stale ones.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const checking = process.argv.includes("--check");

// Node 20 does not read TypeScript. The bundle lies under node_modules so that its external packages resolve.
const parent = join(root, "node_modules", ".cache");
await mkdir(parent, { recursive: true });
const folder = await mkdtemp(join(parent, "generate-"));
let generated;
try {
  const outfile = join(folder, "generated.mjs");
  await build({
    absWorkingDir: root,
    entryPoints: ["scripts/generated.ts"],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    // As if it ran from the source, where the library is looked for beside src/host.
    define: { "import.meta.url": JSON.stringify(pathToFileURL(join(root, "src", "host", "index.ts")).href) },
    logLevel: "warning",
  });
  ({ generated } = await import(pathToFileURL(outfile).href));
} finally {
  await rm(folder, { recursive: true, force: true });
}

const stale = [];
for (const [path, text] of Object.entries(generated)) {
  const wanted = text();
  const found = await readFile(join(root, path), "utf8").catch(() => null);
  if (found === wanted) continue;
  stale.push(path);
  if (checking) continue;
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), wanted);
}
if (checking && stale.length > 0) {
  console.error(`stale: ${stale.join(", ")}\nrun \`npm run generate\` and commit the result`);
  process.exitCode = 1;
} else if (!checking) console.error(stale.length === 0 ? "all up to date" : `wrote ${stale.join(", ")}`);
