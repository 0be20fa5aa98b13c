import type { Command, Flag } from "./commands/command.ts";
import { commands } from "./commands/commands.ts";
import { globalFlags } from "./commands/globalFlags.ts";

/** Text of `dtp --help`. */
export function helpText(): string {
  return [
    "dtp: plan the training of a large neural network",
    "",
    "Usage: dtp COMMAND [FLAGS] ...",
    "",
    "Commands:",
    ...columns(commands.map((command) => [`${command.name} ${command.operands}`, command.summary])),
    "",
    "Flags:",
    ...columns(globalFlags.map(flagRow)),
    "",
    "`dtp COMMAND --help` says more. Exit status: 0 success, 1 error or failed expectation, 2 usage.",
    "",
  ].join("\n");
}

/** Text of `dtp COMMAND --help`. */
export function commandHelp(command: Command): string {
  const flags = [...command.flags, ...globalFlags.filter(({ name }) => name === "--help")];
  return [
    `dtp ${command.name}: ${command.summary}`,
    "",
    usageLine(command),
    ...command.details,
    "",
    "Flags:",
    ...columns(flags.map(flagRow)),
    "",
    command.examples.length > 1 ? "Examples:" : "Example:",
    ...command.examples.map((example) => `  dtp ${example}`),
    "",
  ].join("\n");
}

/** Usage line of a command: `Usage: dtp run FILE [--json]`, wrapped where it is long. */
export function usageLine(command: Command): string {
  const flags = command.flags.map(({ name, value, repeated }) => {
    const text = value === undefined ? name : `${name} ${value}`;
    return repeated ? `[${text}]...` : `[${text}]`;
  });
  const head = `Usage: dtp ${command.name}`;
  const lines = [head];
  for (const word of [command.operands, ...flags]) {
    const line = `${lines.pop()} ${word}`;
    if (line.length <= WIDTH) lines.push(line);
    else lines.push(line.slice(0, -word.length - 1), `${" ".repeat(head.length)} ${word}`);
  }
  return lines.join("\n");
}

/** Width of the help text, in columns. */
const WIDTH = 100;

function flagRow({ name, short, value, doc }: Flag): readonly [string, string] {
  const names = short === undefined ? name : `${short}, ${name}`;
  return [value === undefined ? names : `${names} ${value}`, doc];
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
