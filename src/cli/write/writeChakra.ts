import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { chakraFiles } from "../../launch/chakra/chakraFiles.ts";
import type { NamedTimeline } from "../../report/index.ts";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";
import { fileStems } from "./fileStems.ts";
import { replaceFile } from "./replaceFile.ts";

/**
 * Writes Chakra traces of a run's timelines and ASTRA-sim's other inputs into a folder, and prints how the simulator
 * reads them, or why there are none. False where a file cannot be written, or a step has no trace.
 */
export async function writeChakra(
  timelines: readonly NamedTimeline[],
  folder: string,
  io: Io,
): Promise<boolean> {
  if (timelines.length === 0) {
    io.err("\ndtp: no trace is written: the program shows no timeline; add `plot base.timeline`\n");
    return true;
  }
  const stems = fileStems(
    timelines.map(({ name }) => name),
    "step",
  );
  const target = resolve(io.cwd, folder);
  let whole = true;
  for (const [at, { name, timeline, step }] of timelines.entries()) {
    const made = chakraFiles(step, timeline);
    if ("problem" in made) {
      io.err(`dtp: \`${name}\` has no Chakra trace: ${made.problem}\n`);
      whole = false;
      continue;
    }
    try {
      await mkdir(target, { recursive: true });
      for (const { ending, content } of made.files)
        await replaceFile(join(target, `${stems[at]}.${ending}`), content);
    } catch (error) {
      io.err(`dtp: ${fileProblem(folder, error)}\n`);
      return false;
    }
    io.err(
      `\nWrote ${made.count} files of \`${name}\` into ${folder}. ASTRA-sim reads them by\n${command(join(folder, stems[at] ?? ""))}\n`,
    );
  }
  return whole;
}

const command = (stem: string): string =>
  [
    `  --workload-configuration=${stem}`,
    `--comm-group-configuration=${stem}.comm_group.json`,
    `--network-configuration=${stem}.network.yml`,
    `--system-configuration=${stem}.system.json`,
  ].join("\n  ");
