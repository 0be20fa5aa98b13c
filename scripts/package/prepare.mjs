// Builds the package for an install from git, where npm clones the repository without a build. npm installs the
// development packages, sets an environment variable, and runs this. In a checkout nothing is built.
import { spawnSync } from "node:child_process";

if (process.env._PACOTE_NO_PREPARE_)
  process.exitCode =
    spawnSync("npm", ["run", "--silent", "prepack"], { stdio: "inherit", shell: true }).status ?? 1;
