import { jobName, jobOf, type LaunchTarget, launchTargets } from "../../launch/index.ts";
import { type Document, type Fact, factsTable, fileBlock } from "../../report/index.ts";
import type { Answer } from "../answers/answer.ts";
import { fitIn } from "../results/fit.ts";

/** What `base.launch.slurm` shows: the file; and its name and text as data. */
export interface LaunchFile {
  readonly document: Document;
  readonly data: { readonly name: string; readonly language: string; readonly text: string };
}

/** The file of one target. Made when it is asked for: an elastic run alone asks the engine about every size of it. */
export function launchFile({ scenario, estimate }: Answer, target: LaunchTarget): LaunchFile {
  const job = jobOf(scenario, estimate, (scenario, estimate) => fitIn({ scenario, estimate }));
  const name = `${jobName(job)}.${target.extension}`;
  const text = target.write(job);
  const { language } = target;
  return {
    document: { blocks: [fileBlock(name, language, text)] },
    data: { name, language, text },
  };
}

/** What `base.launch` alone shows: the files that can be asked for. */
export function launchTable(label: string): Document {
  const facts = launchTargets.map(({ name, doc }): Fact => [`${label}.${name}`, doc]);
  return { blocks: [factsTable(facts)] };
}
