// docs/licences.md: `npm run licences -- --write`. Without the flag it fails where the page is not what the lock says.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shippedPackages } from "./shipped.mjs";

/** Text of docs/licences.md. */
export function licencesPage(root) {
  const rows = shippedPackages(root).map(
    ({ name, version, licence }) => `| \`${name}\` | ${version} | ${licence} |`,
  );
  return `# Licences of what a release contains

DTP is under the [Apache License 2.0](../LICENSE). Its files also contain, or install, the packages below; \`dist/LICENSES.txt\` of the
npm package has the texts of their licences. plotly.js contains further libraries, which its file names at its end. Figures are lettered
in Liberation Sans, under the SIL Open Font License 1.1 (\`dist/fonts/OFL.txt\`).

Written by \`npm run licences -- --write\` from package-lock.json. A release also has this list as a bill of materials
([versions](versions.md)).

| package | version | licence |
|---|---|---|
${rows.join("\n")}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const path = join(root, "docs/licences.md");
  const text = licencesPage(root);
  if (process.argv.includes("--write")) writeFileSync(path, text);
  else if (readFileSync(path, "utf8") !== text) {
    console.error("docs/licences.md is not what package-lock.json says: npm run licences -- --write");
    process.exitCode = 1;
  }
}
