import { commands } from "./commands/commands.ts";
import { commandHelp, helpText, usageLine } from "./help.ts";
import type { Io } from "./io/io.ts";
import { parseArguments, type UsageProblem } from "./parseArguments.ts";

/** Runs a command line and resolves to the exit code. Throws only for a bug of this program. */
export async function dtp(argv: readonly string[], io: Io): Promise<number> {
  const parsed = parseArguments(argv);
  switch (parsed.kind) {
    case "help":
      io.out(parsed.command ? commandHelp(parsed.command) : helpText());
      return 0;
    case "version":
      io.out((await import("./io/versionText.ts")).versionText());
      return 0;
    case "usage":
      io.err(usageText(parsed));
      return 2;
    case "command": {
      const action = await parsed.command.load();
      return action(parsed.args, io);
    }
  }
}

function usageText({ problem, hint, command }: UsageProblem): string {
  const help = command ? `dtp ${command.name} --help` : "dtp --help";
  const usage = command ? usageLine(command) : `Usage: dtp ${commands.map(({ name }) => name).join("|")} ...`;
  return [
    `dtp: ${problem}`,
    ...(hint === undefined ? [] : [`  ${hint}`]),
    usage,
    `\`${help}\` says more.`,
    "",
  ].join("\n");
}
