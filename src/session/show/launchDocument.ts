import {
  droppedBy,
  jobName,
  jobOf,
  type LaunchTarget,
  type Lost,
  launchTargets,
} from "../../launch/index.ts";
import { type Document, type Fact, factsTable, fileBlock } from "../../report/index.ts";
import type { Answer } from "../answers/answer.ts";
import { fitIn } from "../results/fit.ts";

/** What `base.launch.slurm` shows: the file; and its name and text as data. */
export interface LaunchFile {
  readonly document: Document;
  readonly data: { readonly name: string; readonly language: string; readonly text: string };
  /** Settings of the plan that the file does not carry, and its program. */
  readonly dropped: readonly Lost[];
  readonly program: string;
}

/** The file of one target. Made when it is asked for: an elastic run alone asks the engine about every size of it. */
export function launchFile({ scenario, estimate }: Answer, target: LaunchTarget): LaunchFile {
  const job = jobOf(scenario, estimate, (scenario, estimate) => fitIn({ scenario, estimate }));
  const name = `${jobName(job)}.${target.extension}`;
  const text = target.write(job);
  const { language } = target;
  const table = target.arguments(job);
  return {
    document: { blocks: [fileBlock(name, language, text)] },
    data: { name, language, text },
    dropped: table === null ? [] : droppedBy(table, job),
    program: table?.name ?? "",
  };
}

/** What `base.launch` alone shows: the files that can be asked for. */
export function launchTable(label: string): Document {
  const facts = launchTargets.map(({ name, doc }): Fact => [`${label}.${name}`, doc]);
  return { blocks: [factsTable(facts)] };
}

/** What `not-carried` says: each dropped setting with what the file says instead. */
export const notCarried = (program: string, dropped: readonly Lost[]): NotCarried => ({
  program,
  settings: dropped
    .map(({ path, wanted, here }) => `\`${path} = ${wanted}\`${here === null ? "" : ` (here ${here})`}`)
    .join(", "),
});

interface NotCarried {
  readonly program: string;
  readonly settings: string;
}
