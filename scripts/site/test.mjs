// `npm run test:site`: the runtime and the kernel in workers of a page, in Chromium and in Firefox where it is installed
// (`FIREFOX`, or /usr/bin/firefox-esr), the playground, and the documentation's site. Makes dist/web/ and build/site/ with both, then
// runs test/site. With names: only those files.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const firefox = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
if (!existsSync(firefox)) console.error(`skipped: all that runs in Firefox, which is not at ${firefox}`);
const run = (...args) => spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status === 0;
const ok =
  run("scripts/web/build.mjs") &&
  run("scripts/site/build.mjs", "--base", "/some/where/") &&
  run(
    "node_modules/vitest/vitest.mjs",
    "run",
    "--config",
    "test/site/vitest.config.ts",
    ...process.argv.slice(2),
  );
process.exit(ok ? 0 : 1);
