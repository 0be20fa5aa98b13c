import { partsOf } from "../../diff/parts.ts";
import { programOf } from "../../diff/programOf.ts";
import { render } from "../../dsl/diagnostics/render.ts";
import type { Arguments } from "../io/arguments.ts";
import type { Io } from "../io/io.ts";
import { progressLine } from "../io/progressLine.ts";
import { readProgram } from "../programs/readProgram.ts";
import { writeOut } from "../write/writeOut.ts";
import { readShare, shardOf } from "./shard.ts";

/**
 * Command `dtp search --shard i/n FILE`: evaluates one shard of every search over plans in a program, and
 * writes it as data for `dtp merge`. It shows and plots nothing. Expressions that read a search's best plan
 * are left to `dtp merge`, since a shard only has its own best.
 */
export async function search({ operands, flags }: Arguments, io: Io): Promise<number> {
  const [operand = "-"] = operands;
  const asked = flags.get("--shard")?.[0] ?? "1/1";
  const share = readShare(asked);
  if (!share) {
    io.err(`dtp: --shard ${asked} is not a part: write 1/8 to 8/8 for eight parts\n`);
    return 2;
  }
  const program = await readProgram(operand, io);
  if ("problem" in program) {
    io.err(`dtp: ${program.problem}\n`);
    return 2;
  }
  const overrides = flags.get("--set") ?? [];
  const progress = progressLine(io.stderr, io.err);
  const parts = partsOf(program.name, program.text);
  const text =
    "pieces" in parts
      ? programOf([...parts.pieces.values()].filter(({ owner }) => !owner.startsWith("sweep ")))
      : program.text;
  const result = await io.evaluate(
    { ...program, text, overrides, searches: { share, known: [] } },
    { progress: progress.update },
  );
  progress.clear();
  const searches = result.searches ?? [];
  if (searches.length === 0) {
    for (const one of result.diagnostics) io.err(`${render(one, { color: io.stderr.color }).trimEnd()}\n\n`);
    io.err(`dtp: ${program.name} has no valid search over plans\n`);
    return 1;
  }
  const shard = shardOf(program, overrides, share, searches);
  const written = await writeOut(`${JSON.stringify(shard)}\n`, flags.get("--out")?.[0], io);
  return result.interrupted ? 1 : written;
}
