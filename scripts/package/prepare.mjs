// An install from git gets what npm clones, which is no build: npm installs the development packages there, says so in the
// environment, and runs this. In a checkout nothing is built before somebody asks for it.
import { spawnSync } from "node:child_process";

if (process.env._PACOTE_NO_PREPARE_)
  process.exitCode =
    spawnSync("npm", ["run", "--silent", "prepack"], { stdio: "inherit", shell: true }).status ?? 1;
