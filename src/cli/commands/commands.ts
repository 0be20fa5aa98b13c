import { calibrateCommand } from "./calibrateCommand.ts";
import { checkCommand } from "./checkCommand.ts";
import type { Command } from "./command.ts";
import { diffCommand } from "./diffCommand.ts";
import { explainCommand } from "./explainCommand.ts";
import { fixCommand } from "./fixCommand.ts";
import { fmtCommand } from "./fmtCommand.ts";
import { gradeCommand } from "./gradeCommand.ts";
import { importCommand } from "./importCommand.ts";
import { kernelCommand } from "./kernelCommand.ts";
import { launchCommand } from "./launchCommand.ts";
import { lockCommand } from "./lockCommand.ts";
import { lspCommand } from "./lspCommand.ts";
import { mergeCommand } from "./mergeCommand.ts";
import { newCommand } from "./newCommand.ts";
import { notebookCommand } from "./notebookCommand.ts";
import { probeCommand } from "./probeCommand.ts";
import { runCommand } from "./runCommand.ts";
import { sealCommand } from "./sealCommand.ts";
import { searchCommand } from "./searchCommand.ts";
import { serveCommand } from "./serveCommand.ts";
import { shareRunCommand } from "./shareRunCommand.ts";
import { slidesCommand } from "./slidesCommand.ts";
import { watchCommand } from "./watchCommand.ts";

/** All commands of `dtp`, in the order of the help. */
export const commands: readonly Command[] = [
  runCommand,
  checkCommand,
  calibrateCommand,
  probeCommand,
  watchCommand,
  shareRunCommand,
  launchCommand,
  importCommand,
  searchCommand,
  mergeCommand,
  diffCommand,
  fmtCommand,
  fixCommand,
  notebookCommand,
  sealCommand,
  gradeCommand,
  slidesCommand,
  newCommand,
  lockCommand,
  explainCommand,
  kernelCommand,
  lspCommand,
  serveCommand,
];
