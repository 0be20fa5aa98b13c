import { basename, relative } from "node:path";
import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import { render } from "../../dsl/diagnostics/render.ts";
import type { Arguments } from "../io/arguments.ts";
import type { Io } from "../io/io.ts";
import { readProgram } from "../programs/readProgram.ts";
import { writeOut } from "../write/writeOut.ts";

/**
 * Command `dtp launch`: prints one of a scenario's launch files. The program is imported, so that its `show`,
 * `plot` and other statements do not run.
 */
export async function launch({ operands, flags }: Arguments, io: Io): Promise<number> {
  const [operand = "-", scenario = "", target = ""] = operands;
  const program = await readProgram(operand, io);
  if ("problem" in program) {
    io.err(`dtp: ${program.problem}\n`);
    return 2;
  }
  if (program.path === null) {
    io.err("dtp: a launch needs a file: standard input cannot be imported\n");
    return 2;
  }
  const from = `./${relative(program.folder, program.path) || basename(program.path)}`;
  const text = `import ${scenario} from ${JSON.stringify(from)}\nshow ${scenario}.launch.${target}\n`;
  const overrides = flags.get("--set") ?? [];
  const { folder, root } = program;
  const result = await io.evaluate({ name: "dtp launch", text, folder, root, overrides }, {});
  const lossy = flags.has("--lossy");
  const diagnostics = lossy ? result.diagnostics : result.diagnostics.map(asError);
  for (const each of diagnostics) io.err(`${render(each, { color: io.stderr.color }).trimEnd()}\n\n`);
  const file = result.outputs.flatMap(({ document }) => document.blocks).find(({ kind }) => kind === "file");
  if (file?.kind !== "file" || (!lossy && result.diagnostics.some(isLoss))) return 1;
  return writeOut(`${file.lines.join("\n")}\n`, flags.get("--out")?.[0], io);
}

const isLoss = ({ code }: Diagnostic): boolean => code === "not-carried";

/**
 * Warning about settings that a launch file cannot express, turned into an error. Such a file would silently
 * differ from the estimate, so it is written only on request.
 */
const asError = (one: Diagnostic): Diagnostic =>
  isLoss(one)
    ? { ...one, severity: "error", help: `${one.help}; \`--lossy\` writes the file without these settings` }
    : one;
