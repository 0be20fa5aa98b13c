import type { Command } from "./command.ts";

export const shareRunCommand: Command = {
  name: "share-run",
  operands: "FILE SCENARIO LOG",
  count: [3, 3],
  summary: "write a measured run as a row of runs.csv, without names",
  flags: [{ name: "--out", short: "-o", value: "RUNS.csv", doc: "append the row to this file" }],
  details: [
    "The row has the columns of validation/runs.csv: the model's shape, the devices, the plan, the median",
    "time of a steady step and the peak memory. Names, paths, dates and losses are not in it. It is",
    "written only if the log does not contradict the scenario, and if the row, read back, predicts the",
    "scenario's step time. `dtp calibrate RUNS.csv` reads such a file.",
  ],
  examples: ["share-run plan.dtp base train.log", "share-run plan.dtp base train.log -o runs.csv"],
  load: async () => (await import("../actions/shareRun.ts")).shareRun,
};
