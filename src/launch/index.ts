export type { Lost } from "./carry/argumentTable.ts";
export { chakraFiles } from "./chakra/chakraFiles.ts";
export { type Imported, readLaunch, unreadLine } from "./readLaunch.ts";
export { droppedBy, type Job, jobName, jobOf } from "./run/job.ts";
export { type LaunchTarget, launchTargets } from "./targets/targets.ts";
