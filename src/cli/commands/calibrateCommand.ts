import type { Command } from "./command.ts";

export const calibrateCommand: Command = {
  name: "calibrate",
  operands: "FILE.csv...",
  count: [1, Number.POSITIVE_INFINITY],
  summary: "fit constants of devices, links and software to measured runs",
  flags: [
    {
      name: "--device",
      value: "REGEX",
      doc: "only runs on these devices, as if they were one",
    },
    {
      name: "--where",
      value: "COLUMN=REGEX",
      repeated: true,
      doc: "only rows whose cell matches; may be repeated",
    },
    {
      name: "--fit",
      value: "FIELD,...",
      doc: "only these fields: gemm_efficiency,scale_out.latency",
    },
    {
      name: "--part",
      value: "fit|held-out|all",
      doc: "fit on this half of the rows, show the errors on both; all by default",
    },
    { name: "--out", short: "-o", value: "FILE.dtp", doc: "write the constants as definitions to import" },
    { name: "--cite", value: "TEXT", doc: "what these cite; by default the tables and how many runs" },
    { name: "--json", doc: "print {constants, errors, runs, skipped}, in base units" },
  ],
  details: [
    "docs/calibration.md says which columns the tables have. A few runs suffice: what they do not",
    "determine stays near the value it has.",
  ],
  examples: [
    "calibrate runs.csv --out my_cluster.dtp",
    "calibrate runs.csv --device H100 --where 'source=llm-foundry' --part fit",
  ],
  load: async () => (await import("../actions/calibrate.ts")).calibrateRuns,
};
