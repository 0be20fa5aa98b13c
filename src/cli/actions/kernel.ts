import { resolve } from "node:path";
import type { Arguments } from "../io/arguments.ts";
import type { Io } from "../io/io.ts";

/**
 * Command `dtp kernel install|uninstall|list`. It imports only the installer of the kernel, so that it starts
 * fast.
 */
export async function kernel({ operands, flags }: Arguments, io: Io): Promise<number> {
  const named = ["--user", "--prefix", "--sys-prefix"].filter((flag) => flags.has(flag));
  if (named.length > 1) {
    io.err(`dtp: ${named.join(" and ")} name two places; give one\n`);
    return 2;
  }
  const installer = await import("../../kernel/install/index.ts");
  const prefix = flags.has("--sys-prefix") ? installer.activePrefix() : flags.get("--prefix")?.[0];
  if (prefix === null) {
    io.err("dtp: --sys-prefix needs an active Python environment; --prefix DIR names one\n");
    return 2;
  }
  const place = prefix === undefined ? {} : { prefix: resolve(io.cwd, prefix) };
  switch (operands[0]) {
    case "install": {
      const result = await installer.installKernel(place);
      if (!result.ok) return refuse(result.problem, io);
      io.out(`Installed the DTP kernel in ${result.folder}\n`);
      if (result.extension !== null) io.out(`Installed JupyterLab's extension in ${result.extension}\n`);
      else io.err("JupyterLab's extension is not built (npm run build:lab): no colours, static figures.\n");
      for (const lexer of result.lexers) io.out(`Installed colours for nbconvert's pages in ${lexer}\n`);
      io.err("Next: jupyter lab, then a new notebook with the kernel DTP.\n");
      return 0;
    }
    case "uninstall": {
      const result = installer.uninstallKernel(place);
      if (!result.ok) return refuse(result.problem, io);
      io.out(`Removed the DTP kernel from ${result.folder}\n`);
      if (result.extension !== null) io.out(`Removed JupyterLab's extension from ${result.extension}\n`);
      for (const lexer of result.lexers) io.out(`Removed colours for nbconvert's pages from ${lexer}\n`);
      return 0;
    }
    default: {
      const kernels = installer.listKernels(place);
      for (const { name, folder, works } of kernels) {
        io.out(
          `${name}  ${folder}${works ? "" : "  (broken: the program it starts is gone; install it again)"}\n`,
        );
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
