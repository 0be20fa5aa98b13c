import { suggest } from "../dsl/diagnostics/suggest.ts";
import type { Command, Flag } from "./commands/command.ts";
import { commands } from "./commands/commands.ts";
import { globalFlags } from "./commands/globalFlags.ts";
import type { Arguments } from "./io/arguments.ts";

export type Parsed =
  | { readonly kind: "command"; readonly command: Command; readonly args: Arguments }
  | { readonly kind: "help"; readonly command: Command | null }
  | { readonly kind: "version" }
  | UsageProblem;

export interface UsageProblem {
  readonly kind: "usage";
  readonly problem: string;
  readonly hint?: string;
  readonly command: Command | null;
}

/**
 * Parses the command line `argv` (without node and script) by the table in commands.ts. Flags and operands
 * may mix. `--flag=value` and `--flag value` mean the same. After `--` everything is an operand; `-` is an
 * operand (standard input).
 */
export function parseArguments(argv: readonly string[]): Parsed {
  const words = [...argv];
  const first = words.find((word) => !isFlag(word));
  const command = commandNamed(first);
  const untilDashes = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
  if (first === "help") {
    const about = words.filter((word) => !isFlag(word))[1];
    const known = commandNamed(about);
    return about === undefined || known ? { kind: "help", command: known } : unknownCommand(about);
  }
  if (command === null) {
    for (const word of untilDashes.filter(isFlag)) {
      if (word === "--help" || word === "-h") return { kind: "help", command: null };
      if (word === "--version" || word === "-V") return { kind: "version" };
      if (first === undefined) return unknownFlag(word, null);
    }
    if (first !== undefined) return unknownCommand(first);
    return { kind: "usage", problem: "which command?", command: null };
  }
  words.splice(words.indexOf(first ?? ""), 1);
  return parseCommand(command, words);
}

function commandNamed(word: string | undefined): Command | null {
  return commands.find(({ name, alias }) => word !== undefined && (name === word || alias === word)) ?? null;
}

function parseCommand(command: Command, words: readonly string[]): Parsed {
  const operands: string[] = [];
  const flags = new Map<string, string[]>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--") {
      operands.push(...words.slice(at + 1));
      break;
    }
    if (!isFlag(word)) {
      operands.push(word);
      continue;
    }
    const equals = word.indexOf("=");
    const name = equals < 0 ? word : word.slice(0, equals);
    const flag = [...command.flags, ...globalFlags].find((each) => each.name === name || each.short === name);
    if (!flag) return unknownFlag(name, command);
    if (flag.name === "--help") return { kind: "help", command };
    if (flag.name === "--version") return { kind: "version" };
    const value = flagValue(flag, word, equals, words[at + 1]);
    if (typeof value !== "string") return { kind: "usage", command, ...value };
    if (flag.value !== undefined && equals < 0) at++;
    const values = flags.get(flag.name) ?? [];
    if (values.length > 0 && !flag.repeated)
      return { kind: "usage", command, problem: `${flag.name} is given twice` };
    flags.set(flag.name, [...values, value]);
  }
  return checkOperands(command, { operands, flags });
}

function flagValue(
  flag: Flag,
  word: string,
  equals: number,
  next: string | undefined,
): string | { readonly problem: string; readonly hint?: string } {
  if (flag.value === undefined) return equals < 0 ? "" : { problem: `${flag.name} takes no value` };
  const value = equals < 0 ? next : word.slice(equals + 1);
  if (value === undefined || value === "" || (equals < 0 && isFlag(value)))
    return { problem: `${flag.name} needs ${flag.value}`, hint: flag.doc };
  return value;
}

function checkOperands(command: Command, args: Arguments): Parsed {
  const [least, most] = command.count;
  const { operands } = args;
  if (operands.length < least)
    return { kind: "usage", command, problem: `dtp ${command.name} needs ${command.operands}` };
  if (operands.length > most) {
    const extra = operands.slice(most).join(" ");
    return {
      kind: "usage",
      command,
      problem: `dtp ${command.name} takes ${command.operands}, not also ${extra}`,
    };
  }
  const first = operands[0];
  if (command.words && first !== undefined && !command.words.includes(first)) {
    return {
      kind: "usage",
      command,
      problem: `dtp ${command.name} has no \`${first}\``,
      ...didYouMean(first, command.words),
    };
  }
  return { kind: "command", command, args };
}

function unknownCommand(word: string): UsageProblem {
  const looksLikeFile = /[./\\]/.test(word);
  const names = commands.map(({ name }) => name);
  return {
    kind: "usage",
    command: null,
    problem: `there is no command \`${word}\``,
    ...(looksLikeFile ? { hint: `did you mean \`dtp run ${word}\`?` } : didYouMean(word, names)),
  };
}

function unknownFlag(word: string, command: Command | null): UsageProblem {
  const flags = [...(command?.flags ?? []), ...globalFlags];
  const problem = command ? `dtp ${command.name} has no flag \`${word}\`` : `there is no flag \`${word}\``;
  return {
    kind: "usage",
    command,
    problem,
    ...didYouMean(
      word,
      flags.map(({ name }) => name),
    ),
  };
}

function didYouMean(word: string, candidates: readonly string[]): { readonly hint?: string } {
  const near = suggest(word, candidates);
  return near === null ? {} : { hint: `did you mean \`${near}\`?` };
}

function isFlag(word: string): boolean {
  return word.startsWith("-") && word !== "-";
}
