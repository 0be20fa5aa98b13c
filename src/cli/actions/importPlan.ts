import { format, parse } from "../../dsl/syntax/index.ts";
import { readLaunch, unreadLine } from "../../launch/index.ts";
import { visible } from "../../report/index.ts";
import type { Arguments } from "../io/arguments.ts";
import type { Io } from "../io/io.ts";
import { readProgram } from "../programs/readProgram.ts";
import { writeOut } from "../write/writeOut.ts";

/**
 * Command `dtp import`: prints a framework's file as definitions of the language. Arguments that the
 * definitions do not express are also reported on standard error.
 */
export async function importPlan({ operands, flags }: Arguments, io: Io): Promise<number> {
  const [operand = "-"] = operands;
  const name = flags.get("--name")?.[0] ?? "imported";
  if (!/^[A-Za-z_]\w*$/.test(name)) {
    io.err(`dtp: --name takes a name of the language: letters, digits and _, not ${JSON.stringify(name)}\n`);
    return 2;
  }
  const program = await readProgram(operand, io);
  if ("problem" in program) {
    io.err(`dtp: ${program.problem}\n`);
    return 2;
  }
  const shown = operand === "-" ? "standard input" : program.name;
  const found = readLaunch(visible(program.text), shown, name);
  if ("problem" in found) {
    io.err(`dtp: ${shown} is not a known launch file: ${found.problem}\n`);
    return 1;
  }
  const { file } = parse({ name: shown, text: found.text }, "file");
  const code = await writeOut(format(file), flags.get("--out")?.[0], io);
  const unread = found.unread.map(unreadLine);
  io.err(`Read as ${found.from}.${unread.length === 0 ? "" : ` Not read:\n${unread.join("\n")}`}\n`);
  return code;
}
