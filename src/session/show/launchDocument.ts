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

/** Launch file that `base.launch.slurm` shows, with its name and text as data. */
export interface LaunchFile {
  readonly document: Document;
  readonly data: { readonly name: string; readonly language: string; readonly text: string };
  /** Settings of the plan that the launch file cannot express. */
  readonly dropped: readonly Lost[];
  /** Program that the launch file starts. */
  readonly program: string;
}

/**
 * Launch file for one target, such as Slurm. It is written only on request, because an elastic run needs an estimate
 * for each of its sizes.
 */
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

/** Table of the launch files that a scenario offers as `base.launch`. */
export function launchTable(label: string): Document {
  const facts = launchTargets.map(({ name, doc }): Fact => [`${label}.${name}`, doc]);
  return { blocks: [factsTable(facts)] };
}

/**
 * Parameters of the diagnostic `not-carried`: each setting that the launch file cannot express, with the value that the
 * file has instead.
 */
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
