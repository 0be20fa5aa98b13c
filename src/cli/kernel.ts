import { resolve } from "node:path";
import type { Io } from "./io.ts";
import type { Arguments } from "./parseArguments.ts";

/** `dtp kernel install|uninstall|list`. The installer is the one piece of the kernel that the command knows. */
export async function kernel({ operands, flags }: Arguments, io: Io): Promise<number> {
  const prefix = flags.get("--prefix")?.[0];
  if (prefix !== undefined && flags.has("--user")) {
    io.err("dtp: --user and --prefix name two places; give one\n");
    return 2;
  }
  const place = prefix === undefined ? {} : { prefix: resolve(io.cwd, prefix) };
  const installer = await import("../kernel/install/index.ts");
  switch (operands[0]) {
    case "install": {
      const result = installer.installKernel(place);
      if (!result.ok) return refuse(result.problem, io);
      io.out(`Installed the DTP kernel in ${result.folder}\n`);
      io.err("Next: jupyter lab, then a new notebook with the kernel DTP.\n");
      return 0;
    }
    case "uninstall": {
      const result = installer.uninstallKernel(place);
      if (!result.ok) return refuse(result.problem, io);
      io.out(`Removed the DTP kernel from ${result.folder}\n`);
      return 0;
    }
    default: {
      const kernels = installer.listKernels(place);
      for (const { name, folder, works } of kernels) {
        io.out(`${name}  ${folder}${works ? "" : "  (broken: what it starts is gone; install it again)"}\n`);
      }
      if (kernels.length === 0)
        io.err(`No DTP kernel is installed; \`${io.program} kernel install\` does it.\n`);
      return 0;
    }
  }
}

function refuse(problem: string, io: Io): number {
  io.err(`dtp: ${problem}\n`);
  return 1;
}
