import { resolve } from "node:path";
import { type NamedTimeline, toTrace } from "../../report/render/toTrace.ts";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";
import { replaceFile } from "./replaceFile.ts";

/** Writes a run's timelines as one trace file and prints its path, or that the program shows no timeline. */
export async function writeTrace(
  timelines: readonly NamedTimeline[],
  shown: string,
  io: Io,
): Promise<boolean> {
  if (timelines.length === 0) {
    io.err("\ndtp: no trace is written: the program shows no timeline; add `plot base.timeline`\n");
    return true;
  }
  try {
    await replaceFile(resolve(io.cwd, shown), JSON.stringify(toTrace(timelines)));
  } catch (error) {
    io.err(`dtp: ${fileProblem(shown, error)}\n`);
    return false;
  }
  io.err(`\nWrote ${shown}: open it in https://ui.perfetto.dev or chrome://tracing.\n`);
  return true;
}
