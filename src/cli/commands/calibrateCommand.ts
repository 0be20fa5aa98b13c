import type { Command } from "./command.ts";

export const calibrateCommand: Command = {
  name: "calibrate",
  operands: "FILE...",
  count: [1, Number.POSITIVE_INFINITY],
  summary: "fit constants of devices, links and software to measured runs",
  flags: [
    {
      name: "--device",
      value: "REGEX",
      doc: "only runs on these devices, treated as one device",
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
      doc: "fit only these fields, such as gemm_efficiency,scale_out.latency",
    },
    {
      name: "--part",
      value: "fit|held-out|all",
      doc: "fit to this half of the rows and show errors on both; default: all",
    },
    {
      name: "--link",
      value: "TEXT",
      doc: "network between nodes of benchmarks, such as '8x NDR InfiniBand 400Gb/s'",
    },
    { name: "--gpu", value: "NAME", doc: "device of benchmarks whose output names another" },
    {
      name: "--out",
      short: "-o",
      value: "FILE.dtp",
      doc: "write the fitted constants as definitions that a program can import",
    },
    {
      name: "--cite",
      value: "TEXT",
      doc: "citation of the constants; default: the files and the number of runs",
    },
    { name: "--json", doc: "print {constants, errors, runs, skipped}, in base units" },
  ],
  details: [
    "The columns of the tables: docs/calibration.md. A few runs suffice: a constant that they do not",
    "determine stays near its present value. Outputs of nccl-tests, rccl-tests and ib_write_bw are read",
    "too, and so is the table of `dtp probe`.",
  ],
  examples: [
    "calibrate runs.csv --out my_cluster.dtp",
    "calibrate probe.csv all_reduce.txt ib_write_bw.txt --out my_cluster.dtp",
    "calibrate runs.csv --device H100 --where 'source=llm-foundry' --part fit",
  ],
  load: async () => (await import("../actions/calibrate.ts")).calibrateRuns,
};
