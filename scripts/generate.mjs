// Writes the generated documents. With --check it writes nothing and fails with the names of stale ones.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fromSource, root } from "./fromSource.mjs";

const checking = process.argv.includes("--check");

const { generated, generatedFolders } = await fromSource('export * from "./scripts/generated.ts";');

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
for (const folder of generatedFolders) {
  for (const name of await readdir(join(root, folder)).catch(() => [])) {
    const path = `${folder}/${name}`;
    if (path in generated) continue;
    stale.push(path);
    if (!checking) await rm(join(root, path));
  }
}
if (checking && stale.length > 0) {
  console.error(`stale: ${stale.join(", ")}\nrun \`npm run generate\` and commit the result`);
  process.exitCode = 1;
} else if (!checking) console.error(stale.length === 0 ? "all up to date" : `wrote ${stale.join(", ")}`);
