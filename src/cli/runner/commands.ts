import { checkCommand } from "../commands/checkCommand.ts";
import type { Command } from "../commands/command.ts";
import { diffCommand } from "../commands/diffCommand.ts";
import { explainCommand } from "../commands/explainCommand.ts";
import { fmtCommand } from "../commands/fmtCommand.ts";
import { notebookCommand } from "../commands/notebookCommand.ts";
import { runCommand } from "../commands/runCommand.ts";

/** Commands of the runner, which scripts/runnerBundle.mjs puts in place of `commands/commands.ts`. */
export const commands: readonly Command[] = [
  runCommand,
  checkCommand,
  diffCommand,
  fmtCommand,
  notebookCommand,
  explainCommand,
];
